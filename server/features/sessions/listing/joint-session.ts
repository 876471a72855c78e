import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { ReadServices } from '../../../services.ts';
import { ticketFacts, type ListedInstance } from '../instance.ts';
import { sessionRow, sessionRows, signupState } from './public-session.ts';

/**
 * The instance for people who have to take its whole series: sign-up opens, closes and ends with the first session,
 * there are as many seats as in the fullest one, and there is no waitlist. The instance itself if it is taken alone.
 */
export async function jointly(services: ReadServices, instance: ListedInstance): Promise<ListedInstance> {
  if (instance.wholeSeriesId === null) return instance;
  const all = await takenTogether(services, instance);
  const [first = instance] = all;
  const { opensAt, closesAt, startsAt } = first;
  const seats = all.map((one) => ticketFacts(one, services.clock.now()).seatsLeft);
  return {
    ...instance,
    ...{ opensAt, closesAt, startsAt, holdsEndAt: startsAt, waitlistOn: false, waiting: 0 },
    ...{ capacity: Math.max(0, Math.min(instance.capacity, ...seats)), taken: 0 },
  };
}

/** The instances that one sign-up takes, by start: those of the series where that is booked as a whole. */
export async function takenTogether(
  { db, ...services }: ReadServices,
  instance: ListedInstance,
): Promise<ListedInstance[]> {
  if (instance.wholeSeriesId === null) return [instance];
  const rows = await sessionRows(db)
    .where('i.seriesId', '=', instance.wholeSeriesId)
    .where('i.status', '=', 'published')
    .orderBy('i.startsAt')
    .execute();
  return rows.map((row) => sessionRow(services, row).instance);
}

/** A session as everyone can see it, with the rules of a series booked as a whole. */
export async function jointSession(
  services: ReadServices,
  { instance, session }: { instance: ListedInstance; session: PublicSession },
): Promise<PublicSession> {
  const joint = await jointly(services, instance);
  if (joint === instance) return session;
  const text = (instant: number): string => localText(instant, session.timezone);
  return {
    ...session,
    seatsLeft: joint.capacity,
    waiting: 0,
    state: signupState(joint, services.clock.now()),
    opensAt: text(joint.opensAt),
    closesAt: text(joint.closesAt),
  };
}
