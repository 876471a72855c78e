import type { RowChange } from './values/undo.ts';

/** The API of processing by class: who of a class has done what it requires. */

/** GET /api/events/classes: the active classes, by title; those that are over last. */
export interface ClassChoices {
  classes: { id: number; name: string; term: string; active: boolean; people: number; requirements: number }[];
}

/**
 * done: attended, or counted as done. signedUp: has a seat. waiting: on a waiting list. overdue: none of these, and the day is over.
 */
export const CELL_STATES = ['done', 'signedUp', 'waiting', 'missing', 'overdue'] as const;
export type CellState = (typeof CELL_STATES)[number];

/** How somebody stands to a requirement. */
export interface ClassCell {
  state: CellState;
  /** The date of the session that they attended, or are to attend; of what counts as done the day on which that was said. */
  date: string | null;
  instanceId: number | null;
  /** Why it counts as done without a session. */
  exemption: { id: number; version: number; reason: string } | null;
}

export interface ClassColumn {
  /** Of the requirement. */
  id: number;
  eventId: number;
  title: string;
  dueOn: string | null;
  isOverdue: boolean;
  /** What sessions of the event usually have. */
  usual: { minutes: number; locationId: number | null };
  sums: Record<CellState, number>;
}

export interface ClassPerson {
  /** Of the roster's entry. */
  id: number;
  /** Null for who has no account yet. */
  userId: number | null;
  name: string;
  studentId: string | null;
  section: string | null;
  /** In the order of the columns. */
  cells: ClassCell[];
}

/** GET /api/events/classes/:classId: the people who are enrolled, by name. */
export interface ClassGrid {
  id: number;
  name: string;
  term: string;
  columns: ClassColumn[];
  people: ClassPerson[];
  /** What the caller may do. */
  may: Record<'mark' | 'write' | 'schedule' | 'require' | 'import', boolean>;
  /** The present date of the site's zone. */
  today: string;
}

/** The most cells that one call marks. */
export const MOST_CELLS = 1_000;

/** POST /api/events/classes/:classId/exemptions: these count as done. What is done already stays as it is. */
export interface MarkCells {
  cells: { entryId: number; requirementId: number }[];
  reason: string;
}
export interface MarkedCells {
  /** What POST /api/undo takes back. */
  changes: RowChange[];
  /** They were done already. */
  skipped: number;
}

/**
 * POST /api/events/classes/:classId/sessions: a published session of a requirement's event for this class alone. 409 scheduling.conflict where
 * something is in the way. Sent again with its Idempotency-Key it is the same session.
 */
export interface ScheduleForClass {
  requirementId: number;
  startsAt: string;
  minutes: number;
  locationId: number | null;
  locationNote: string | null;
  capacity: number;
  /** Entries of the people who are signed up at once; the others of the class can sign up themselves. */
  entryIds: number[];
  /** Why it takes place in spite of conflicts. */
  overrideReason?: string | null;
}
export interface ScheduledForClass {
  instanceId: number;
  signedUp: number;
  /** Who was not, and why, in words. */
  refused: { name: string; words: string }[];
}
