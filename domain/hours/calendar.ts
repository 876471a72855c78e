import type { EffectiveDay, UsualHours, DayHours } from './hours.ts';
import type { RowChange } from '../values/undo.ts';
import type { ZoneOffset } from '../values/zoned-time.ts';

export const BLOCK_KINDS = ['closed', 'private', 'maintenance', 'hold'] as const;
/** closed and maintenance close the place; private reserves it; hold is tentative and for staff only. */
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const CLOSING_KINDS = ['closed', 'maintenance'] as const satisfies readonly BlockKind[];

/** The longest range of one answer, in days. */
export const MAX_CALENDAR_DAYS = 62;

/**
 * GET /api/ViewScheduling/GetCalendarFor/{id}?today=true, or ?from=2026-11-01&to=2026-11-30 (both included, at most MAX_CALENDAR_DAYS).
 * Instants carry the location's UTC offset, so their text is its local time.
 */
export interface LocationCalendar {
  location: { id: number; displayName: string; buildingCode: string; room: string; timezone: string };
  /** Covers the range and the days around it. */
  clock: ZoneOffset[];
  events: CalendarEvent[];
  /** The location's usual hours and today's, as in WeekHours; null when the location has none. */
  hours: (UsualHours & DayHours) | null;
  /** One for each day of the range. Without usual hours they are never open, but have their closures. */
  days: EffectiveDay[];
}

/** A published instance, or an occurrence of a block that has a public title. */
export interface CalendarEvent {
  /** Unique within its kind; the occurrences of a block share it. */
  id: number;
  kind: 'event' | 'block';
  title: string;
  start: string;
  end: string;
  /** Plain text; may be empty. */
  description: string;
  place: string;
  /** The name of the event's category, while that is active, and its colour ("#b85000"), if it has one. */
  category?: string;
  color?: string;
}

/** GET /api/ViewScheduling/GetCalendarCounts/{id}?from&to: how many events begin in each month that has any, by "2026-11". */
export interface CalendarCounts {
  months: Record<string, number>;
}

/** The longest range of counts, in years. */
export const MAX_COUNTED_YEARS = 26;

/** Which occurrences of a series a change is about: this one, this and all later ones, or all. */
export const OCCURRENCE_SCOPES = ['one', 'following', 'all'] as const;
export type OccurrenceScope = (typeof OCCURRENCE_SCOPES)[number];

/** Body of POST /api/blocks/{id}/occurrences/{date}: where the occurrence of that local date is moved to. */
export interface OccurrenceChange {
  scope: OccurrenceScope;
  startsAt: string;
  endsAt: string;
  locationId: number;
  /** Changes of the moved ones besides their time and place. */
  as?: OccurrenceWords;
}

export interface OccurrenceWords {
  title: string;
  publicTitle: string | null;
  kind: BlockKind;
  notes: string | null;
}

/** Answer of the commands on occurrences: the writes made, which POST /api/undo takes back. */
export interface OccurrenceAnswer {
  changes: RowChange[];
}
