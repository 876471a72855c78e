import { Named } from './sessions.ts';
import type { Session } from '../generated/resources.ts';
import { OCCURRENCE_SCOPES, type BlockKind } from '../hours/calendar.ts';
import { HOURS_RESOURCES, MOST_SESSIONS, STAFF_CALENDAR_DAYS } from '../sessions/scheduling.ts';
import type { Json } from '../values/json.ts';
import { calls } from './call.ts';
import { EffectiveDay, PlaceName, UsualHours } from './places.ts';
import { RowChange, RowChanges } from './rows.ts';
import { Type, type Static } from './type.ts';

const Conflict = Type.Object({
  kind: Type.Enum(['session', 'block', 'closed', 'person']),
  /** Id of the session or block; null for closed hours. */
  with: Type.Nullable(Type.String()),
  /** "Overlaps Laser cutter training" */
  text: Type.String(),
});

const StaffPlace = Type.Object({
  ...PlaceName.properties,
  hours: Type.Nullable(UsualHours),
  /** One for each date of the calendar; null when the place has no hours. */
  days: Type.Nullable(Type.Array(EffectiveDay)),
});
export type StaffPlace = Static<typeof StaffPlace>;

/** A session or an occurrence of a block. */
const StaffEntry = Type.Object({
  /** "instance-12", of a session's second date "instance-12-2", "block-3-2026-11-23" */
  id: Type.String(),
  kind: Type.Enum(['instance', 'block']),
  recordId: Type.Id,
  title: Type.String(),
  start: Type.Instant,
  end: Type.Instant,
  /** Null for a session without a place, or at one that the caller may not see. */
  placeId: Type.Nullable(Type.Id),
  /** Of an instance: its status; of a block: its kind. */
  state: Type.String(),
  /** The color of the category. */
  color: Type.Nullable(Type.String()),
  category: Type.Nullable(Type.String()),
  seats: Type.Nullable(Type.Object({ taken: Type.Count, capacity: Type.Count })),
  instructors: Type.Array(Named),
  /** Of a block: the local date that names it within its series, and the version of its row. */
  date: Type.Nullable(Type.Day),
  version: Type.Nullable(Type.Count),
  /** How it repeats, in words; null for what takes place once. */
  repeats: Type.Nullable(Type.String()),
  conflicts: Type.Array(Conflict),
});
export type StaffEntry = Static<typeof StaffEntry>;

const StaffCalendar = Type.Object({
  from: Type.Day,
  to: Type.Day,
  places: Type.Array(StaffPlace),
  entries: Type.Array(StaffEntry),
  /** What the sessions of these dates can be reduced to, by name. */
  choices: Type.Each(['categoryId', 'eventId', 'instructorId'], Type.Array(Named)),
  /** Whether there were more entries than one response holds; the first in time are included. */
  isCut: Type.Boolean(),
});
export type StaffCalendar = Static<typeof StaffCalendar>;

/** A session that a change of hours or a new block would collide with. */
const ConflictingSession = Type.Object({
  instanceId: Type.Id,
  title: Type.String(),
  start: Type.Instant,
  end: Type.Instant,
  placeId: Type.Id,
  place: Type.String(),
  timezone: Type.String(),
  state: Type.String(),
  taken: Type.Count,
  capacity: Type.Count,
});
export type ConflictingSession = Static<typeof ConflictingSession>;

const HoursConflicts = Type.Object({
  /** From now on, by time; at most CONFLICTS_SHOWN of `total`. */
  sessions: Type.Array(ConflictingSession),
  total: Type.Count,
});
export type HoursConflicts = Static<typeof HoursConflicts>;

const Instant = Type.String({ format: 'date-time', maxLength: 40 });
const Times = { startsAt: Instant, endsAt: Instant, locationId: Type.Id };
const Hour = Type.Nullable(Type.Number({ minimum: 0, maximum: 24 }));
const Hours = Type.Unsafe<readonly (number | null)[]>({
  type: 'array',
  minItems: 7,
  maxItems: 7,
  items: { type: 'number', minimum: 0, maximum: 24 },
});
const Scope = Type.Enum(OCCURRENCE_SCOPES, { description: 'This one only, with those that follow, or all' });

