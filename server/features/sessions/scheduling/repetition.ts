import type { Actor } from '../../../../domain/declarations/actor.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import type { PlannedSession } from '../../../../domain/calls/series.ts';
import type { Db } from '../../../platform/database.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import { invalid } from '../../../resources/refusals.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { plannedDates, requirePlanner } from './plan-sessions.ts';
import { conflictsOfPlans, planningZone } from './session-conflicts.ts';
import { isLive } from './session-rules.ts';
import { instantAt, movedTimes, toWallTime } from './shift-sessions.ts';

type Instance = RowOf<'instances'>;
type Times = ReturnType<typeof movedTimes>;

export interface RepeatQuestion {
  /** For this session and those that follow in its series; null: they stay as they are. */
  rule: string | null;
  /** Local dates on which it takes place besides, at the same time of day. */
  dates: readonly string[];
  /** Dates of the rule on which none takes place. */
  exceptDates: readonly string[];
}

/** A date on which a session takes place, or did. */
interface Repeated extends PlannedSession {
  /** Null for a new one. */
  instanceId: number | null;
  /** `staysForTickets`: the rule leaves it out, but someone has, or had, a ticket. */
  becomes: 'stays' | 'staysForTickets' | 'added' | 'deleted';
  /** The times of a new one. */
  times: Times | null;
}

export interface Repetition {
  addressed: Instance;
  zone: string;
  /** All sessions of the series, by time. */
  sessions: Repeated[];
  /** The dates of the rule on which nothing takes place. */
  exceptDates: string[];
}

/** What another rule, or further dates, would make of a session and those that follow in its series. */
export async function planRepetition(
  services: RowServices,
  { tx: db, actor, ids: [id] }: Pick<CommandRows, 'tx' | 'actor' | 'ids'>,
  { rule, dates, exceptDates }: RepeatQuestion,
): Promise<Repetition> {
  requirePlanner(services, actor, 'create');
  const addressed = await db.selectFrom('instances').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
  const zone = await planningZone(services, db, addressed.locationId);
  const start = new Date(addressed.startsAt).toISOString();
  const first = localDate(Date.parse(start), zone);
  const there = await datedInstances(db, addressed, zone);
  const byDate = new Map(there.flatMap((one) => [...one.days].map((day) => [day, one] as const)));
  const left = new Set(exceptDates);
  const planned = rule === null ? [] : plannedDates({ ...addressed, startsAt: start, rule, instructorIds: [] }, zone);
  const wanted = [
    ...planned.map(({ date, startsAt }) => ({ date, startsAt })),
    ...dates.map((date) => ({ date, startsAt: onDate(start, first, date, zone) })),
  ].filter(({ date }) => !byDate.has(date) && date !== first && !left.has(date));
  const now = services.clock.now();
  if (wanted.some(({ startsAt }) => Date.parse(startsAt) <= now))
    throw invalid({ dates: 'Past dates cannot be added' });
  const remaining = rule === null ? null : new Set([first, ...planned.map(({ date }) => date)]);
  const present = there.flatMap((one) => repeatedSession(one, addressed, { remaining, now, zone }));
  const added = [...new Map(wanted.map((one) => [one.date, one])).values()].map(({ date, startsAt }) => ({
    date,
    times: movedTimes(addressed, start, startsAt, zone),
  }));
  const sessions = [...present, ...(await addedSessions(services, db, actor, addressed, { added, present }))];
  return {
    addressed,
    zone,
    sessions: sessions.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
    exceptDates: planned.map(({ date }) => date).filter((date) => left.has(date) && !byDate.has(date)),
  };
}

/** What becomes of a session that exists. `remaining`: the dates of the new rule; null: the rule stays. */
function repeatedSession(
  { row, days, hasTickets }: DatedInstance,
  addressed: Instance,
  { remaining, now, zone }: { remaining: ReadonlySet<string> | null; now: number; zone: string },
): Repeated[] {
  const isAddressed = row.id === addressed.id;
  // Canceled and past sessions still take their date.
  if (!isAddressed && (!isLive(row) || Date.parse(row.endsAt) <= now)) return [];
  const isAfter = !isAddressed && Date.parse(row.startsAt) > Date.parse(addressed.startsAt);
  const isOut = remaining !== null && isAfter && ![...days].some((day) => remaining.has(day));
  return [
    {
      date: localDate(Date.parse(row.startsAt), zone),
      ...instanceSpan(row),
      instanceId: row.id,
      conflicts: [],
      becomes: isOut && !hasTickets ? 'deleted' : isOut ? 'staysForTickets' : 'stays',
      times: null,
    },
  ];
}

async function addedSessions(
  services: Needs<'engine' | 'model'>,
  db: Db,
  actor: Actor,
  addressed: Instance,
  { added, present }: { added: readonly { date: string; times: Times }[]; present: readonly Repeated[] },
): Promise<Repeated[]> {
  const plans = added.map(({ date, times }) => ({ ...addressed, ...times, key: date }));
  const deleted = present.flatMap(({ becomes, instanceId }) => (becomes === 'deleted' ? (instanceId ?? []) : []));
  const conflicts = await conflictsOfPlans(services, db, actor, plans, deleted);
  return added.map(({ date, times }) => ({
    date,
    ...instanceSpan({ ...addressed, ...times }),
    instanceId: null,
    conflicts: isLive(addressed) ? (conflicts.get(date) ?? []) : [],
    becomes: 'added',
    times,
  }));
}

interface DatedInstance {
  row: Instance;
  days: Set<string>;
  hasTickets: boolean;
}

/** The session and the others of its series, with the dates that each of them takes: for which it was planned, and on which it is. */
async function datedInstances(db: Db, addressed: Instance, zone: string): Promise<DatedInstance[]> {
  const { id, seriesId } = addressed;
  const rows = await db
    .selectFrom('instances as i')
    .selectAll('i')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('tickets as t').select('t.id').whereRef('t.instanceId', '=', 'i.id')).as('hasTickets'),
    )
    .$if(seriesId === null, (query) => query.where('i.id', '=', id))
    .$if(seriesId !== null, (query) => query.where('i.seriesId', '=', seriesId))
    .orderBy('i.startsAt')
    .execute();
  return rows.map(({ hasTickets, ...row }) => ({
    row,
    days: new Set([localDate(Date.parse(row.startsAt), zone), ...(row.occurrence === null ? [] : [row.occurrence])]),
    hasTickets: Boolean(hasTickets),
  }));
}

/** The same local time on another date. */
function onDate(start: string, first: string, date: string, zone: string): string {
  if (!isDate(date)) throw invalid({ dates: 'Enter a date' });
  return instantAt(toWallTime(start, zone) + Date.parse(date) - Date.parse(first), zone);
}

export function instanceSpan({ startsAt, endsAt }: Pick<Instance, 'startsAt' | 'endsAt'>): {
  startsAt: string;
  endsAt: string;
} {
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}
