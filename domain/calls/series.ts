import type { Session } from '../generated/resources.ts';
import type { Json } from '../values/json.ts';
import { calls } from './call.ts';
import { RowChange } from './row-parts.ts';
import { Conflict, Instant } from './schedule-parts.ts';
import { Type, type Static } from './type.ts';

const Rule = Type.Nullable(Type.String({ maxLength: 200, description: 'RFC 5545; null: once' }));
const Dates = Type.Array(Type.String({ format: 'date' }), { maxItems: 400 });
/** As PUT /api/instances/:id takes them. */
const Values = Type.Unsafe<Record<string, Json>>({
  type: 'object',
  description: 'The values of a session, as when creating one',
});
/** Null where no conflict is accepted. */
const OverrideReason = Type.Nullable(
  Type.String({ maxLength: 500, description: 'Why the session is scheduled anyway, if it has conflicts' }),
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
  conflicts: Type.Array(Conflict),
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

/** A plan changes nothing. */
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
});
