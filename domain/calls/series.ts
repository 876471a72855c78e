import type { Session } from '../generated/resources.ts';
import { MOST_SESSIONS, NOTE_LENGTH } from '../sessions/scheduling.ts';
import type { Json } from '../values/json.ts';
import { calls } from './call.ts';
import { RowChange, RowChanges } from './rows.ts';
import { Conflict, Instant, Scope } from './schedule-parts.ts';
import { Type, type Static } from './type.ts';

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
const ChangeSessions = Type.Object({
  ...ChangeQuestion.properties,
  overrideReason: OverrideReason,
  /** What the people who are notified of it read besides. */
  note: Type.Optional(Type.Nullable(Type.String({ maxLength: NOTE_LENGTH }))),
});
export type ChangeSessions = Static<typeof ChangeSessions>;

/** `people`: the number of recipients of messages about the change. */
const ChangePlan = Type.Object({ ...Plan.properties, people: Type.Count });
export type ChangePlan = Static<typeof ChangePlan>;

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
    response: ChangePlan,
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
});
