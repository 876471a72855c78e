import type { Actor } from '../../../../domain/declarations/actor.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { canAccessField } from '../../../declarations/permission.ts';
import { parseRule, ruleText } from '../../../../domain/hours/recurrence.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import type { PlannedAnswer, RepeatedSession, RepeatPlan, RepeatSessions } from '../../../../domain/calls/series.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import { takeLock } from '../../../platform/locks.ts';
import { problem } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { badRequest, changedMeanwhile, invalid } from '../../../resources/refusals.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import {
  plannedDates,
  canOverrideConflicts,
  recordConflictOverride,
  refuseConflicts,
  requirePlanner,
} from './plan-sessions.ts';
import { conflictsOfPlans, planningZone } from './session-conflicts.ts';
import { hasTickets, isLive, lockSessions, writingSeries } from './session-rules.ts';
import { instantAt, movedTimes, toWallTime } from './shift-sessions.ts';

type Instance = RowOf<'instances'>;
type Times = ReturnType<typeof movedTimes>;
type Question = Omit<RepeatSessions, 'overrideReason'>;

/** A date on which a session takes place, or did. */
interface Repeated extends RepeatedSession {
  /** The times of a new one. */
  times: Times | null;
}

interface Repetition {
  addressed: Instance;
  zone: string;
  sessions: Repeated[];
  /** The dates of the rule on which nothing takes place. */
  exceptDates: string[];
}

/** What another rule, or further dates, would make of a session and those that follow in its series. */
export async function plannedRepetition(
  services: RowServices,
  actor: Actor,
  id: number,
  question: Question,
): Promise<RepeatPlan> {
  requirePlanner(services, actor, 'create');
  const { db, engine } = services;
  await engine.get(actor, 'instances', id);
  const { sessions, zone } = await repetitionOf(services, db, actor, id, question);
  return {
    timezone: zone,
    sessions: sessions.map(({ times: _, ...session }) => session),
    isCut: sessions.length > MOST_SESSIONS,
    canOverrideConflicts: canOverrideConflicts(services, actor),
  };
}

/**
 * Lets a session take place on further dates, or by another rule from its date on: what the rule adds is made like this session, and what
 * it leaves out is deleted, unless somebody has ever had a ticket for it, or it is over or canceled. A single session becomes a series.
 * One transaction. Permissions are those of the writes; refused with 409 and the conflicts by their dates.
 */
export async function repeatSessions(
  services: RowServices,
  actor: Actor,
  id: number,
  { overrideReason, ...question }: RepeatSessions,
  seen: { version?: number } = {},
): Promise<PlannedAnswer> {
  requirePlanner(services, actor, 'create');
  const { engine } = services;
  return engine.transaction(async (tx) => {
    await takeLock(tx, 'scheduling');
    await lockSeriesOf(services, tx, id);
    const current = await engine.get(actor, 'instances', id, { tx });
    if (seen.version !== undefined && seen.version !== current.version) throw changedMeanwhile(current);
    const repetition = await repetitionOf(services, tx, actor, id, question);
    const { addressed, sessions } = repetition;
    if (sessions.length > MOST_SESSIONS) throw badRequest(`A series has at most ${MOST_SESSIONS} sessions.`);
    const added = sessions.filter(({ becomes }) => becomes === 'added');
    const deleted = sessions.filter(({ becomes }) => becomes === 'deleted');
    if (deleted.length > 0) requirePlanner(services, actor, 'delete');
    await refuseForWhole(tx, addressed, added.length + deleted.length);
    refuseConflicts(services, actor, added, overrideReason);
    const written: RowChange[] = [];
    for (const { instanceId } of deleted) {
      const { version } = await engine.remove(actor, 'instances', instanceId ?? 0, { tx });
      written.push({ resource: 'instances', id: instanceId ?? 0, version: Number(version) });
    }
    const { seriesId, changes } = await seriesFor(services, tx, actor, repetition, question.rule);
    written.push(...changes);
    const values = copiedValues(services, actor, addressed);
    for (const { date, times, conflicts } of added) {
      const row = await writingSeries(
        () => ({ seriesId, occurrence: date }),
        () => engine.create(actor, 'instances', { ...values, ...times }, { tx }),
      );
      written.push({ resource: 'instances', id: row.id, version: Number(row.version) });
      if (conflicts.length > 0)
        written.push(
          await recordConflictOverride(services, tx, actor, { instanceId: row.id, conflicts, reason: overrideReason }),
        );
    }
    const ids = await tx
      .selectFrom('instances')
      .select('id')
      .where('seriesId', '=', seriesId)
      .orderBy('occurrence')
      .execute();
    return { seriesId, instanceIds: ids.map((one) => one.id), changes: written };
  });
}

