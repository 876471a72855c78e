import { MAX_CALENDAR_DAYS, MAX_COUNTED_YEARS } from '../hours/calendar.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const Hour = Type.Number({ minimum: 0, maximum: 24 });
const Span = { from: Type.Number(), to: Type.Number() };
/** Of a week, from Sunday. */
const Times = Type.Unsafe<readonly (number | null)[]>({ type: 'array', items: { type: ['number', 'null'] } });

/** As DayHours of domain/hours/hours.ts, like the following ones. */
const DayHours = Type.Object({
  date: Type.Day,
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  opens: Type.Nullable(Hour),
  closes: Type.Nullable(Hour),
  reason: Type.Nullable(Type.String()),
});
export const EffectiveDay = Type.Object({
  ...DayHours.properties,
  intervals: Type.Array(Type.Object(Span)),
  closures: Type.Array(Type.Object({ ...Span, title: Type.Nullable(Type.String()) })),
});
export const UsualHours = Type.Object({ weekends: Type.Boolean(), openTimes: Times, closeTimes: Times });
/** UTC offsets of a place, each from an instant on. */
const Clock = Type.Array(Type.Object({ from: Type.Number(), offset: Type.Number() }));

export const PlaceName = Type.Object({
  id: Type.Id,
  displayName: Type.String(),
  buildingCode: Type.String(),
  room: Type.String(),
  timezone: Type.String(),
});
const { id: locationId, ...placeName } = PlaceName.properties;

/** Seven days starting on a Sunday, in the location's time zone, with holidays applied. */
const WeekHours = Type.Object({
  locationId,
  ...placeName,
  clock: Clock,
  /** The minute of the response, in epoch milliseconds. */
  asOf: Type.Count,
  /** The location's date at that time. */
  today: Type.Day,
  /** Address of its opening hours on a published page; null when no page lists them. */
  hoursAt: Type.Nullable(Type.String()),
  /** Whether the location lists Sundays even when closed (see listedDays in domain/hours/hours.ts). */
  weekends: Type.Boolean(),
  /** Null when the location has no hours. */
  days: Type.Nullable(Type.Array(EffectiveDay)),
  /** The next opening day after these; null when there is none soon. */
  next: Type.Nullable(EffectiveDay),
});
export type WeekHours = Static<typeof WeekHours>;

/** A published instance, or an occurrence of a block that has a public title. */
const CalendarEvent = Type.Object({
  /** Unique within its kind; the occurrences of a block share it. */
  id: Type.Id,
  kind: Type.Enum(['event', 'block']),
  title: Type.String(),
  start: Type.String(),
  end: Type.String(),
  /** Plain text; may be empty. */
  description: Type.String(),
  /** "Makeshop, ITLL 1B10". */
  place: Type.String(),
  /** The name of the event's category, while that is active, and its color ("#b85000"), if it has one. */
  category: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
});
export type CalendarEvent = Static<typeof CalendarEvent>;

/** Instants carry the location's UTC offset, so their text is its local time. */
const LocationCalendar = Type.Object({
  location: PlaceName,
  /** Covers the range and the days around it. */
  clock: Clock,
  events: Type.Array(CalendarEvent),
  /** The location's usual hours and today's, as in WeekHours; null when the location has none. */
  hours: Type.Nullable(Type.Object({ ...UsualHours.properties, ...DayHours.properties })),
  /** One for each day of the range. Without usual hours they are never open, but have their closures. */
  days: Type.Array(EffectiveDay),
});
export type LocationCalendar = Static<typeof LocationCalendar>;

const CalendarCounts = Type.Object({
  /** Number of events that begin in a month, by month ("2026-11"). Months without events are left out. */
  months: Type.Dictionary(Type.Count),
  /** The same by day ("2026-11-27"), for at most a year. */
  days: Type.Optional(Type.Dictionary(Type.Count)),
  /** Why the place is closed all day, by day. Beyond a year without blocks, for special hours only. */
  closed: Type.Dictionary(Type.String()),
});
export type CalendarCounts = Static<typeof CalendarCounts>;

export const placeCalls = calls({
  'GET /api/locations/:id/hours': {
    summary: 'Locations: the opening hours of a week, holidays applied',
    public: true,
    cached: true,
    query: Type.Object({ week: Type.Optional(Type.Day) }),
    response: WeekHours,
  },
  'GET /api/ViewScheduling/GetCalendarFor/:id': {
    summary: `Locations: what takes place there today (today=true), or between two dates, at most ${MAX_CALENDAR_DAYS} days`,
    public: true,
    cached: true,
    query: Type.Object({
      today: Type.Optional(Type.Literal('true')),
      from: Type.Optional(Type.Day),
      to: Type.Optional(Type.Day),
    }),
    response: LocationCalendar,
  },
  'GET /api/ViewScheduling/GetCalendarCounts/:id': {
    summary: `Locations: how many events begin there in each month between two dates, at most ${MAX_COUNTED_YEARS} years`,
    public: true,
    cached: true,
    query: Type.Object({ from: Type.Day, to: Type.Day }),
    response: CalendarCounts,
  },
});
