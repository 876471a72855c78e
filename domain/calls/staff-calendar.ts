import { HOURS_RESOURCES, STAFF_CALENDAR_DAYS } from '../sessions/scheduling.ts';
import { calls } from './call.ts';
import { EffectiveDay, PlaceName, UsualHours } from './places.ts';
import { Conflict, Scope, Times } from './schedule-parts.ts';
import { Named } from './sessions.ts';
import { Type, type Static } from './type.ts';

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

const Hour = Type.Nullable(Type.Number({ minimum: 0, maximum: 24 }));
const Hours = Type.Unsafe<readonly (number | null)[]>({
  type: 'array',
  minItems: 7,
  maxItems: 7,
  items: { type: 'number', minimum: 0, maximum: 24 },
});

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
      /** They are about to be deleted. */
      isDeleted: Type.Optional(Type.Boolean()),
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
    summary: `Scheduling: entries at all places or at one, with conflicts; at most ${STAFF_CALENDAR_DAYS} days, by default a week`,
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
    summary: 'Scheduling: the sessions that a block or other hours would conflict with',
    body: HoursConflictQuestion,
    response: HoursConflicts,
  },
  'GET /api/scheduling/history': {
    summary: 'Scheduling: who changed blocks, special hours and places, newest first',
    query: Type.Object({ locationId: Filter }),
    response: Type.Array(HoursChange),
  },
});