/** What is about to be saved. `id` is that of the row which is changed. */
const HoursConflictQuestion = Type.Union(
  Type.Object({
    block: Type.Object({
      id: Type.Optional(Type.Id),
      ...Times,
      rule: Type.Optional(Type.Nullable(Type.String({ maxLength: 200 }))),
      exceptDates: Type.Optional(Type.Nullable(Type.Array(Type.Day, { maxItems: 400 }))),
    }),
  }),
  Type.Object({ occurrence: Type.Object({ id: Type.Id, date: Type.Day, scope: Scope, ...Times }) }),
  Type.Object({
    special: Type.Object({
      id: Type.Optional(Type.Id),
      locationId: Type.Nullable(Type.Id),
      startsOn: Type.Day,
      endsOn: Type.Day,
      closed: Type.Boolean(),
      opensAt: Hour,
      closesAt: Hour,
    }),
  }),
  Type.Object({
    usual: Type.Object({
      locationId: Type.Id,
      hours: Type.Object({ weekends: Type.Boolean(), openTimes: Hours, closeTimes: Hours }),
    }),
  }),
);
export type HoursConflictQuestion = Static<typeof HoursConflictQuestion>;

/** One write. */
const HoursChange = Type.Object({
  id: Type.Id,
  at: Type.Instant,
  actor: Type.String(),
  action: Type.Enum(['create', 'update', 'delete', 'revert']),
  resource: Type.Enum(HOURS_RESOURCES),
  recordId: Type.Id,
  title: Type.String(),
  /** It has been deleted since. */
  isDeleted: Type.Boolean(),
  /** Titles of the fields that were changed; of an update only. */
  fields: Type.Array(Type.String()),
});
export type HoursChange = Static<typeof HoursChange>;

const Filter = Type.Optional(Type.Id);

/** The staff's calendar, and the check before a change of hours. */
export const scheduleCalls = calls({
  'GET /api/scheduling/calendar': {
    summary: `Scheduling: what takes place at all places, or at one, with conflicts; at most ${STAFF_CALENDAR_DAYS} days, without dates a week`,
    query: Type.Object({
      from: Type.Optional(Type.Day),
      to: Type.Optional(Type.Day),
      locationId: Filter,
      categoryId: Filter,
      eventId: Filter,
      instructorId: Filter,
      status: Type.Optional(Type.Enum(['draft', 'published', 'cancelled', 'done'])),
    }),
    response: StaffCalendar,
  },
  'POST /api/scheduling/collisions': {
    summary: 'Scheduling: the sessions that a block or other hours would collide with',
    body: HoursConflictQuestion,
    response: HoursConflicts,
  },
  'GET /api/scheduling/history': {
    summary: 'Scheduling: who changed blocks, special hours and places, newest first',
    query: Type.Object({ locationId: Filter }),
    response: Type.Array(HoursChange),
  },
});

/** Where the occurrence of a local date is moved to. */
const OccurrenceChange = Type.Object({
  scope: Scope,
  ...Times,
  /** What the moved ones are from now on, besides when and where they take place. Checked as a block is. */
  as: Type.Optional(
    Type.Object({
      title: Type.Unsafe<string>(),
      publicTitle: Type.Unsafe<string | null>(),
      kind: Type.Unsafe<BlockKind>(),
      notes: Type.Unsafe<string | null>(),
    }),
  ),
});
export type OccurrenceChange = Static<typeof OccurrenceChange>;

const occurrence = {
  headers: ['If-Match'],
  params: Type.Object({ date: Type.String({ maxLength: 10, description: 'The local date on which it begins' }) }),
  response: RowChanges,
} as const;

/** If-Match is the version of the block. */
export const blockCalls = calls({
  'POST /api/blocks/:id/occurrences/:date': {
    summary: 'Blocks: moves an occurrence, with those that follow or all',
    ...occurrence,
    body: OccurrenceChange,
  },
  'DELETE /api/blocks/:id/occurrences/:date': {
    summary: 'Blocks: takes an occurrence out, with those that follow or all',
    ...occurrence,
    query: Type.Object({ scope: Scope }),
  },
});

const Rule = Type.Nullable(Type.String({ maxLength: 200, description: 'RFC 5545; null: once' }));
const Dates = Type.Array(Type.String({ format: 'date' }), { maxItems: 400 });
/** As PUT /api/instances/:id takes them. */
const Values = Type.Unsafe<Record<string, Json>>({ type: 'object', description: 'As for one instance' });
/** Null where no conflict is accepted. */
const OverrideReason = Type.Nullable(
  Type.String({ maxLength: 500, description: 'Why it takes place in spite of conflicts' }),
);

const PlanQuestion = Type.Object({
  /** Of the first one. */
  startsAt: Instant,
  endsAt: Instant,
  /** Further dates of each, as its row stores them. */
  dates: Type.Optional(
    Type.Unsafe<Session['dates']>({ type: ['array', 'null'], maxItems: 60, items: { type: 'object' } }),
  ),
  locationId: Type.Nullable(Type.Id),
  instructorIds: Type.Array(Type.Id, { maxItems: 100 }),
  rule: Rule,
});
export type PlanQuestion = Static<typeof PlanQuestion>;