async function lockSeriesOf({ engine }: Needs<'engine'>, tx: Tx, id: number): Promise<void> {
  const session = await tx.selectFrom('instances').select('seriesId').where('id', '=', id).executeTakeFirst();
  if (session?.seriesId == null) return void (await engine.lock(tx, 'instances', [id]));
  await engine.lock(tx, 'eventSeries', [session.seriesId]);
  await lockSessions(tx, session.seriesId);
}

async function repetitionOf(
  services: RowServices,
  db: Db,
  actor: Actor,
  id: number,
  { rule, dates, exceptDates }: Question,
): Promise<Repetition> {
  const addressed = await db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
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
      ownFields: [],
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
    ownFields: [],
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

function instanceSpan({ startsAt, endsAt }: Pick<Instance, 'startsAt' | 'endsAt'>): {
  startsAt: string;
  endsAt: string;
} {
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

/** All values that the caller can write; copies are drafts unless the session is published. */
function copiedValues({ engine }: Needs<'engine'>, actor: Actor, row: Instance): Row {
  const instances = engine.resolver.resource('instances');
  const access = engine.resolver.access(actor, instances, 'create');
  const values: Row = row;
  const own = instances.fields.filter(
    ({ name, readOnly, engine: isEngines }) =>
      !readOnly && !isEngines && name !== 'overbookLimit' && canAccessField(access, name) && values[name] != null,
  );
  const status = row.status === 'published' ? 'published' : 'draft';
  return { ...Object.fromEntries(own.map(({ name }) => [name, values[name] ?? null])), status };
}

/** Stores the rule in the session's series, or in a new one, and returns what was written. */
async function seriesFor(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { addressed, sessions, exceptDates, zone }: Repetition,
  rule: string | null,
): Promise<{ seriesId: number; changes: RowChange[] }> {
  const { id, seriesId, eventId } = addressed;
  const asCommand = { tx, command: true } as const;
  const except = exceptDates.length === 0 ? null : exceptDates.toSorted();
  if (seriesId === null) {
    const series = await engine.create(
      actor,
      'eventSeries',
      { eventId, ...instanceSpan(addressed), rule, exceptDates: except, isBookedAsWhole: false },
      asCommand,
    );
    const first = await writingSeries(
      () => ({ seriesId: series.id, occurrence: localDate(Date.parse(addressed.startsAt), zone) }),
      () => engine.update(actor, 'instances', id, {}, { tx }),
    );
    const changes = [
      { resource: 'eventSeries', id: series.id, version: series.version },
      { resource: 'instances', id, version: Number(first.version) },
    ];
    return { seriesId: series.id, changes };
  }
  const [series] = rule === null ? [] : await engine.lock(tx, 'eventSeries', [seriesId]);
  if (series === undefined || rule === null) return { seriesId, changes: [] };
  // One that only ends elsewhere still counts from its first session.
  const isSame = series.rule !== null && patternOf(series.rule) === patternOf(rule);
  const last = sessions.at(-1)?.date ?? null;
  const ended = isSame ? ruleText({ ...parseRule(rule), count: null, until: parseRule(rule).until ?? last }) : rule;
  const earlier = (series.exceptDates ?? []).filter((date) => isSame && !exceptDates.includes(date));
  const all = [...earlier, ...exceptDates].toSorted();
  const planned = {
    rule: ended,
    exceptDates: all.length === 0 ? null : all,
    ...(isSame ? {} : instanceSpan(addressed)),
  };
  const { version } = await engine.update(actor, 'eventSeries', seriesId, planned, asCommand);
  return { seriesId, changes: version === series.version ? [] : [{ resource: 'eventSeries', id: seriesId, version }] };
}

function patternOf(rule: string): string {
  return ruleText({ ...parseRule(rule), count: null, until: null });
}

/** Holders of a whole series would have no seat in the added sessions. */
async function refuseForWhole(tx: Tx, { seriesId }: Instance, changes: number): Promise<void> {
  if (seriesId === null || changes === 0) return;
  const { isBookedAsWhole } = await tx
    .selectFrom('eventSeries')
    .select('isBookedAsWhole')
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow();
  if (isBookedAsWhole && (await hasTickets(tx, seriesId)))
    throw problem(
      409,
      'scheduling.series-has-tickets',
      'Not saved',
      'People have signed up for the whole series and would have no seat in another session. Schedule it separately.',
    );
}
