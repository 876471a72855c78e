import type { Actor } from '../../../../domain/declarations/actor.ts';
import { isActiveTicket } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import { noteLockedRows, requireLockedRow } from '../../../platform/locks.ts';
import type { FieldErrors } from '../../../resources/refusals.ts';
import { rowIds } from '../../../resources/row-sets.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CommandServices, Needs, NoticeServices } from '../../../services.ts';
import { notifyMerged } from '../../messages/merge-notices.ts';
import { calendarParts, nextSequence, placedDates } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { activeFor } from './active-ticket.ts';
import { cancelAll, restoreAll, unseenRefund } from './cancelled-session.ts';
import { addClosedAccountRules } from './closed-accounts.ts';
import { reviewAfterMove } from './dependent-seats.ts';
import { expireHoldsAndOfferSeats } from './expire-and-offer.ts';
import { feeNotices, notifyOfFee } from './fee-changes.ts';
import { withLockedSession } from './locked-session.ts';
import { changeNote, type InstanceChange } from '../../sessions/session-change.ts';
import { concernsPeople, hasOtherTimes, nextStart, notifyOfChange, OF_SERIES, teaching } from './notify-changes.ts';
import { addOverbookRules } from './overbooking.ts';

/** A deleted session has no tickets; its instructors and their calendars are notified of the cancellation. */
async function notifyOfDeletion(
  services: NoticeServices,
  tx: Tx,
  actor: Actor,
  session: RowOf<'instances'>,
): Promise<void> {
  const now = services.clock.now();
  const { id, eventId, calendarSequence } = session;
  const recipients = (session.instructorIds ?? []).filter((one) => one !== actor.id);
  const isKnown = session.status === 'published' && Date.parse(session.endsAt) > now;
  if (actor.system === true || !isKnown || recipients.length === 0) return;
  const dates = await placedDates(services, tx, session);
  const { title } = await tx.selectFrom('events').select('title').where('id', '=', eventId).executeTakeFirstOrThrow();
  const sequence = nextSequence(calendarSequence ?? 0, now);
  const neededBy = nextStart(dates, now);
  const notice = {
    event: 'sessionCancelled',
    audience: 'instructor',
    recipients,
    about: { resource: 'instances', id, title, path: null },
    // Its own page no longer exists.
    values: {
      event: { text: title, path: '/signup/upcomingworkshops' },
      ...{ title, now: formatDates(dates), note: changeNote(tx).text },
    },
    calendar: calendarParts(services, { id, title, description: '', dates }, 'CANCEL', sequence),
    joins: OF_SERIES,
    held: teaching(id, formatDates(dates), null),
    ...(neededBy === null ? {} : { neededBy }),
  };
  await notifyMerged(services, tx, [notice]);
}

const CANCEL_INSTEAD = 'People have seats or are waiting. Cancel the session instead, and they are notified.';

/** Rules that hold for every write: by staff, commands, imports and the demonstration. */
export function addTicketRules(services: CommandServices): void {
  const { engine } = services;
  addClosedAccountRules(services);
  addOverbookRules(services);
  engine.changeNotices.set('events', feeNotices(services));
  engine.rules.amend('tickets', (changes, before) => {
    const { status = before?.status, instanceId = before?.instanceId, userId = before?.userId } = changes;
    if ((changes.status ?? changes.userId) === undefined || status === undefined) return changes;
    const joinsWaitlist = status === 'waitlisted' && before?.status !== 'waitlisted';
    return {
      ...(joinsWaitlist ? { waitingSince: services.clock.instant() } : {}),
      ...changes,
      activeFor: isActiveTicket(status) ? activeFor(Number(instanceId), Number(userId)) : null,
    };
  });
  engine.rules.check('tickets', ({ tx, before, after }) => {
    const isMoved = (['status', 'userId', 'instanceId'] as const).some((name) => before?.[name] !== after?.[name]);
    // Only by the locked session, which counts its seats.
    if (before !== null && after !== null && isMoved) requireLockedRow(tx, 'instances', after.instanceId);
    return Promise.resolve(null);
  });
  engine.rules.check('events', async ({ tx, actor, before, after }) => {
    if (before !== null && after !== null) await notifyOfFee(services, tx, { actor, before, after });
    if (before?.active !== true || after?.active !== false || !(await hasTicketsAhead(services, tx, after.id)))
      return null;
    return {
      active: 'People have seats in its upcoming sessions or are waiting. Cancel these sessions first.',
    };
  });
  engine.rules.check('instances', async ({ tx, actor, before, after }) => {
    if (after !== null) return followChange(services, tx, { actor, before, after });
    if (before !== null) await notifyOfDeletion(services, tx, actor, before);
    return null;
  });
}

async function followChange(services: CommandServices, tx: Tx, change: InstanceChange): Promise<FieldErrors | null> {
  const { before, after } = change;
  const hasOtherCapacity = before !== null && before.capacity !== after.capacity;
  const hasOtherEvent = before !== null && before.eventId !== after.eventId;
  if (!hasOtherCapacity && !hasOtherEvent && !concernsPeople(change)) return null;
  return withLockedSession(services, tx, after.id, async (locked) => {
    const { taken, waiting, capacity, startsAt } = locked.instance;
    if (hasOtherCapacity && capacity < taken && capacity < before.capacity)
      return { capacity: `${taken} ${taken === 1 ? 'seat is' : 'seats are'} taken. Cancel sign-ups first.` };
    const isNew = (status: typeof after.status) => after.status === status && before?.status !== status;
    if (taken + waiting > 0) {
      if (isNew('draft') || (isNew('done') && startsAt > locked.now)) return { status: CANCEL_INSTEAD };
      if (hasOtherEvent)
        return { eventId: 'People have signed up for this event. Schedule a new session of the other event instead.' };
    }
    const whenBefore = async () => formatDates(await placedDates(services, tx, before ?? after));
    const unseen = isNew('cancelled') ? await unseenRefund(locked, change.actor) : null;
    if (unseen !== null) return { status: unseen };
    if (after.status === 'cancelled') await cancelAll(locked, await whenBefore());
    if (after.status === 'published' && before?.status !== 'published') await restoreAll(locked, await whenBefore());
    await expireHoldsAndOfferSeats(locked);
    if (hasOtherTimes(change)) await reviewAfterMove(locked);
    await notifyOfChange(locked, change);
    return null;
  });
}

/**
 * Someone has, or waits for, a seat in a session of the event that is not over. Concurrent sign-ups wait until the
 * transaction ends.
 */
async function hasTicketsAhead({ clock }: Needs<'clock'>, tx: Tx, eventId: number): Promise<boolean> {
  const ahead = await tx
    .selectFrom('instances')
    .select(['id', 'confirmed', 'waiting'])
    .where('eventId', '=', eventId)
    .where('status', '=', 'published')
    .where('endsAt', '>', clock.instant())
    .orderBy('id')
    .forUpdate()
    .execute();
  noteLockedRows(tx, 'instances', rowIds(ahead));
  return ahead.some(({ confirmed, waiting }) => (confirmed ?? 0) + (waiting ?? 0) > 0);
}
