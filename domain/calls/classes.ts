import { CELL_STATES, MOST_CELLS } from '../sessions/signup.ts';
import { ROSTER_BYTES, ROSTER_COLUMNS } from '../sessions/rosters.ts';
import { calls } from './call.ts';
import { RowChange } from './row-parts.ts';
import { Type, type Static } from './type.ts';

const Counts = Type.Each(['added', 'returned', 'changed', 'dropped', 'unchanged', 'faults', 'waiting'], Type.Count);
const Columns = Type.Array(Type.Unsafe<(typeof ROSTER_COLUMNS)[number] | null>({ enum: [...ROSTER_COLUMNS, null] }), {
  maxItems: 60,
});

const ClassChoices = Type.Object({
  classes: Type.Array(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      term: Type.String(),
      active: Type.Boolean(),
      people: Type.Count,
      requirements: Type.Count,
    }),
  ),
});
export type ClassChoices = Static<typeof ClassChoices>;

/** How someone stands to a requirement. */
const ClassCell = Type.Object({
  state: Type.Enum(CELL_STATES),
  /** The date of the session that they attended, or are to attend; of what counts as done the day on which that was said. */
  date: Type.Nullable(Type.String()),
  instanceId: Type.Nullable(Type.Id),
  /** Why it counts as done without a session. */
  exemption: Type.Nullable(
    Type.Object({
      id: Type.Id,
      version: Type.Count,
      reason: Type.String(),
    }),
  ),
});
export type ClassCell = Static<typeof ClassCell>;

const ClassColumn = Type.Object({
  /** Of the requirement. */
  id: Type.Id,
  eventId: Type.Id,
  title: Type.String(),
  dueOn: Type.Nullable(Type.String()),
  isOverdue: Type.Boolean(),
  /** What sessions of the event usually have. */
  usual: Type.Object({
    minutes: Type.Count,
    locationId: Type.Nullable(Type.Id),
  }),
  sums: Type.Each(CELL_STATES, Type.Count),
});
export type ClassColumn = Static<typeof ClassColumn>;

const ClassPerson = Type.Object({
  /** Of the roster's entry. */
  id: Type.Id,
  /** Null for who has no account yet. */
  userId: Type.Nullable(Type.Id),
  name: Type.String(),
  studentId: Type.Nullable(Type.String()),
  section: Type.Nullable(Type.String()),
  /** In the order of the columns. */
  cells: Type.Array(ClassCell),
});
export type ClassPerson = Static<typeof ClassPerson>;

const ClassGrid = Type.Object({
  id: Type.Id,
  name: Type.String(),
  term: Type.String(),
  columns: Type.Array(ClassColumn),
  people: Type.Array(ClassPerson),
  can: Type.Each(['mark', 'write', 'schedule', 'require', 'import'], Type.Boolean()),
  /** The present date of the site's zone. */
  today: Type.String(),
});
export type ClassGrid = Static<typeof ClassGrid>;

const MarkedCells = Type.Object({
  changes: Type.Array(RowChange),
  /** Already done. */
  skipped: Type.Count,
});
export type MarkedCells = Static<typeof MarkedCells>;

const ScheduledForClass = Type.Object({
  instanceId: Type.Id,
  signedUp: Type.Count,
  /** Who was not, and why, in words. */
  refused: Type.Array(
    Type.Object({
      name: Type.String(),
      words: Type.String(),
    }),
  ),
});
export type ScheduledForClass = Static<typeof ScheduledForClass>;

/** Someone as the roster has them. */
const RosterPerson = Type.Object({
  name: Type.String(),
  studentId: Type.Nullable(Type.String()),
  email: Type.Nullable(Type.String()),
  section: Type.Nullable(Type.String()),
});
export type RosterPerson = Static<typeof RosterPerson>;

/** What an import does with someone. */
const PlannedPerson = Type.Object({
  ...RosterPerson.properties,
  /** Of the file, from 1; null for who is not in it. */
  line: Type.Nullable(Type.Count),
  /** The name of the account that is linked; null for who has none yet. */
  account: Type.Nullable(Type.String()),
  /** What of them is different now, before and after. */
  changes: Type.Array(
    Type.Object({
      field: Type.Enum(['name', 'studentId', 'email', 'section', 'account']),
      from: Type.Nullable(Type.String()),
      to: Type.Nullable(Type.String()),
    }),
  ),
});
export type PlannedPerson = Static<typeof PlannedPerson>;

