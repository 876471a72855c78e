import type { Actor } from '../../../../domain/declarations/actor.ts';
import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CalendarPart, Notice } from '../../messages/notify.ts';
import { calendarParts, placedDates, type PlacedDate } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import type { LockedSession } from './locked-session.ts';

type Instance = RowOf<'instances'>;

export interface InstanceChange {
  actor: Actor;
  before: Instance | null;
  after: Instance;
}

const WHERE_AND_WHEN = ['startsAt', 'endsAt', 'dates', 'locationId', 'locationNote'] as const;

/** Changes of several sessions of a series are announced together. */
export const OF_SERIES = { lines: ['now', 'before'], link: 'event' } as const;

/** Whether anybody may need a notice. */
export function concernsPeople({ before, after }: InstanceChange): boolean {
  if (before === null) return after.status === 'published' && (after.instructorIds?.length ?? 0) > 0;
  return (
    before.status !== after.status ||
    JSON.stringify(before.instructorIds) !== JSON.stringify(after.instructorIds) ||
    WHERE_AND_WHEN.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  );
}

export function hasOtherTimes({ before, after }: InstanceChange): boolean {
  return before !== null && (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt);
}

/**
 * Notifies the people concerned by a change of a session, with their calendar entries: ticket holders that it is moved
 * (their tickets' messages cover a cancellation), its instructors that they teach it, or that it is moved or canceled.
 * Past sessions concern nobody, and drafts only people who were notified before.
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
  if (added.length > 0) notify('sessionAssigned', 'instructor', added, await locked.calendar('REQUEST'));
  if (removed.length > 0) {
    const end = await ended(locked, then, 0);
    if (after.status === 'cancelled') notify('sessionCancelled', 'instructor', removed, end);
    else notify('sessionAssigned', 'former', removed, end);
  }
  if (!isMoved) return;
  const calendar = [...(await locked.calendar('REQUEST')), ...(await ended(locked, then, now.length))];
  notify('sessionMoved', 'instructor', stayed, calendar);
  const holders = await seatHolders(locked);
  const [seated, others] = [true, false].map((isSeated) =>
    holders.flatMap(({ userId, status }) => ((status === 'confirmed') === isSeated ? userId : [])),
  );
  notify('sessionMoved', 'attendee', seated ?? [], calendar);
  notify('sessionMoved', 'attendee', others ?? []);
  await markMoved(locked, formatDates(then), formatDates(now));
}

/** Without the actor; drafts have none. */
function instructorsIn({ actor, before, after }: InstanceChange): Record<'added' | 'stayed' | 'removed', number[]> {
  const [taught, teach] = [before, after].map((row) =>
    row?.status === 'published' ? (row.instructorIds ?? []).filter((id) => id !== actor.id) : [],
  ) as [number[], number[]];
  return {
    added: teach.filter((id) => !taught.includes(id)),
    stayed: teach.filter((id) => taught.includes(id)),
    removed: taught.filter((id) => !teach.includes(id)),
  };
}

type NotifyGroup = (
  event: string,
  audience: string,
  recipients: readonly number[],
  calendar?: readonly CalendarPart[],
) => void;

function groupNotifier(
  locked: LockedSession,
  { id }: Instance,
  now: readonly PlacedDate[],
  then: readonly PlacedDate[],
): NotifyGroup {
  const values = moveValues(locked, now, then);
  const neededBy = nextStart([...then, ...now], locked.now);
  const about = { resource: 'instances', id, title: locked.instance.title, path: null };
  return (event, audience, recipients, calendar = []) => {
    if (recipients.length === 0) return;
    locked.notify({
      ...{ event, audience, recipients, about, values, joins: OF_SERIES },
      ...(calendar.length === 0 ? {} : { calendar }),
      ...(neededBy === null ? {} : { neededBy }),
    });
  };
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
  const [first] = await locked.calendar('CANCEL');
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
