import { formatDay } from '../../../domain/values/formats.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AddAtDoor, AddedAtDoor } from '../../../domain/calls/door.ts';
import type { Outcome } from '../../platform/batches.ts';
import { problem, ProblemError } from '../../platform/problem.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { CommandServices } from '../../services.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { requireTerms } from './terms-at-door.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { ticketFacts, type ListedInstance } from '../sessions/instance.ts';
import { BookingBusy, lockBooking, otherTicketMessage } from '../registration/seats/other-tickets.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { prerequisiteState, type BookedPrerequisite } from '../admission/prerequisites.ts';
import { sentenceFor } from '../admission/prerequisite-text.ts';
import { conditionValues } from '../admission/seat-conditions.ts';
import { fullSessionAdvice, requireDeliberate, seatsAbove } from '../registration/seats/overbooking.ts';
import { nameOfActive } from '../registration/seats/person-name.ts';
import { notPossible, onlyWithSeat } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { inLockedSeries } from '../registration/booking/series-booking.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';

/**
 * Staff add someone to a session: with a seat, on its waitlist, or as a walk-in. Waitlisted people get their seat.
 * Above the capacity, as far as event administrators allow, and before others on the waitlist only with a reason: 409
 * otherwise, and for people who have not agreed to the event's terms (`requireTerms`).
 */
export async function addAtDoor(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  given: AddAtDoor,
): Promise<AddedAtDoor> {
  requireDoorStaff(actor);
  return afterOtherBooking(services, () =>
    inLockedSeries(services, instanceId, (locked, others) => addWithSeries(locked, others, actor, given)),
  );
}

/** PostgreSQL keeps up to 64 savepoints of a transaction cheaply. */
const MOST_TOGETHER = 50;

/** Adds several people in few transactions. Returns the outcome of each: a refusal does not hold up the others. */
export async function addAllAtDoor(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  people: readonly AddAtDoor[],
): Promise<Outcome<AddedAtDoor>[]> {
  requireDoorStaff(actor);
  const outcomes: Outcome<AddedAtDoor>[] = [];
  while (outcomes.length < people.length) {
    const some = people.slice(outcomes.length, outcomes.length + MOST_TOGETHER);
    const added = await inLockedSeries(services, instanceId, async (locked, others) => {
      const own: Outcome<AddedAtDoor>[] = [];
      for (const given of some) own.push(await locked.withSavepoint(() => addWithSeries(locked, others, actor, given)));
      return own;
    });
    for (const [index, outcome] of added.entries())
      outcomes.push(
        'error' in outcome && outcome.error instanceof BookingBusy
          ? await addAtDoor(services, actor, instanceId, some[index]!).then((value) => ({ value }), refusedOutcome)
          : outcome,
      );
  }
  return outcomes;
}

function refusedOutcome(error: unknown): { error: unknown } {
  if (!(error instanceof ProblemError)) throw error;
  return { error };
}

/**
 * For the locked session, and for the others of a series booked as a whole: the person has a seat in all that are still
 * to come, or in none. A series has no waitlist and no walk-ins.
 */
export async function addWithSeries(
  locked: LockedSession,
  others: readonly LockedSession[],
  actor: Actor,
  given: AddAtDoor,
): Promise<AddedAtDoor> {
  if (locked.instance.wholeSeriesId === null) return addPerson(locked, actor, given);
  if (given.to !== 'confirmed') throw onlyWithSeat();
  const ahead = [locked, ...others.filter((one) => ticketFacts(one.instance, one.now).isAhead)];
  const [first = locked, ...later] = ahead.toSorted((a, b) => a.instance.startsAt - b.instance.startsAt);
  const added = new Map<LockedSession, AddedAtDoor>();
  for (const one of [first, ...later])
    added.set(
      one,
      await addPerson(one, actor, given, { isNotified: one === first }).catch((error: unknown) => atDate(one, error)),
    );
  for (const one of later)
    if (added.get(one)?.isNew) await first.notices.addSession(given.userId, one.notices, 'REQUEST');
  return added.get(locked)!;
}

