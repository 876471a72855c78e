import { AsyncLocalStorage } from 'node:async_hooks';
import { sameJson } from '../../../../domain/values/json.ts';
import { dateFaults, dateSpans } from '../../../../domain/sessions/session-dates.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { Tx } from '../../../platform/database.ts';
import { noteLockedRows } from '../../../platform/locks.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';
import { rowIds } from '../../../resources/row-sets.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Write } from '../../../resources/write-rules.ts';
import type { RowServices } from '../../../services.ts';
import { conflictsOfPlans, formatConflicts, type SessionPlan } from './session-conflicts.ts';

type Instance = RowOf<'instances'>;
/** What only series say of an instance. */
type SeriesFields = Pick<Instance, 'seriesId' | 'occurrence' | 'ownFields'>;

/**
 * Writes of a whole series, which has checked the conflicts of all its sessions together and decides which fields are a
 * session's own.
 */
const ofSeries = new AsyncLocalStorage<(before: Instance | null) => Partial<SeriesFields>>();

/** Runs a write of an instance as part of a series. */
export function writingSeries<T>(
  fieldsOf: (before: Instance | null) => Partial<SeriesFields>,
  write: () => Promise<T>,
): Promise<T> {
  return ofSeries.run(fieldsOf, write);
}

/** Published or to be: it takes up its place and its people. */
export function isLive({ status }: Pick<Instance, 'status'>): boolean {
  return status === 'draft' || status === 'published';
}

export function addSessionRules(services: RowServices): void {
  const { engine, model } = services;
  const common = new Set(
    model.resources
      .get('instances')
      ?.fields.filter(({ readOnly, engine: isEngines, name }) => !readOnly && !isEngines && name !== 'status')
      .map(({ name }) => name),
  );
  engine.rules.amend('instances', (changes, before) => {
    const fieldsOf = ofSeries.getStore();
    if (fieldsOf !== undefined) return { ...changes, ...fieldsOf(before) };
    if (before?.seriesId == null) return changes;
    const now: Row = changes;
    const then: Row = before;
    const own = Object.keys(now).filter((name) => common.has(name) && !sameJson(now[name], then[name]));
    return own.length === 0 ? changes : { ...changes, ownFields: ownFieldsWith(before, own) };
  });
  engine.rules.lockBefore('instances', 'scheduling');
  engine.rules.checkAll('instances', async (writes) => {
    if (ofSeries.getStore() !== undefined) return;
    const moved = writes.filter((write) => isMoved(write, services.clock.now()));
    const [first] = moved;
    if (first === undefined) return;
    const { tx, actor } = first;
    const plans = moved.flatMap(({ after }) => (after === null ? [] : sessionPlan(after)));
    const conflicts = await conflictsOfPlans(
      services,
      tx,
      actor,
      plans,
      moved.flatMap(({ after }) => after?.id ?? []),
    );
    const [found] = conflicts.values();
    if (found !== undefined) throw conflictRefused(formatConflicts(found));
  });
  engine.rules.checkAll('eventSeries', async (writes) => {
    for (const { tx, before, after } of writes) {
      if (before === null || after === null || before.isBookedAsWhole === after.isBookedAsWhole) continue;
      if (await hasTickets(tx, after.id)) throw seriesTaken(before.isBookedAsWhole);
    }
  });
}

function seriesTaken(isBookedAsWhole: boolean): ProblemError {
  const how = isBookedAsWhole ? 'as a whole' : 'session by session';
  const detail = `People have signed up for this series ${how}. You can change how it is booked only while no one has a ticket.`;
  return problem(409, 'scheduling.series-has-tickets', 'Not saved', detail, { errors: { isBookedAsWhole: detail } });
}

/**
 * Whether someone has, or waits for, a seat in a session of the series. Concurrent sign-ups wait until the transaction
 * ends, so that no one gets a seat by outdated rules.
 */
export async function hasTickets(tx: Tx, seriesId: number): Promise<boolean> {
  await lockSessions(tx, seriesId);
  const ticket = await tx
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select('t.id')
    .where('i.seriesId', '=', seriesId)
    .where('t.status', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst();
  return ticket !== undefined;
}

export async function lockSessions(tx: Tx, seriesId: number): Promise<void> {
  const rows = await tx
    .selectFrom('instances')
    .select('id')
    .where('seriesId', '=', seriesId)
    .orderBy('id')
    .forUpdate()
    .execute();
  noteLockedRows(tx, 'instances', rowIds(rows));
}

/** Whether the write moves a session. Another check refuses impossible times. */
function isMoved({ actor, before, after }: Write<'instances'>, now: number): boolean {
  if (actor.system === true || after === null || !isLive(after) || Date.parse(after.endsAt) <= now) return false;
  if (dateFaults(after) !== null) return false;
  if (before === null || !isLive(before)) return true;
  const at = (row: Instance) =>
    dateSpans(row)
      .map(({ startsAt, endsAt, locationId }) => [startsAt, endsAt, locationId].join())
      .join(' ');
  const known = new Set(before.instructorIds);
  return at(before) !== at(after) || (after.instructorIds ?? []).some((id) => !known.has(id));
}

export function sessionPlan({ id, startsAt, endsAt, dates, locationId, instructorIds }: Instance): SessionPlan {
  return { key: `instance-${id}`, startsAt, endsAt, dates, locationId, instructorIds };
}

export function ownFieldsWith({ ownFields }: Pick<Instance, 'ownFields'>, names: readonly string[]): string[] {
  return [...new Set([...(ownFields ?? []), ...names])].toSorted();
}

export function conflictRefused(text: string): ProblemError {
  return problem(409, 'scheduling.conflict', 'Conflict', `${text}. Nothing was saved.`);
}
