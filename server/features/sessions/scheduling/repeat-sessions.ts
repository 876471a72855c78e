import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { canAccessField } from '../../../declarations/permission.ts';
import { parseRule, ruleText } from '../../../../domain/hours/recurrence.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import type { Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import { badRequest } from '../../../resources/refusals.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { recordConflictOverride, refuseConflicts, requirePlanner } from './plan-sessions.ts';
import { instanceSpan, type Repetition } from './repetition.ts';
import { hasTickets, lockSessions, writingSeries } from './session-rules.ts';

type Instance = RowOf<'instances'>;

/**
 * Lets a session take place on further dates, or by another rule from its date on: what the rule adds is made like this session, and what
 * it leaves out is deleted, unless someone has ever had a ticket for it, or it is over or canceled. A single session becomes a series.
 * Permissions are those of the writes; refused with 409 and the conflicts by their dates.
 */
export async function writeRepetition(
  services: RowServices,
  { tx, actor }: Pick<CommandRows, 'tx' | 'actor'>,
  repetition: Repetition,
  { rule, overrideReason }: { rule: string | null; overrideReason: string | null },
): Promise<Json> {
  const { engine } = services;
  const { addressed, sessions } = repetition;
  if (sessions.length > MOST_SESSIONS) throw badRequest(`A series has at most ${MOST_SESSIONS} sessions.`);
  const added = sessions.filter(({ becomes }) => becomes === 'added');
  const deleted = sessions.filter(({ becomes }) => becomes === 'deleted');
  if (deleted.length > 0) requirePlanner(services, actor, 'delete');
  await refuseForWhole(tx, addressed, added.length + deleted.length);
  refuseConflicts(services, actor, added, overrideReason);
  for (const { instanceId } of deleted) await engine.remove(actor, 'instances', instanceId ?? 0, { tx });
  const seriesId = await seriesFor(services, tx, actor, repetition, rule);
  const values = copiedValues(services, actor, addressed);
  for (const { date, times, conflicts } of added) {
    const row = await writingSeries(
      () => ({ seriesId, occurrence: date }),
      () => engine.create(actor, 'instances', { ...values, ...times }, { tx }),
    );
    if (conflicts.length > 0)
      await recordConflictOverride(services, tx, actor, { instanceId: row.id, conflicts, reason: overrideReason });
  }
  const ids = tx.selectFrom('instances').select('id').where('seriesId', '=', seriesId).orderBy('occurrence');
  return { seriesId, instanceIds: (await ids.execute()).map(({ id }) => id) };
}

export async function lockSeriesOf({ engine }: Needs<'engine'>, tx: Tx, id: number): Promise<void> {
  const session = await tx.selectFrom('instances').select('seriesId').where('id', '=', id).executeTakeFirst();
  if (session?.seriesId == null) return;
  await engine.lock(tx, 'eventSeries', [session.seriesId]);
  await lockSessions(tx, session.seriesId);
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

/** Stores the rule in the session's series, or in a new one. */
async function seriesFor(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { addressed, sessions, exceptDates, zone }: Repetition,
  rule: string | null,
): Promise<number> {
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
    await writingSeries(
      () => ({ seriesId: series.id, occurrence: localDate(Date.parse(addressed.startsAt), zone) }),
      () => engine.update(actor, 'instances', id, {}, { tx }),
    );
    return series.id;
  }
  const [series] = rule === null ? [] : await engine.lock(tx, 'eventSeries', [seriesId]);
  if (series === undefined || rule === null) return seriesId;
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
  await engine.update(actor, 'eventSeries', seriesId, planned, asCommand);
  return seriesId;
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
