import type { BlockKind } from '../../../../domain/hours/calendar.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { StaffEntry, StaffPlace } from '../../../../domain/calls/staff-calendar.ts';
import type { CalendarItem, CalendarSplit, SpecialHoursBand } from '../../../calendar/layout/types.ts';
import { hourBands } from '../../../content/cards/hourBands.ts';

export const BLOCK_LOOKS: Readonly<Record<BlockKind, { label: string; help: string; icon: IconName; color: string }>> =
  {
    closed: { label: 'Closed', help: 'The place is closed.', icon: 'ban', color: '#c62828' },
    maintenance: {
      label: 'Maintenance',
      help: 'The place is closed for maintenance.',
      icon: 'wrench',
      color: '#b85000',
    },
    private: {
      label: 'Private',
      help: 'The place is reserved, but not closed.',
      icon: 'lock',
      color: '#0b3d91',
    },
    hold: { label: 'Hold', help: 'Tentative. Visitors do not see it.', icon: 'circle-dashed', color: '#6b7280' },
  };

const STATES: Readonly<Record<string, string>> = {
  draft: 'Draft',
  published: 'Published',
  cancelled: 'Canceled',
  done: 'Done',
};

/** The states by which sessions are filtered, with their names. */
export const SESSION_STATES = Object.entries(STATES);

export interface StaffItem extends CalendarItem {
  entry: StaffEntry;
}

/** Sessions and blocks as items of a calendar; in the column of their place where several are shown. */
export function staffItems(entries: readonly StaffEntry[], places: readonly StaffPlace[]): StaffItem[] {
  const isSplit = places.length > 1;
  const names = new Map(places.map(({ id, displayName }) => [id, displayName]));
  return entries.map((entry) => ({
    id: entry.id,
    title: entry.title,
    start: entry.start,
    end: entry.end,
    ...entryLook(entry),
    content: entryContent(entry, isSplit ? names.get(entry.placeId ?? 0) : undefined),
    ...(isSplit && entry.placeId !== null ? { split: String(entry.placeId) } : {}),
    ...(entry.conflicts.length > 0 ? { conflict: entry.conflicts.map(({ text }) => text).join('; ') } : {}),
    ...(entry.repeats === null ? {} : { repeat: entry.repeats }),
    entry,
  }));
}

function entryLook({ kind, state, color }: StaffEntry): Partial<CalendarItem> {
  if (kind === 'instance')
    return {
      kind: STATES[state] ?? state,
      cancelled: state === 'cancelled',
      tentative: state === 'draft',
      ...(color === null ? {} : { color }),
    };
  const look = BLOCK_LOOKS[state as BlockKind];
  return { kind: look.label, icon: look.icon, color: look.color, tentative: state === 'hold' };
}

/** "Makeshop · 6 of 12 seats · Noor Haddad" */
function entryContent({ seats, instructors }: StaffEntry, place: string | undefined): string {
  return [
    place,
    seats === null ? undefined : `${seats.taken} of ${seats.capacity} seats`,
    instructors.map(({ name }) => name).join(', '),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

export function splitsOf(places: readonly StaffPlace[]): CalendarSplit[] {
  return places.map(({ id, displayName, buildingCode, room }) => ({
    id: String(id),
    label: displayName,
    detail: `${buildingCode} ${room}`,
  }));
}

/** The hours of the places by date, for a calendar in `zone`: those of places elsewhere begin at other times of its days. */
export function bandsOf(places: readonly StaffPlace[], zone: string): Map<string, SpecialHoursBand[]> {
  const bands = new Map<string, SpecialHoursBand[]>();
  for (const { id, days, timezone } of places)
    for (const day of timezone === zone ? (days ?? []) : []) {
      const list = bands.get(day.date) ?? [];
      list.push(...hourBands(day, places.length > 1 ? String(id) : undefined));
      bands.set(day.date, list);
    }
  return bands;
}
