/** GET /api/events/attendance: what a director reports of the sessions of a period. */

/** Days as "2026-03-01", both included. */
export interface AttendanceQuery {
  from: string;
  to: string;
  eventId?: number;
  categoryId?: number;
  instructorId?: number;
}

/** Sums over sessions. Those that were cancelled count as such alone; drafts do not count. */
export interface AttendanceFigures {
  sessions: number;
  /** Of sessions that took place or will. */
  seats: number;
  /** Tickets with a seat, whatever came of it. */
  seated: number;
  /** Attended, in time or late. */
  came: number;
  late: number;
  noShow: number;
  /** A seat in a session that is over, of which nobody has said whether its holder came. */
  unmarked: number;
  /** Tickets that were cancelled, the waiting list included. */
  cancelled: number;
  /** Of these, after the event's deadline. */
  cancelledLate: number;
  /** Tickets that have been on the waiting list. */
  waited: number;
  /** Of these, those that have got a seat. */
  promoted: number;
  sessionsCancelled: number;
}

export interface AttendanceGroup extends AttendanceFigures {
  /** What the report can be narrowed to: the id of an event, category or instructor; the first day of a term. Null: none. */
  id: number | string | null;
  name: string;
}

/** Sessions that begin on the day of the week (1: Monday) within the hour, in the site's time. */
export interface AttendanceHour extends AttendanceFigures {
  weekday: number;
  hour: number;
}

/** What can be chosen for the period, whatever is chosen by now. */
export interface AttendanceChoices {
  events: { id: number; name: string }[];
  categories: { id: number; name: string }[];
  instructors: { id: number; name: string }[];
}

export interface AttendanceReport {
  from: string;
  to: string;
  total: AttendanceFigures;
  events: AttendanceGroup[];
  categories: AttendanceGroup[];
  /** A session counts for each of its instructors, whose accounts the caller may read. */
  instructors: AttendanceGroup[];
  terms: AttendanceGroup[];
  hours: AttendanceHour[];
  choices: AttendanceChoices;
}

export const NO_ATTENDANCE: AttendanceFigures = {
  sessions: 0,
  seats: 0,
  seated: 0,
  came: 0,
  late: 0,
  noShow: 0,
  unmarked: 0,
  cancelled: 0,
  cancelledLate: 0,
  waited: 0,
  promoted: 0,
  sessionsCancelled: 0,
};

export function sumOf(some: readonly AttendanceFigures[]): AttendanceFigures {
  const sum = { ...NO_ATTENDANCE };
  for (const one of some) for (const key of Object.keys(sum) as (keyof AttendanceFigures)[]) sum[key] += one[key];
  return sum;
}