const PlannedSession = Type.Object({
  /** The local date on which it begins, for which it is planned. */
  date: Type.Day,
  startsAt: Type.Instant,
  endsAt: Type.Instant,
  /** Of a session that exists already. */
  instanceId: Type.Nullable(Type.Id),
  conflicts: Type.Array(Conflict),
  /** Names of fields that a change leaves alone, because this session has values of its own. */
  ownFields: Type.Array(Type.String()),
});
export type PlannedSession = Static<typeof PlannedSession>;

const Plan = Type.Object({
  /** Of the place. */
  timezone: Type.String(),
  sessions: Type.Array(PlannedSession),
  /** There are more than MOST_SESSIONS. */
  isCut: Type.Boolean(),
  /** The caller may schedule sessions with conflicts. */
  canOverrideConflicts: Type.Boolean(),
});
export type Plan = Static<typeof Plan>;

const PlanSessions = Type.Object({
  /** Of each instance, as POST /api/instances takes them; the times are those of the first one. */
  values: Values,
  rule: Rule,
  /** Dates of the rule on which none takes place. */
  exceptDates: Dates,
  isBookedAsWhole: Type.Boolean(),
  overrideReason: OverrideReason,
});
export type PlanSessions = Static<typeof PlanSessions>;

const PlannedAnswer = Type.Object({
  /** Null for a single session. */
  seriesId: Type.Nullable(Type.Id),
  /** In the order of their dates. */
  instanceIds: Type.Array(Type.Id),
  /** To be undone together. */
  changes: Type.Array(RowChange),
});
export type PlannedAnswer = Static<typeof PlannedAnswer>;

const ChangeQuestion = Type.Object({
  scope: Scope,
  /** Times are moved by as much as those of this session are. */
  values: Values,
  /** Sessions of the series that are left as they are. */
  leave: Type.Array(Type.Id, { maxItems: MOST_SESSIONS }),
});
export type ChangeQuestion = Static<typeof ChangeQuestion>;
const ChangeSessions = Type.Object({ ...ChangeQuestion.properties, overrideReason: OverrideReason });
export type ChangeSessions = Static<typeof ChangeSessions>;

const RepeatQuestion = Type.Object({
  /** For this session and those that follow in its series; null: they stay as they are. */
  rule: Rule,
  /** Local dates on which it takes place besides, at the same time of day. */
  dates: Dates,
  /** Dates of the rule on which none takes place. */
  exceptDates: Dates,
});
export type RepeatQuestion = Static<typeof RepeatQuestion>;
const RepeatSessions = Type.Object({ ...RepeatQuestion.properties, overrideReason: OverrideReason });
export type RepeatSessions = Static<typeof RepeatSessions>;

const RepeatedSession = Type.Object({
  ...PlannedSession.properties,
  /** `staysForTickets`: the rule leaves it out, but somebody has, or had, a ticket. */
  becomes: Type.Enum(['stays', 'staysForTickets', 'added', 'deleted']),
});
export type RepeatedSession = Static<typeof RepeatedSession>;

/** All sessions of the series, by time. */
const RepeatPlan = Type.Object({ ...Plan.properties, sessions: Type.Array(RepeatedSession) });
export type RepeatPlan = Static<typeof RepeatPlan>;

/** If-Match is the version of the instance. Plans change nothing. */
export const seriesCalls = calls({
  'POST /api/scheduling/sessions/plan': {
    summary: 'Sessions: when they would take place, and the conflicts of each',
    body: PlanQuestion,
    response: Plan,
  },
  'POST /api/scheduling/sessions': {
    summary: 'Sessions: creates one, or a series',
    headers: ['Idempotency-Key'],
    body: PlanSessions,
    status: 201,
    response: PlannedAnswer,
  },
  'POST /api/scheduling/sessions/:id/change/plan': {
    summary: 'Sessions: what a change would make of them',
    body: ChangeQuestion,
    response: Plan,
  },
  'POST /api/scheduling/sessions/:id/change': {
    summary: 'Sessions: changes one, those that follow, or all of a series',
    headers: ['If-Match'],
    body: ChangeSessions,
    response: RowChanges,
  },
  'POST /api/scheduling/sessions/:id/repeat/plan': {
    summary: 'Sessions: what further dates would make of a series',
    body: RepeatQuestion,
    response: RepeatPlan,
  },
  'POST /api/scheduling/sessions/:id/repeat': {
    summary: 'Sessions: adds dates, or lets those that follow repeat by a rule',
    headers: ['If-Match'],
    body: RepeatSessions,
    response: PlannedAnswer,
  },
  'POST /api/scheduling/sessions/:id/remove': {
    summary: 'Sessions: deletes one, those that follow, or all of a series',
    headers: ['If-Match'],
    body: Type.Object({ scope: Scope }),
    response: RowChanges,
  },
});
