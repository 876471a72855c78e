/** The wire format of the staff's calendar (GET /api/scheduling/calendar) and of the check before a change of hours. */
import type { OccurrenceChange } from '../hours/calendar.ts';
import type { Conflict } from './conflicts.ts';
import type { EffectiveDay, SpecialHours, UsualHours } from '../hours/hours.ts';

/** Days per answer. */
export const STAFF_CALENDAR_DAYS = 62;

/** Filters of the staff's calendar; ids as text, as in the address. */
export const STAFF_FILTERS = ['categoryId', 'eventId', 'instructorId', 'status'] as const;
export type StaffFilter = (typeof STAFF_FILTERS)[number];

/** GET /api/scheduling/calendar?from&to&locationId&categoryId&eventId&instructorId&status */
export interface StaffCalendar {
  from: string;
  to: string;
  places: StaffPlace[];
  entries: StaffEntry[];
  /** What the sessions of these dates can be reduced to, by name. */
  choices: Record<'categoryId' | 'eventId' | 'instructorId', StaffChoice[]>;
  /** Whether the answer was cut: the first in time are returned. */
  isCut: boolean;
}

export interface StaffChoice {
  id: number;
  name: string;
}

export interface StaffPlace {
  id: number;
  displayName: string;
  buildingCode: string;
  room: string;
  timezone: string;
  hours: UsualHours | null;
  /** One for each date from `from` to `to`; null when the place has no hours. */
  days: EffectiveDay[] | null;
}

/** A session or an occurrence of a block. */
export interface StaffEntry {
  /** "instance-12", of a session's second date "instance-12-2", "block-3-2026-11-23" */
  id: string;
  kind: 'instance' | 'block';
  recordId: number;
  title: string;
  /** Instants in UTC. */
  start: string;
  end: string;
  /** Null for a session without a place, or at one that the caller may not see. */
  placeId: number | null;
  /** Of an instance: its status; of a block: its kind. */
  state: string;
  /** The colour of the category. */
  color: string | null;
  category: string | null;
  seats: { taken: number; capacity: number } | null;
  instructors: StaffChoice[];
  /** Of a block: the local date that names it within its series, and the version of its row. */
  date: string | null;
  version: number | null;
  repeats: string | null;
  conflicts: Conflict[];
}

/** A session that conflicts with a change of hours or a new block. */
export interface Collision {
  instanceId: number;
  title: string;
  start: string;
  end: string;
  placeId: number;
  place: string;
  timezone: string;
  state: string;
  taken: number;
  capacity: number;
}

export type CollisionQuestion =
  | {
      block: {
        id?: number;
        locationId: number;
        startsAt: string;
        endsAt: string;
        rule?: string | null;
        exceptDates?: string[] | null;
      };
    }
  | { occurrence: OccurrenceChange & { id: number; date: string } }
  | { special: Omit<SpecialHours, 'id' | 'reason'> & { id?: number } }
  | { usual: { locationId: number; hours: UsualHours } };

export interface Collisions {
  sessions: Collision[];
  total: number;
}

export const COLLISIONS_SHOWN = 50;

/** The resources of opening hours. */
export const HOURS_RESOURCES = ['blocks', 'hoursExceptions', 'locations'] as const;
export type HoursResource = (typeof HOURS_RESOURCES)[number];

/** GET /api/scheduling/history?locationId: one write, newest first. */
export interface HoursChange {
  id: number;
  at: string;
  actor: string;
  action: 'create' | 'update' | 'delete' | 'revert';
  resource: HoursResource;
  recordId: number;
  title: string;
  /** It has been deleted since. */
  isDeleted: boolean;
  /** Titles of the fields that were changed; of an update only. */
  fields: string[];
}
