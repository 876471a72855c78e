import type { OccurrenceScope } from './hours/calendar.ts';
import type { Conflict } from './sessions/conflicts.ts';
import type { EventInstance } from './generated/resources.ts';
import type { Json } from './values/json.ts';
import type { RowChange } from './values/undo.ts';

/** The calls that plan sessions (instances of events), alone or in a series. */

export const MOST_SESSIONS = 200;

/** How far a change of a session goes: it alone, with those that follow in its series, or all of them. */
export type SessionScope = OccurrenceScope;

/** POST /api/scheduling/sessions/plan: the dates of a series, and the conflicts of each session. */
export interface PlanQuestion {
  startsAt: string;
  endsAt: string;
  /** Further dates of each, as its row stores them. */
  dates?: EventInstance['dates'];
  locationId: number | null;
  instructorIds: number[];
  /** RFC 5545; null: once. */
  rule: string | null;
}

export interface PlannedSession {
  /** The local date on which it begins, for which it is planned. */
  date: string;
  /** Instants in UTC. */
  startsAt: string;
  endsAt: string;
  /** Of an existing session. */
  instanceId: number | null;
  conflicts: Conflict[];
  /** Fields that a change skips, because this session has values of its own. */
  ownFields: string[];
}

export interface Plan {
  /** Of the place. */
  timezone: string;
  sessions: PlannedSession[];
  /** There are more than MOST_SESSIONS. */
  isCut: boolean;
  canOverrideConflicts: boolean;
}

/** POST /api/scheduling/sessions */
export interface PlanSessions {
  /** Of each instance, as in POST /api/instances; the times are those of the first one. */
  values: Record<string, Json>;
  rule: string | null;
  /** Dates of the rule on which none takes place. */
  exceptDates: string[];
  isBookedAsWhole: boolean;
  /** Why it is scheduled despite conflicts; null accepts none. */
  overrideReason: string | null;
}

export interface PlannedAnswer {
  /** Null for a single session. */
  seriesId: number | null;
  instanceIds: number[];
  /** To be undone together. */
  changes: RowChange[];
}

/** POST /api/scheduling/sessions/:id/change, and /change/plan without `overrideReason`, which changes nothing. */
export interface ChangeSessions {
  scope: SessionScope;
  /** As in PUT /api/instances/:id. Times move by as much as those of this session. */
  values: Record<string, Json>;
  /** Sessions of the series that are not changed. */
  leave: number[];
  overrideReason: string | null;
}

/** POST /api/scheduling/sessions/:id/remove */
export interface RemoveSessions {
  scope: SessionScope;
}

/** The answer to a change or removal, to be undone together. */
export interface SessionChanges {
  changes: RowChange[];
}

/** POST /api/scheduling/sessions/:id/repeat, and /repeat/plan without `overrideReason`, which changes nothing. */
export interface RepeatSessions {
  /** RFC 5545, for this session and those that follow in its series; null: unchanged. */
  rule: string | null;
  /** Further local dates, at the same time of day. */
  dates: string[];
  /** Dates of the rule on which none takes place. */
  exceptDates: string[];
  overrideReason: string | null;
}

export interface RepeatedSession extends PlannedSession {
  /** `staysForTickets`: the rule leaves it out, but somebody has, or had, a ticket. */
  becomes: 'stays' | 'staysForTickets' | 'added' | 'deleted';
}

/** All sessions of the series, by time. */
export interface RepeatPlan extends Plan {
  sessions: RepeatedSession[];
}
