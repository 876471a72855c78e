import { sql } from 'kysely';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import {
  sumOf,
  type AttendanceFigures,
  type AttendanceGroup,
  type AttendanceHour,
  type AttendanceQuery,
  type AttendanceReport,
} from '../../../../domain/sessions/attendance.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import { termOn, type Term } from '../../../../domain/values/terms.ts';
import { columnRefs } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import { firstInstant, localText } from '../../../platform/zone-years.ts';
import type { Services } from '../../../services.ts';
import { readById } from '../../sessions/scheduling/rows.ts';

/** Sessions of one report: it is summed up in memory. */
const MOST_SESSIONS = 20_000;

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const C = columnRefs('categories', 'c');
const L = columnRefs('locations', 'l');
const T = columnRefs('tickets', 't');

interface SessionRow extends AttendanceFigures {
  eventId: number;
  title: string;
  categoryId: number | null;
  category: string | null;
  startsAt: string;
  instructorIds: number[] | null;
  /** Of its place. */
  timezone: string | null;
}

/** A session, with what it is summed up by. */
interface Session extends SessionRow {
  /** In the time of its place. */
  day: string;
  hour: number;
}

/** The sessions that begin in these days, summed up in every way, for staff of events. 422 for more than can be summed up. */
export async function attendanceReport(
  services: Services,
  actor: Actor,
  query: AttendanceQuery,
): Promise<AttendanceReport> {
  const all = await sessionsOf(services, query);
  const { eventId, categoryId, instructorId } = query;
  const sessions = all.filter(
    (one) =>
      (eventId === undefined || one.eventId === eventId) &&
      (categoryId === undefined || one.categoryId === categoryId) &&
      (instructorId === undefined || (one.instructorIds ?? []).includes(instructorId)),
  );
  const names = await instructorNames(services, actor, all);
  return {
    from: query.from,
    to: query.to,
    total: sumOf(sessions),
    events: grouped(sessions, (one) => [[one.eventId, one.title]]),
    categories: grouped(sessions, (one) => [[one.categoryId, one.category ?? 'Without category']]),
    instructors: grouped(sessions, (one) => instructorsOf(one, names)),
    terms: grouped(sessions, (one) => [termOf(one.day, services.model.site.terms)], byId),
    hours: byHour(sessions),
    choices: {
      events: choices(all.map((one) => [one.eventId, one.title])),
      categories: choices(
        all.flatMap((one) => (one.categoryId === null ? [] : [[one.categoryId, one.category ?? '']])),
      ),
      instructors: choices(all.flatMap((one) => instructorsOf(one, names).filter(isSomebody))),
    },
  };
}