const RosterFault = Type.Object({
  line: Type.Count,
  words: Type.String(),
});
export type RosterFault = Static<typeof RosterFault>;

const RosterPlan = Type.Object({
  /** The first line of the file, if it has titles; otherwise "Column 1" and so on. */
  titles: Type.Array(Type.String()),
  columns: Columns,
  /** The first lines with people. */
  samples: Type.Array(Type.Array(Type.String())),
  /** Lines with people. */
  lines: Type.Count,
  /** Why nothing of the file can be read; null when it can be. */
  fault: Type.Nullable(Type.String()),
  added: Type.Array(PlannedPerson),
  /** They were dropped, and are in the file again. */
  returned: Type.Array(PlannedPerson),
  changed: Type.Array(PlannedPerson),
  dropped: Type.Array(PlannedPerson),
  faults: Type.Array(RosterFault),
  counts: Counts,
  /** No one is dropped while it is not known who stands on these lines. */
  keepsMissing: Type.Nullable(Type.Enum(['asked', 'faults'])),
  /** Stands for the plan: the import does this and nothing else. */
  basis: Type.String(),
});
export type RosterPlan = Static<typeof RosterPlan>;

const ImportedRoster = Type.Object({
  counts: Counts,
  changes: Type.Array(RowChange),
});
export type ImportedRoster = Static<typeof ImportedRoster>;

const MarkCells = Type.Object({
  cells: Type.Array(Type.Object({ entryId: Type.Id, requirementId: Type.Id }), { minItems: 1, maxItems: MOST_CELLS }),
  reason: Type.String({ minLength: 1, maxLength: 300 }),
});
export type MarkCells = Static<typeof MarkCells>;

const ScheduleForClass = Type.Object({
  requirementId: Type.Id,
  startsAt: Type.Instant,
  minutes: Type.Integer({ minimum: 5, maximum: 10_080 }),
  locationId: Type.Nullable(Type.Id),
  locationNote: Type.Nullable(Type.String({ minLength: 1, maxLength: 300 })),
  capacity: Type.Integer({ minimum: 1, maximum: 10_000 }),
  /** Entries of the people who are signed up immediately; the others of the class can sign up themselves. */
  entryIds: Type.Array(Type.Id, { maxItems: MOST_CELLS }),
  /** Why it takes place in spite of conflicts. */
  overrideReason: Type.Optional(Type.Nullable(Type.String({ maxLength: 500 }))),
});
export type ScheduleForClass = Static<typeof ScheduleForClass>;

/** A roster, pasted or from a file. */
const roster = {
  text: Type.String({ maxLength: ROSTER_BYTES }),
  /** What each column is, in the order of the file; null for none. Guessed where it is missing. */
  columns: Type.Optional(Columns),
  /** People who are not in the file stay on the roster. */
  keepsMissing: Type.Optional(Type.Boolean()),
};
const RosterFile = Type.Object(roster);
export type RosterFile = Static<typeof RosterFile>;
const ImportRoster = Type.Object({ ...roster, basis: Type.String({ pattern: '^[0-9a-f]{32}$' }) });
export type ImportRoster = Static<typeof ImportRoster>;

export const classCalls = calls({
  'GET /api/events/classes': { summary: 'Classes to process', response: ClassChoices },
  'GET /api/events/classes/:classId': { summary: 'Who in a class has met which requirements', response: ClassGrid },
  'POST /api/events/classes/:classId/exemptions': {
    summary: 'Classes: marks requirements as done',
    body: MarkCells,
    response: MarkedCells,
  },
  'POST /api/events/classes/:classId/sessions': {
    summary: 'Classes: schedules a session for the class only, once per Idempotency-Key',
    body: ScheduleForClass,
    response: ScheduledForClass,
  },
});

/** JSON escapes what is in quotes. */
const bodyLimit = 2 * ROSTER_BYTES;

export const rosterCalls = calls({
  'POST /api/rosters/:classId/plan': {
    summary: 'Rosters: what an import would do',
    body: RosterFile,
    bodyLimit,
    response: RosterPlan,
  },
  'POST /api/rosters/:classId/import': {
    summary: 'Rosters: runs the planned import; 409 if the plan has changed',
    body: ImportRoster,
    bodyLimit,
    response: ImportedRoster,
  },
});