/** `seriesBooking`: whether this session's message stands for those of its whole series. */
async function addPerson(
  locked: LockedSession,
  actor: Actor,
  given: AddAtDoor,
  seriesBooking?: { isNotified: boolean },
): Promise<AddedAtDoor> {
  const { userId, to, reason } = given;
  const name = await nameOfActive(locked.tx, userId);
  // Waitlisted people are served first.
  await expireHoldsAndOfferSeats(locked);
  const own = await activeTicket(locked.services, locked.tx, locked.instance.id, userId);
  const isPromoted = own?.status === 'waitlisted' && to === 'confirmed';
  if (own !== null && !isPromoted) return { ticketId: own.id, status: own.status, isNew: false };
  const found = locked.transition(own ?? 'none', 'staff', to, { isDeliberate: true });
  if (found === null) {
    const canWait = seriesBooking === undefined && locked.transition(own ?? 'none', 'staff', 'waitlisted') !== null;
    throw notPossible(addRefusal(locked.instance, locked.now, canWait) ?? 'No one can be added now.');
  }
  const booked = await requirePrerequisites(locked, actor, userId, name);
  if (locked.instance.oneSeatPerPerson) await lockBooking(locked.tx, locked.instance.eventId, userId);
  const elsewhere = await otherTicketMessage(locked, userId, name);
  await requireDeliberate(locked, name, { own, reason, hasSeat: to === 'waitlisted', elsewhere });
  // Until then people agree on the event's page.
  if (ticketFacts(locked.instance, locked.now).isDoorOpen) await requireTerms(locked, actor, userId, given);
  const { notice, ...silentTransition } = found;
  const transition = seriesBooking?.isNotified === false || notice === undefined ? silentTransition : found;
  const by = { as: 'staff', actor, reason, isSeriesBooking: seriesBooking !== undefined } as const;
  const ticket =
    own === null
      ? await locked.create({ userId, transition, source: to === 'attended' ? 'walkIn' : 'staff', by, booked })
      : await locked.move(own, transition, by, conditionValues(booked));
  await expireHoldsAndOfferSeats(locked);
  return { ticketId: ticket.id, status: ticket.status, isNew: true };
}

/** Names the session of the series. */
function atDate({ instance }: LockedSession, error: unknown): never {
  if (!(error instanceof ProblemError) || error.problem.status !== 409) throw error;
  const { status, code, title, detail = '' } = error.problem;
  throw problem(status, code, title, `${formatDay(localDate(instance.startsAt, instance.timezone))}: ${detail}`);
}

/**
 * Why staff cannot add someone at `now` (epoch milliseconds); null if nothing is known to hinder it. `canWait`: they can be put on the
 * waitlist instead.
 */
export function addRefusal(instance: ListedInstance, now: number, canWait = false): string | null {
  const { seatsLeft, isAhead, isDoorOpen, isInstanceCancelled, areWalkInsAllowed } = ticketFacts(instance, now);
  if (isInstanceCancelled) return 'This session is canceled.';
  if (!isAhead && !isDoorOpen) return 'This session is not published.';
  if (!isAhead && !areWalkInsAllowed) return 'This session has started and does not accept walk-ins.';
  if (seatsLeft <= 0 && seatsAbove(instance) === 0) {
    const above = instance.overbookLimit === 0 ? '' : ', including those that staff can give above the capacity';
    const next = canWait ? 'Add the person to the waitlist instead.' : fullSessionAdvice(instance, now);
    return `All seats of this session are taken${above}. ${next}`;
  }
  return isDoorOpen ? null : 'Check-in opens one hour before the session.';
}

/** Returns the prerequisites that only bookings meet. */
async function requirePrerequisites(
  { services, tx, instance, now }: LockedSession,
  actor: Actor,
  userId: number,
  name: string,
): Promise<BookedPrerequisite[]> {
  const { missing, booked } = await prerequisiteState(services, tx, instance, userId, now);
  if (missing.length === 0) return booked;
  const words = await sentenceFor(tx, actor, missing);
  throw problem(409, 'events.prerequisites', 'Not added', `${name} needs ${words} first.`);
}
