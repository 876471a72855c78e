import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CalendarPart, HeldChange, Notice } from '../../messages/notify.ts';
import { calendarParts, placedDates, type PlacedDate } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { changeNote, instructorsIn, isElsewhere, type InstanceChange } from '../../sessions/session-change.ts';
import type { LockedSession } from './locked-session.ts';
import { attendeeTopic, ticketState } from './ticket-notice.ts';

type Instance = RowOf<'instances'>;

/** Changes of several sessions of a series are announced together. */
export const OF_SERIES = { lines: ['now', 'before'], link: 'event' } as const;

/** Whether anyone may need a notice. */
export function concernsPeople({ before, after }: InstanceChange): boolean {
  if (before === null) return after.status === 'published' && (after.instructorIds?.length ?? 0) > 0;
  return (
    before.status !== after.status ||
    JSON.stringify(before.instructorIds) !== JSON.stringify(after.instructorIds) ||
    isElsewhere(before, after)
  );
}

export function hasOtherTimes({ before, after }: InstanceChange): boolean {
  return before !== null && (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt);
}

/**
 * Notifies the people concerned by a change of a session, with their calendar entries: ticket holders that it is moved
 * (their tickets' messages cover a cancellation), its instructors that they teach it, or that it is moved or canceled.
 * Past sessions concern no one, and drafts only people who were notified before.
 */
export async function notifyOfChange(locked: LockedSession, change: InstanceChange): Promise<void> {
  const { services, tx, now: instant } = locked;
  const { actor, before, after } = change;
  const isOver = [before, after].every((row) => row === null || Date.parse(row.endsAt) <= instant);
  if (actor.system === true || isOver) return;
  const [now, then] = await Promise.all([
    placedDates(services, tx, after),
    before === null ? [] : placedDates(services, tx, before),
  ]);
  const isPublished = [before, after].every((row) => row?.status === 'published');
  const isMoved = isPublished && JSON.stringify(now) !== JSON.stringify(then);
  const { added, stayed, removed } = instructorsIn(change);
  const notify = groupNotifier(locked, after, now, then);
  const [when, whenBefore] = [formatDates(now), formatDates(then)];
  const instructor = (recipients: number[], from: string | null, to: string | null) => ({
    ...{ audience: 'instructor', recipients, held: teaching(after.id, from, to) },
  });
  if (added.length > 0) {
    const calendar = await locked.notices.calendar('REQUEST');
    notify({ ...instructor(added, null, when), event: 'sessionAssigned', calendar });
  }
  if (removed.length > 0) {
    const group = { ...instructor(removed, whenBefore, null), calendar: await ended(locked, then, 0) };
    if (after.status === 'cancelled') notify({ ...group, event: 'sessionCancelled' });
    else notify({ ...group, event: 'sessionAssigned', audience: 'former' });
  }
  if (!isMoved) return;
  const calendar = [...(await locked.notices.calendar('REQUEST')), ...(await ended(locked, then, now.length))];
  notify({ ...instructor(stayed, whenBefore, when), event: 'sessionMoved', calendar });
  for (const [status, holders] of Map.groupBy(await seatHolders(locked), (holder) => holder.status))
    notify({
      event: 'sessionMoved',
      audience: status === 'waitlisted' ? 'waitlisted' : 'attendee',
      recipients: holders.map(({ userId }) => userId),
      held: {
        topic: attendeeTopic(after.id),
        before: ticketState(status, whenBefore),
        after: ticketState(status, when),
      },
      ...(status === 'confirmed' ? { calendar } : {}),
    });
  await markMoved(locked, whenBefore, when);
}

interface NotifiedGroup {
  event: string;
  audience: string;
  recipients: readonly number[];
  held: Omit<HeldChange, 'keeps'>;
  calendar?: readonly CalendarPart[];
}

/** The notices wait as long as the change can be undone. */
function groupNotifier(
  locked: LockedSession,
  { id }: Instance,
  now: readonly PlacedDate[],
  then: readonly PlacedDate[],
): (group: NotifiedGroup) => void {
  const values = { ...moveValues(locked, now, then), note: changeNote(locked.tx).text };
  const neededBy = nextStart([...then, ...now], locked.now);
  const about = { resource: 'instances', id, title: locked.instance.title, path: null };
  return ({ held, calendar = [], ...group }) => {
    if (group.recipients.length === 0) return;
    locked.notices.add({
      ...{ ...group, about, values, joins: OF_SERIES, held: { ...held, keeps: ['before'] } },
      ...(calendar.length === 0 ? {} : { calendar }),
      ...(neededBy === null ? {} : { neededBy }),
    });
  };
}

/** What an instructor knows about a session: when and where they teach it, if they do. */
export function teaching(id: number, before: string | null, after: string | null): Omit<HeldChange, 'keeps'> {
  const state = (when: string | null): string => (when === null ? '' : `teaches ${when}`);
  return { topic: `teaching-${id}`, before: state(before), after: state(after) };
}

/** Null if none is to come. */
export function nextStart(dates: readonly PlacedDate[], now: number): number | null {
  const ahead = dates.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function moveValues(
  { instance }: LockedSession,
  now: readonly PlacedDate[],
  then: readonly PlacedDate[],
): Notice['values'] {
  return {
    event: { text: instance.title, path: `/signup/details/${instance.id}` },
    title: instance.title,
    now: formatDates(now),
    before: formatDates(then),
  };
}

/** Removals of dates beyond the first `after`. */
async function ended(locked: LockedSession, dates: readonly PlacedDate[], after: number): Promise<CalendarPart[]> {
  if (dates.length <= after) return [];
  const [first] = await locked.notices.calendar('CANCEL');
  const { id, title } = locked.instance;
  const entry = { id, title, description: '', dates: [...dates] };
  return calendarParts(locked.services, entry, 'CANCEL', first?.sequence ?? 0).slice(after);
}

function seatHolders({ tx, instance }: LockedSession) {
  return tx
    .selectFrom('tickets')
    .select(['userId', 'status'])
    .where('instanceId', '=', instance.id)
    .where('status', 'in', EXPECTING)
    .orderBy('id')
    .execute();
}

/**
 * Until its holder has seen the move, the ticket stores the last known start. Not a change of the ticket, so it is not
 * in its history.
 */
async function markMoved({ tx, instance }: LockedSession, then: string, now: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set(({ fn, val }) => ({ movedFrom: fn<string | null>('nullif', [fn.coalesce('movedFrom', val(then)), val(now)]) }))
    .where('instanceId', '=', instance.id)
    .where('status', 'in', EXPECTING)
    .execute();
}
