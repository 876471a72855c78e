import { formatDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { sameJson, type Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { arranged } from '../../../../domain/sessions/session-dates.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { Conflict } from './conflicts.ts';
import type { Db } from '../../../platform/database.ts';
import { problem, ProblemError } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import { badRequest } from '../../../resources/refusals.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { recordConflictOverride, refuseConflicts, requirePlanner } from './plan-sessions.ts';
import { plannedValues, type PlannedValues } from './planned-values.ts';
import { conflictsOfPlans, planningZone } from './session-conflicts.ts';
import { isLive, ownFieldsWith, sessionPlan, writingSeries } from './session-rules.ts';
import { instantAt, movedDates, TIME_FIELDS, toWallTime } from './shift-sessions.ts';

type Instance = RowOf<'instances'>;

export interface Change {
  scope: OccurrenceScope;
  /** Of the session that is named. Times are moved by as much as its own. */
  values: Record<string, Json>;
  /** Sessions of the series that stay as they are. */
  leave: readonly number[];
}

/** One session of a change: what it is, what becomes of it, and the fields that it keeps. */
export interface Changed {
  before: Instance;
  data: Record<string, Json>;
  after: Instance;
  ownFields: string[];
}

/** A change as its rows will store it, with the conflicts of each. `left`: those that the caller leaves out. */
export interface PlannedChange {
  zone: string;
  written: (Changed & { conflicts: Conflict[] })[];
  left: Changed[];
}

/** What a change makes of the sessions. Permissions are those of the writes. */
export async function planChange(
  services: RowServices,
  { tx, actor, ids }: Pick<CommandRows, 'tx' | 'actor' | 'ids'>,
  change: Change,
): Promise<PlannedChange> {
  requirePlanner(services, actor, 'update');
  const all = await findChanges(services, tx, ids, { ...change, leave: [] });
  const isLeft = ({ before: { id } }: Changed): boolean => change.leave.includes(id) && !ids.includes(id);
  const written = all.filter((one) => !isLeft(one));
  const conflicts = await conflictsOfChanges(services, tx, actor, written);
  const addressed = written.find(({ before }) => before.id === ids[0]);
  return {
    zone: await planningZone(services, tx, addressed?.after.locationId ?? null),
    written: written.map((one) => ({ ...one, conflicts: conflicts.get(sessionPlan(one.before).key) ?? [] })),
    left: all.filter(isLeft),
  };
}

/**
 * Writes a planned change. What was changed for one session alone stays as it is there, and so do sessions that are over. Refused with 409
 * and the conflicts by their dates, or with the first refusal of a write.
 */
export async function writeChange(
  services: RowServices,
  { tx, actor, ids }: Pick<CommandRows, 'tx' | 'actor' | 'ids'>,
  { zone, written }: PlannedChange,
  { scope, overrideReason }: { scope: OccurrenceScope; overrideReason: string | null },
): Promise<void> {
  const { engine } = services;
  const dated = written.map((one) => ({ ...one, date: localDate(Date.parse(one.after.startsAt), zone) }));
  refuseConflicts(services, actor, dated, overrideReason);
  for (const one of written) {
    const { id, startsAt } = one.before;
    const day = written.length > 1 ? localDate(Date.parse(startsAt), zone) : null;
    const ownFields = ownFieldsAfter(one, ids.includes(id), scope);
    await namingSession(day, () =>
      writingSeries(
        (before) => (before?.seriesId == null ? {} : { ownFields }),
        () => engine.update(actor, 'instances', id, one.data, { tx }),
      ),
    );
    const { conflicts } = one;
    if (conflicts.length > 0)
      await recordConflictOverride(services, tx, actor, { instanceId: id, conflicts, reason: overrideReason });
  }
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

/** The sessions of a change: one with others of its series, or several, each alone. */
export async function findChanges(
  services: RowServices,
  db: Db,
  ids: readonly (string | number)[],
  given: Change,
): Promise<Changed[]> {
  const change = { ...given, values: { ...given.values, ...plannedValues(services, given.values) } };
  if (ids.length === 1) return changesFrom(services, db, Number(ids[0]), change);
  const found: Changed[] = [];
  for (const id of ids) found.push(...(await changesFrom(services, db, Number(id), { ...change, scope: 'one' })));
  return found;
}

async function changesFrom(services: RowServices, db: Db, id: number, change: Change): Promise<Changed[]> {
  const ids = (await sessionsInScope(db, id, change.scope)).map((one) => one.id);
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
function ownFieldsAfter({ before, data }: Changed, isAddressed: boolean, scope: OccurrenceScope): string[] | null {
  if (!isAddressed) return before.ownFields;
  const then: Row = before;
  const names = Object.keys(data).filter((name) => name !== 'status' && !sameJson(data[name], then[name]));
  if (scope === 'one') return names.length === 0 ? before.ownFields : ownFieldsWith(before, names);
  const left = (before.ownFields ?? []).filter((name) => !names.includes(name));
  return left.length === 0 ? null : left;
}

/** Only moved sessions, or those with other people, are compared. */
async function conflictsOfChanges(
  services: Needs<'engine' | 'model'>,
  db: Db,
  actor: Actor,
  changes: readonly Changed[],
): Promise<Map<string, Conflict[]>> {
  const moved = changes.filter(({ before, after }) => isLive(after) && isMoved(before, after));
  return conflictsOfPlans(
    services,
    db,
    actor,
    moved.map(({ after }) => sessionPlan(after)),
    moved.map(({ before }) => before.id),
  );
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
