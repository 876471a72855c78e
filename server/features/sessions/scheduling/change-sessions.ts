import { formatDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { sameJson, type Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { arranged } from '../../../../domain/sessions/session-dates.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { ChangeSessions, ChangePlan, PlannedSession } from '../../../../domain/calls/series.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import type { Db } from '../../../platform/database.ts';
import { takeLock } from '../../../platform/locks.ts';
import { problem, ProblemError } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import { badRequest } from '../../../resources/refusals.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { changeNote, countNotified } from '../session-change.ts';
import { canOverrideConflicts, recordConflictOverride, refuseConflicts, requirePlanner } from './plan-sessions.ts';
import { plannedValues, type PlannedValues } from './planned-values.ts';
import { conflictsOfPlans, planningZone } from './session-conflicts.ts';
import { isLive, ownFieldsWith, sessionPlan, writingSeries } from './session-rules.ts';
import { instantAt, movedDates, TIME_FIELDS, toWallTime } from './shift-sessions.ts';

type Instance = RowOf<'instances'>;
type Change = Omit<ChangeSessions, 'overrideReason' | 'note'>;

/** One session of a change: what it is, what becomes of it, and the fields that it keeps. */
interface Changed {
  before: Instance;
  data: Record<string, Json>;
  after: Instance;
  ownFields: string[];
}

/** What a change would make of the sessions it is about, and what would be in the way of each. */
export async function plannedChange(
  services: RowServices,
  actor: Actor,
  id: number,
  change: Change,
): Promise<ChangePlan> {
  requirePlanner(services, actor, 'update');
  const { db, engine } = services;
  await engine.get(actor, 'instances', id);
  const changes = await plannedChanges(services, db, id, change);
  const zone = await planningZone(
    services,
    db,
    changes.find(({ before }) => before.id === id)?.after.locationId ?? null,
  );
  return {
    timezone: zone,
    sessions: await planned(services, db, actor, changes, zone),
    isCut: false,
    canOverrideConflicts: canOverrideConflicts(services, actor),
    people: await countNotified(
      services,
      db,
      changes.map(({ before, after }) => ({ actor, before, after })),
    ),
  };
}

/**
 * Changes a session, with those that follow in its series or all, in one transaction. What was changed for one session alone stays as it
 * is there, and so do sessions that are over. Permissions are those of the writes. Refused with 409 and the conflicts by their dates, or
 * with the first refusal of a write.
 */
export async function changeSessions(
  services: RowServices,
  actor: Actor,
  id: number,
  { overrideReason, note = null, ...change }: ChangeSessions,
  seen: { version?: number } = {},
): Promise<RowChange[]> {
  requirePlanner(services, actor, 'update');
  const { engine } = services;
  return engine.transaction(async (tx) => {
    await engine.get(actor, 'instances', id, { tx });
    await takeLock(tx, 'scheduling');
    await engine.lock(tx, 'instances', await idsIn(tx, id, change.scope));
    const changes = await plannedChanges(services, tx, id, change);
    const zone = await planningZone(
      services,
      tx,
      changes.find(({ before }) => before.id === id)?.after.locationId ?? null,
    );
    const sessions = await planned(services, tx, actor, changes, zone);
    refuseConflicts(services, actor, sessions, overrideReason);
    changeNote(tx).text = note === null || note.trim() === '' ? null : note.trim();
    const conflicts = new Map(sessions.map((one) => [one.instanceId, one.conflicts]));
    const written: RowChange[] = [];
    for (const one of changes) {
      const { version } = one.before;
      const isAddressed = one.before.id === id;
      const row = await namingSession(
        changes.length > 1 ? localDate(Date.parse(one.before.startsAt), zone) : null,
        () =>
          writingSeries(
            (before) => (before?.seriesId == null ? {} : { ownFields: ownFieldsAfter(one, isAddressed, change) }),
            () => engine.update(actor, 'instances', one.before.id, one.data, { tx, ...(isAddressed ? seen : {}) }),
          ),
      );
      if (row.version !== version) written.push({ resource: 'instances', id: row.id, version: Number(row.version) });
      const found = conflicts.get(one.before.id) ?? [];
      if (found.length > 0)
        written.push(
          await recordConflictOverride(services, tx, actor, {
            instanceId: row.id,
            conflicts: found,
            reason: overrideReason,
          }),
        );
    }
    return written;
  });
}

/** The session, those with it that follow in its series, or all. */
export async function sessionsInScope(
  db: Db,
  id: number,
  scope: OccurrenceScope,
): Promise<Pick<Instance, 'id' | 'endsAt'>[]> {
  const { seriesId, occurrence, ...row } = await db
    .selectFrom('instances')
    .select(['id', 'endsAt', 'seriesId', 'occurrence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => badRequest('This session does not exist.'));
  if (scope === 'one' || seriesId === null || occurrence === null) return [row];
  return db
    .selectFrom('instances')
    .select(['id', 'endsAt'])
    .where('seriesId', '=', seriesId)
    .$if(scope === 'following', (query) => query.where('occurrence', '>=', occurrence))
    .orderBy('id')
    .execute();
}

async function idsIn(db: Db, id: number, scope: OccurrenceScope): Promise<number[]> {
  return (await sessionsInScope(db, id, scope)).map((one) => one.id);
}

async function plannedChanges(services: RowServices, db: Db, id: number, given: Change): Promise<Changed[]> {
  const change = { ...given, values: { ...given.values, ...plannedValues(services, given.values) } };
  const ids = await idsIn(db, id, change.scope);
  const rows = await db.selectFrom('instances').selectAll().where('id', 'in', ids).orderBy('startsAt').execute();
  const addressed = rows.find((row) => row.id === id);
  if (addressed === undefined) throw badRequest('This session does not exist.');
  const zone = await planningZone(services, db, addressed.locationId);
  const { locationId = addressed.locationId } = change.values;
  const zoneThere = await planningZone(services, db, typeof locationId === 'number' ? locationId : null);
  const left = new Set(change.leave);
  const now = services.clock.now();
  return rows
    .filter((row) => row.id === id || (!left.has(row.id) && Date.parse(row.endsAt) > now && isLive(row)))
    .map((before) => {
      const ownFields = before.id === id ? [] : ownFieldsChanged(before, change.values, addressed);
      const data =
        before.id === id ? change.values : valuesFor(before, addressed, change.values, { ownFields, zone, zoneThere });
      return { before, data, after: { ...before, ...arranged(data as Partial<Instance>, before) }, ownFields };
    })
    .filter(({ before, data }) => before.id === id || Object.keys(data).length > 0);
}

/** The fields of the change that the session has of its own. */
function ownFieldsChanged({ ownFields }: Instance, values: Row, addressed: Instance): string[] {
  const own = new Set(ownFields);
  const isMoved = own.has('startsAt') || own.has('endsAt');
  const then: Row = addressed;
  return Object.keys(values).filter(
    (name) =>
      !sameJson(values[name], then[name]) && (own.has(name) || (isMoved && TIME_FIELDS.some((time) => time === name))),
  );
}

/** What the change of one session is for another one of its series. */
function valuesFor(
  row: Instance,
  addressed: Instance,
  values: Row & PlannedValues,
  { ownFields, zone, zoneThere }: { ownFields: readonly string[]; zone: string; zoneThere: string },
): Record<string, Json> {
  const [now, then]: [Row, Row] = [row, addressed];
  const changed = Object.entries(values).filter(
    ([name, value]) => !sameJson(value, then[name]) && !ownFields.includes(name),
  );
  return Object.fromEntries(
    changed.flatMap(([name, value]): [string, Json][] => {
      if (name === 'status') return isStep(row.status, value) ? [[name, value ?? null]] : [];
      if (name === 'dates')
        return [
          [
            name,
            movedDates(
              values.dates ?? null,
              toWallTime(row.startsAt, zone) - toWallTime(addressed.startsAt, zone),
              zone,
            ),
          ],
        ];
      const isTime = TIME_FIELDS.some((time) => time === name);
      if (!isTime || typeof value !== 'string') return [[name, value ?? null]];
      const was = now[name];
      // As long before or after the start as it is in the session that was changed.
      const old = typeof was === 'string' && typeof then[name] === 'string' ? was : null;
      const moved =
        toWallTime(value, zoneThere) - toWallTime(old === null ? addressed.startsAt : String(then[name]), zone);
      return [[name, instantAt(toWallTime(old ?? row.startsAt, zone) + moved, zoneThere)]];
    }),
  );
}

function isStep(from: Instance['status'], to: Json | undefined): boolean {
  if (to === 'published') return from === 'draft';
  if (to === 'draft') return from === 'published';
  return to === 'cancelled' && (from === 'draft' || from === 'published');
}

/** A change for one makes the fields its own; one for several gives them back to the series. */
function ownFieldsAfter({ before, data }: Changed, isAddressed: boolean, { scope }: Change): string[] | null {
  if (!isAddressed) return before.ownFields;
  const then: Row = before;
  const names = Object.keys(data).filter((name) => name !== 'status' && !sameJson(data[name], then[name]));
  if (scope === 'one') return names.length === 0 ? before.ownFields : ownFieldsWith(before, names);
  const left = (before.ownFields ?? []).filter((name) => !names.includes(name));
  return left.length === 0 ? null : left;
}

/** Only moved sessions, or those with other people, are compared. */
async function planned(
  services: Needs<'engine' | 'model'>,
  db: Db,
  actor: Actor,
  changes: readonly Changed[],
  zone: string,
): Promise<PlannedSession[]> {
  const moved = changes.filter(({ before, after }) => isLive(after) && isMoved(before, after));
  const conflicts = await conflictsOfPlans(
    services,
    db,
    actor,
    moved.map(({ after }) => sessionPlan(after)),
    moved.map(({ before }) => before.id),
  );
  return changes.map(({ before, after, ownFields }) => ({
    date: localDate(Date.parse(after.startsAt), zone),
    startsAt: new Date(after.startsAt).toISOString(),
    endsAt: new Date(after.endsAt).toISOString(),
    instanceId: before.id,
    conflicts: conflicts.get(sessionPlan(before).key) ?? [],
    ownFields,
  }));
}

function isMoved(before: Instance, after: Instance): boolean {
  const of = (row: Instance): Json => [
    isLive(row),
    Date.parse(row.startsAt),
    Date.parse(row.endsAt),
    row.dates,
    row.locationId,
    row.instructorIds,
  ];
  return !sameJson(of(before), of(after));
}

/** A refusal of one of several writes says which session it is about. */
export async function namingSession<T>(date: string | null, write: () => Promise<T>): Promise<T> {
  if (date === null) return write();
  return write().catch((error: unknown) => {
    // The caller compares it with the current row.
    if (!(error instanceof ProblemError) || error.problem.current !== undefined) throw error;
    const { status, code, title, detail } = error.problem;
    throw problem(status, code, title, `${formatDay(date)}: ${detail}`);
  });
}