async function sessionsOf({ db, clock, model }: Services, { from, to }: AttendanceQuery): Promise<Session[]> {
  const { timezone } = model.site;
  const [start, end] = [from, addDays(to, 1)].map((day) => new Date(firstInstant(day, timezone)).toISOString());
  const isHeld = sql`${I.status} <> 'cancelled'`;
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition} and ${isHeld})::int`;
  const seated = sql`${T.status} not in ('cancelled', 'waitlisted')`;
  const { rows } = await sql<SessionRow>`
    select ${I.eventId}, ${E.title}, ${E.categoryId}, ${C.name} as "category", ${I.startsAt}, ${I.instructorIds}, ${L.timezone},
      (${isHeld})::int as "sessions", (not ${isHeld})::int as "sessionsCancelled",
      case when ${isHeld} then ${I.capacity} else 0 end as "seats", figures.*
    from "instances" i join "events" e on ${E.id} = ${I.eventId} left join "categories" c on ${C.id} = ${E.categoryId}
      left join "locations" l on ${L.id} = ${I.locationId}
    cross join lateral (
      select ${count(seated)} as "seated", ${count(sql`${T.status} in ('attended', 'late')`)} as "came",
        ${count(sql`${T.status} = 'late'`)} as "late", ${count(sql`${T.status} = 'noShow'`)} as "noShow",
        ${count(sql`${T.status} = 'confirmed' and ${I.endsAt} <= ${clock.instant()}`)} as "unmarked",
        ${count(sql`${T.status} = 'cancelled'`)} as "cancelled", ${count(sql`${T.cancelledLate}`)} as "cancelledLate",
        ${count(sql`${T.waitingSince} is not null`)} as "waited",
        ${count(sql`${T.waitingSince} is not null and ${seated}`)} as "promoted"
      from "tickets" t where ${T.instanceId} = ${I.id}) figures
    where ${I.status} <> 'draft' and ${I.startsAt} >= ${start} and ${I.startsAt} < ${end}
    order by ${I.startsAt}, ${I.id} limit ${MOST_SESSIONS + 1}`.execute(db);
  if (rows.length > MOST_SESSIONS)
    throw problem(
      422,
      'events.report-too-long',
      'Too many sessions',
      'Choose fewer days: there are too many sessions.',
    );
  return rows.map((row) => {
    const local = localText(Date.parse(row.startsAt), row.timezone ?? timezone);
    return { ...row, day: local.slice(0, 10), hour: Number(local.slice(11, 13)) };
  });
}

type Key = readonly [id: AttendanceGroup['id'], name: string];

/** By key, most seats taken first. */
function grouped(
  sessions: readonly Session[],
  keysOf: (session: Session) => readonly Key[],
  order: (a: AttendanceGroup, b: AttendanceGroup) => number = bySeats,
): AttendanceGroup[] {
  const groups = new Map<Key[0], { name: string; sessions: Session[] }>();
  for (const session of sessions)
    for (const [id, name] of keysOf(session)) {
      const group = groups.get(id) ?? { name, sessions: [] };
      group.sessions.push(session);
      groups.set(id, group);
    }
  return [...groups].map(([id, { name, sessions: some }]) => ({ id, name, ...sumOf(some) })).toSorted(order);
}

function bySeats(a: AttendanceGroup, b: AttendanceGroup): number {
  return b.seated - a.seated || b.sessions - a.sessions || a.name.localeCompare(b.name, 'en');
}

function byId(a: AttendanceGroup, b: AttendanceGroup): number {
  return String(a.id).localeCompare(String(b.id), 'en');
}

function byHour(sessions: readonly Session[]): AttendanceHour[] {
  const groups = Map.groupBy(sessions, ({ day, hour }) => weekdayOf(day) * 24 + hour);
  return [...groups]
    .map(([at, some]) => ({ weekday: Math.floor(at / 24), hour: at % 24, ...sumOf(some) }))
    .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

/** 1: Monday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function termOf(day: string, terms: readonly Term[]): Key {
  const term = termOn(day, terms);
  if (term === undefined) return [null, 'Between terms'];
  return [term.start, `${term.name} ${term.start.slice(0, 4)}`];
}

/** Names of the accounts that the caller may read; others teach unnamed. */
async function instructorNames(
  services: Services,
  actor: Actor,
  sessions: readonly Session[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(sessions.flatMap(({ instructorIds }) => instructorIds ?? []))];
  const names = new Map<number, string>();
  for (let at = 0; at < ids.length; at += NAMES_AT_ONCE)
    for (const [id, { displayName }] of await readById(services, actor, 'users', ids.slice(at, at + NAMES_AT_ONCE)))
      if (displayName) names.set(id, displayName);
  return names;
}

/** Rows of a list. */
const NAMES_AT_ONCE = 100;

function instructorsOf({ instructorIds }: Session, names: ReadonlyMap<number, string>): Key[] {
  const known = (instructorIds ?? []).flatMap((id): Key[] => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name]];
  });
  return known.length > 0 ? known : [[null, 'Nobody named']];
}

function isSomebody(key: Key): key is readonly [number, string] {
  return typeof key[0] === 'number';
}

function choices(keys: readonly Key[]): { id: number; name: string }[] {
  const named = new Map(keys.filter(isSomebody));
  return [...named].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
