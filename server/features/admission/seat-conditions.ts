import type { RelatedSeat, SeatCondition } from '../../../domain/calls/tickets.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { localText } from '../../platform/zone-years.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs, ReadServices } from '../../services.ts';
import type { Viewer } from '../sessions/visibility.ts';
import { readInstance, type OpenInstance } from '../sessions/instance.ts';
import { formatMoment } from '../sessions/listing/date-text.ts';
import type { Booking } from './prerequisite-bookings.ts';
import { prerequisiteStates, type BookedPrerequisite } from './prerequisites.ts';
import { wordsFor } from './prerequisite-text.ts';

export interface ConditionValues {
  isConditional: boolean;
  bookedPrerequisiteIds: number[] | null;
}

export function conditionValues(booked: readonly BookedPrerequisite[] = []): ConditionValues {
  return {
    isConditional: booked.length > 0,
    bookedPrerequisiteIds: booked.length > 0 ? booked.flatMap(({ ids }) => ids) : null,
  };
}

export function conditionText(booked: readonly BookedPrerequisite[] = []): string | null {
  if (booked.length === 0) return null;
  const seats = new Map(booked.map(({ bookings: [first] }) => [first?.instanceId, first]));
  const named = [...seats.values()].flatMap((seat) =>
    seat === undefined ? [] : [`${seat.title} on ${formatMoment(seat.startsAt, seat.timezone)}`],
  );
  const them = named.length > 1 ? 'one of them' : 'it';
  return `This seat depends on ${named.join(' and on ')}. If you miss or cancel ${them}, this seat is released.`;
}

export async function ticketCondition(
  { services, tx, instance, now }: { services: Needs<'clock' | 'model'>; tx: Tx; instance: OpenInstance; now: number },
  { userId, isConditional }: Pick<RowOf<'tickets'>, 'userId' | 'isConditional'>,
): Promise<string | null> {
  if (isConditional !== true) return null;
  const states = await prerequisiteStates(services, tx, instance, [userId], { now, keepsUnmarked: true });
  return conditionText(states.get(userId)?.booked);
}

/** What a seat depends on: of each prerequisite the booking that ends first. */
export async function seatConditions(
  db: Db,
  viewer: Viewer,
  booked: readonly BookedPrerequisite[],
): Promise<SeatCondition[]> {
  const words = await wordsFor(db, viewer, booked);
  return booked.flatMap(({ bookings: [first] }, index) =>
    first === undefined ? [] : [{ anyOf: words[index] ?? [], ...relatedSeat(first) }],
  );
}

export function relatedSeat({ instanceId, title, startsAt, timezone }: RelatedBooking): RelatedSeat {
  return { sessionId: instanceId, title, start: localText(startsAt, timezone) };
}

type RelatedBooking = Pick<Booking, 'instanceId' | 'title' | 'startsAt' | 'timezone'>;

export interface OwnConditions {
  /** By the id of a ticket, what it depends on. */
  dependsOn: Map<number, SeatCondition[]>;
  /** By the id of a ticket, the seats that are released if it is canceled: nothing else meets their prerequisites. */
  dependents: Map<number, RelatedSeat[]>;
}

/** How the person's tickets of sessions that are still to come depend on each other. One statement for people without conditional tickets. */
export async function ownConditions(services: ReadServices, viewer: Viewer, userId: number): Promise<OwnConditions> {
  const { db, clock } = services;
  const conditional = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.id', 't.instanceId', 't.status'])
    .where('t.userId', '=', userId)
    .where('t.isConditional', '=', true)
    .where('t.status', 'in', ['held', 'confirmed', 'offered', 'waitlisted'])
    .where('i.startsAt', '>', clock.instant())
    .orderBy('i.startsAt')
    .execute();
  const own: OwnConditions = { dependsOn: new Map(), dependents: new Map() };
  for (const { id, instanceId, status } of conditional) {
    const session = await readInstance(services, db, instanceId);
    const states = await prerequisiteStates(services, db, session, [userId], { now: clock.now(), keepsUnmarked: true });
    const { booked = [] } = states.get(userId) ?? {};
    own.dependsOn.set(id, await seatConditions(db, viewer, booked));
    if (status === 'waitlisted') continue;
    for (const ticketId of new Set(booked.flatMap(onlyBooking)))
      own.dependents.set(ticketId, [...(own.dependents.get(ticketId) ?? []), relatedSeat({ ...session, instanceId })]);
  }
  return own;
}

function onlyBooking({ bookings: [first, ...others] }: BookedPrerequisite): number[] {
  return first === undefined || others.length > 0 ? [] : [first.ticketId];
}
