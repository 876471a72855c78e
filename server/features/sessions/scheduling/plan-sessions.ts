import { formatDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import type {
  Plan,
  PlannedAnswer,
  PlannedSession,
  PlanQuestion,
  PlanSessions,
} from '../../../../domain/calls/series.ts';
import { canAccess, canAccessField } from '../../../declarations/permission.ts';
import { arranged, dateFaults, type Arrangement } from '../../../../domain/sessions/session-dates.ts';
import type { Conflict } from './conflicts.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { RowChange } from '../../../../domain/calls/row-parts.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import { once } from '../../../platform/idempotency.ts';
import { takeLock } from '../../../platform/locks.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import { problem } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { badRequest, invalid, ungranted } from '../../../resources/refusals.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { expansionFault, occurrencesOf } from '../blocks/series.ts';
import { plannedValues } from './planned-values.ts';
import { conflictsOfPlans, formatConflicts, planningZone, type SessionPlan } from './session-conflicts.ts';
import { conflictRefused, isLive, writingSeries } from './session-rules.ts';
import { movedDates, movedTimes, toWallTime } from './shift-sessions.ts';

const YEARS = 10 * 366 * 86_400_000;

/** Dates of the sessions, with the conflicts of each. 403 for callers who cannot create sessions. */
export async function planOfSessions(services: RowServices, actor: Actor, given: PlanQuestion): Promise<Plan> {
  requirePlanner(services, actor, 'create');
  const { db } = services;
  const question = questionIn(services, { ...given }, given.rule);
  const timezone = await planningZone(services, db, question.locationId);
  const dates = plannedDates(question, timezone);
  const shown = dates.slice(0, MOST_SESSIONS);
  return {
    timezone,
    sessions: await withConflicts(services, db, actor, { dates: shown, question, zone: timezone }),
    isCut: dates.length > MOST_SESSIONS,
    canOverrideConflicts: canOverrideConflicts(services, actor),
  };
}

/**
 * Creates an instance, or a series of them, in one transaction. Permissions are those of creating instances, and of `conflictOverrides` where
 * something is in the way. Refused with 409 and the conflicts by their dates.
 */
export async function planSessions(
  services: RowServices,
  actor: Actor,
  body: PlanSessions,
  key: string | undefined,
): Promise<PlannedAnswer> {
  const { rule, exceptDates } = body;
  requirePlanner(services, actor, 'create');
  const question = questionIn(services, body.values, rule);
  return services.engine.transaction(async (tx) => {
    const timezone = await planningZone(services, tx, question.locationId);
    const left = new Set(exceptDates);
    const dates = plannedDates(question, timezone).filter(({ date }) => !left.has(date));
    if (dates.length === 0) throw badRequest('Include at least one date.');
    if (dates.length > MOST_SESSIONS) throw badRequest(`A series has at most ${MOST_SESSIONS} sessions.`);
    const call = { userId: actor.id ?? 0, scope: 'plan sessions', key, body };
    const planned = { question, dates, zone: timezone };
    return answerFor(tx, await once(tx, call, () => createSessions(services, tx, actor, body, planned)));
  });
}

interface PlannedDates {
  question: PlanQuestion;
  dates: PlannedDate[];
  zone: string;
}

/** Returns the id of the first. */
async function createSessions(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  { values, rule, exceptDates, isBookedAsWhole, overrideReason }: PlanSessions,
  { question, dates, zone }: PlannedDates,
): Promise<number> {
  const { engine } = services;
  const { status = 'draft', ...given } = plannedValues(services, values);
  await takeLock(tx, 'scheduling');
  const planned = isLive({ status })
    ? await withConflicts(services, tx, actor, { dates, question, zone })
    : dates.map((one) => ({ ...one, conflicts: [] }));
  refuseConflicts(services, actor, planned, overrideReason);
  const { startsAt: start, endsAt } = question;
  const except = exceptDates.length === 0 ? null : exceptDates.toSorted();
  const eventId = Number(values['eventId']);
  const pattern = { eventId, startsAt: start, endsAt, exceptDates: except, isBookedAsWhole };
  const series =
    rule === null ? null : await engine.create(actor, 'eventSeries', { ...pattern, rule }, { tx, command: true });
  const ids: number[] = [];
  for (const { date, startsAt, conflicts } of planned) {
    const times = movedTimes({ ...given, ...arrangementOf(question) }, start, startsAt, zone);
    const fields = series === null ? {} : { seriesId: series.id, occurrence: date };
    const { id } = await writingSeries(
      () => fields,
      () => engine.create(actor, 'instances', { ...values, ...times }, { tx }),
    );
    ids.push(id);
    if (conflicts.length > 0)
      await recordConflictOverride(services, tx, actor, { instanceId: id, conflicts, reason: overrideReason });
  }
  return ids[0] ?? 0;
}

/** Of what the instance was created with. */
async function answerFor(tx: Tx, first: number): Promise<PlannedAnswer> {
  const made = await tx
    .selectFrom('instances')
    .select(['id', 'seriesId', 'version'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  const { seriesId } = made;
  const rows =
    seriesId === null
      ? [made]
      : await tx
          .selectFrom('instances')
          .select(['id', 'version'])
          .where('seriesId', '=', seriesId)
          .orderBy('occurrence')
          .execute();
  const instanceIds = rows.map(({ id }) => id);
  const series = tx.selectFrom('eventSeries').select(['id', 'version']).where('id', '=', seriesId);
  const overrides = tx.selectFrom('conflictOverrides').select(['id', 'version']).where('instanceId', 'in', instanceIds);
  const changesOf = (resource: string, written: readonly { id: number; version: number }[]): RowChange[] =>
    written.map(({ id, version }) => ({ resource, id, version }));
  return {
    seriesId,
    instanceIds,
    changes: [
      ...changesOf('instances', rows),
      ...changesOf('eventSeries', seriesId === null ? [] : await series.execute()),
      ...changesOf('conflictOverrides', await overrides.execute()),
    ],
  };
}

export function requirePlanner({ engine }: RowServices, actor: Actor, action: 'create' | 'update' | 'delete'): void {
  const instances = engine.resolver.resource('instances');
  const access = engine.resolver.access(actor, instances, action);
  // Writing notes alone does not include planning.
  if (!canAccess(access) || (action !== 'delete' && !canAccessField(access, 'startsAt')))
    throw ungranted(actor, `You cannot ${action} ${instances.config.label}.`);
}

export function canOverrideConflicts({ engine }: Needs<'engine'>, actor: Actor): boolean {
  return canAccess(engine.resolver.access(actor, engine.resolver.resource('conflictOverrides'), 'create'));
}

export function refuseConflicts(
  services: Needs<'engine'>,
  actor: Actor,
  planned: readonly Pick<PlannedSession, 'date' | 'conflicts'>[],
  overrideReason: string | null,
): void {
  const conflicting = planned.filter(({ conflicts }) => conflicts.length > 0);
  if (conflicting.length === 0) return;
  if (overrideReason !== null && overrideReason.trim() !== '') {
    if (canOverrideConflicts(services, actor)) return;
    throw problem(403, 'scheduling.no-override', 'Not allowed', 'You cannot schedule sessions with conflicts.');
  }
  throw conflictRefused(
    conflicting.map(({ date, conflicts }) => `${formatDay(date)}: ${formatConflicts(conflicts)}`).join('. '),
  );
}

/** Records the override and its reason. Returns the write. */
export async function recordConflictOverride(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { instanceId, conflicts, reason }: { instanceId: number; conflicts: readonly Conflict[]; reason: string | null },
): Promise<RowChange> {
  const data = { instanceId, conflicts: formatConflicts(conflicts).slice(0, 2000), reason: (reason ?? '').trim() };
  const { id, version } = await engine.create(actor, 'conflictOverrides', data, { tx, command: true });
  return { resource: 'conflictOverrides', id, version };
}

type PlannedDate = Omit<PlannedSession, 'conflicts'>;

async function withConflicts(
  services: Needs<'engine' | 'model'>,
  db: Db,
  actor: Actor,
  { dates, question, zone }: { dates: readonly PlannedDate[]; question: PlanQuestion; zone: string },
): Promise<PlannedSession[]> {
  const { locationId, instructorIds } = question;
  const first = toWallTime(question.startsAt, zone);
  const nextTurn = loopTurns();
  const plans: SessionPlan[] = [];
  for (const { date, startsAt, endsAt } of dates) {
    const moved = movedDates(question.dates ?? null, toWallTime(startsAt, zone) - first, zone);
    plans.push({ key: date, startsAt, endsAt, dates: moved, locationId, instructorIds });
    await nextTurn();
  }
  const conflicts = await conflictsOfPlans(services, db, actor, plans, []);
  return dates.map((one) => ({ ...one, conflicts: conflicts.get(one.date) ?? [] }));
}

/** At most one more than a series may have. */
export function plannedDates({ startsAt, endsAt, rule }: PlanQuestion, zone: string): PlannedDate[] {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const series = { startsAt, endsAt, rule, exceptDates: null };
  if (rule === null) return [{ date: localDate(start, zone), startsAt: iso(start), endsAt: iso(end) }];
  const fault = ruleFault(rule) ?? expansionFault(series, zone);
  if (fault !== null) throw invalid({ rule: fault });
  const dates = occurrencesOf(series, zone, start, start + YEARS).slice(0, MOST_SESSIONS + 1);
  if (dates[0]?.startsAt !== start) throw invalid({ rule: 'Must include the day of the start' });
  return dates.map((one) => ({
    date: one.date,
    startsAt: iso(one.startsAt),
    endsAt: iso(one.endsAt),
  }));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** The values by which sessions are planned; the write itself checks all of them. */
function questionIn(services: Needs<'engine'>, values: Row, rule: string | null): PlanQuestion {
  const given = plannedValues(services, values);
  const { startsAt, endsAt, locationId = null, instructorIds } = given;
  if (startsAt === undefined) throw invalid({ startsAt: 'Enter a date and a time' });
  if (endsAt === undefined) throw invalid({ endsAt: 'Enter a date and a time' });
  const times = arranged({ startsAt, endsAt, dates: given.dates ?? null }, null);
  services.engine.resolver.requireRules('instances', { ...times });
  const faults = dateFaults(times);
  if (faults !== null) throw invalid(faults);
  return { ...times, locationId, instructorIds: instructorIds ?? [], rule };
}

/** When the first one takes place, as its row stores it. */
function arrangementOf({ startsAt, endsAt, dates = null }: PlanQuestion): Arrangement {
  return { startsAt, endsAt, dates };
}
