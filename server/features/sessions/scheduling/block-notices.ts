import { sql } from 'kysely';
import { SYSTEM, type Actor } from '../../../../domain/declarations/actor.ts';
import { formatCount } from '../../../../domain/values/formats.ts';
import { GRACE } from '../../../../domain/messages/grace.ts';
import type { ConflictingSession } from '../../../../domain/calls/staff-calendar.ts';
import { canAccessField } from '../../../declarations/permission.ts';
import type { Db } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CommandServices } from '../../../services.ts';
import { notify } from '../../messages/notify.ts';
import { formatDates } from '../listing/date-text.ts';
import { findHoursConflicts } from './hours-conflicts.ts';

export const NOTIFY_OF_BLOCK = 'sessions.block-notices';

type Block = RowOf<'blocks'>;

const SERIES = ['locationId', 'startsAt', 'endsAt', 'rule', 'exceptDates', 'kind'] as const;
type BlockSeries = Pick<Block, (typeof SERIES)[number]>;

/**
 * After half a minute, in which it can be undone or changed again, the staff affected by a block are notified once: the instructors of the
 * sessions in it and the people who schedule.
 */
export function addBlockNotices({ engine, jobs, clock }: CommandServices): void {
  engine.check('blocks', async ({ tx, actor, before, after }) => {
    if (actor.system === true || after === null || after.deletedAt !== null || after.kind === 'hold') return null;
    const now = clock.now();
    // The notices of its creation are still to come, and say what it is by then.
    if (before !== null && Date.parse(before.createdAt) > now - GRACE + 1000) return null;
    const data = { id: after.id, actorId: actor.id, before: before === null ? null : seriesIn(before) };
    if (before !== null && JSON.stringify(seriesIn(after)) === JSON.stringify(data.before)) return null;
    await jobs.enqueue(tx, NOTIFY_OF_BLOCK, data, { at: new Date(now + GRACE) });
    return null;
  });
}

function seriesIn(block: Block): BlockSeries {
  return Object.fromEntries(SERIES.map((name) => [name, block[name]])) as BlockSeries;
}

export interface BlockNoticeData {
  id: number;
  actorId: number | null;
  /** Null: it is new. */
  before: BlockSeries | null;
}

export async function notifyOfBlock(
  services: CommandServices,
  { id, actorId, before }: BlockNoticeData,
): Promise<void> {
  const { db, engine } = services;
  const block = await db.selectFrom('blocks').selectAll().where('id', '=', id).executeTakeFirst();
  if (block === undefined || block.deletedAt !== null || block.kind === 'hold') return;
  const inTheWay = await sessionsIn(services, block);
  const known = before === null || before.kind === 'hold' ? [] : await sessionsIn(services, before);
  const affected = inTheWay.filter((one) => known.every((other) => !isSameDate(one, other)));
  const [first] = affected;
  if (first === undefined) return;
  const people = await affectedStaff(services, affected);
  const author = await db
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', actorId ?? 0)
    .executeTakeFirst();
  const { place, timezone } = first;
  await engine.transaction((tx) =>
    notify(services, tx, {
      event: 'placeBlocked',
      audience: 'staff',
      recipients: people.filter((one) => one !== actorId),
      about: { resource: 'blocks', id, title: block.title, path: null },
      values: {
        title: block.title,
        place,
        when: formatDates([placedDate({ start: block.startsAt, end: block.endsAt, timezone })]),
        sessions: affected.map(sessionLine).join('\n'),
        author: author?.displayName ?? 'Staff',
      },
      neededBy: Date.parse(first.start),
    }),
  );
}

async function sessionsIn(services: CommandServices, series: BlockSeries): Promise<ConflictingSession[]> {
  const { locationId, startsAt, endsAt, rule, exceptDates } = series;
  const block = { locationId, startsAt, endsAt, rule, exceptDates };
  return (await findHoursConflicts(services, SYSTEM, { block })).sessions;
}

function isSameDate(a: ConflictingSession, b: ConflictingSession): boolean {
  return a.instanceId === b.instanceId && a.start === b.start;
}

function sessionLine(session: ConflictingSession): string {
  const { title, taken, capacity } = session;
  return `${title}: ${formatDates([placedDate(session)])}, ${taken} of ${formatCount(capacity, 'seat', 'seats')} taken`;
}

function placedDate({ start, end, timezone }: { start: string; end: string; timezone: string }) {
  return { startsAt: Date.parse(start), endsAt: Date.parse(end), timezone, place: '', note: '' };
}

/** The instructors of these sessions, and the accounts with a role that schedules sessions, other than those that can do everything. */
async function affectedStaff(services: CommandServices, sessions: readonly ConflictingSession[]): Promise<number[]> {
  const ids = sessions.map(({ instanceId }) => instanceId);
  const taught = await services.db.selectFrom('instances').select('instructorIds').where('id', 'in', ids).execute();
  const schedulers = await accountsWith(services.db, rolesThatSchedule(services));
  return [...new Set([...taught.flatMap(({ instructorIds }) => instructorIds ?? []), ...schedulers])];
}

function rolesThatSchedule({ engine: { resolver }, model }: CommandServices): string[] {
  const instances = resolver.resource('instances');
  return model.roles
    .filter(({ implicit, capabilities }) => implicit === undefined && !capabilities.includes('everything'))
    .filter(({ name }) => {
      const { system: _, ...nobody } = SYSTEM;
      const actor: Actor = { ...nobody, roles: [name] };
      return canAccessField(resolver.access(actor, instances, 'update'), 'startsAt');
    })
    .map(({ name }) => name);
}

/** Of their own or by a group. */
async function accountsWith(db: Db, roles: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u."id" from "users" u where u."active" and (jsonb_exists_any(u."roles", ${roles}::text[]) or exists (
      select 1 from "groups" g where g."active" and jsonb_exists_any(g."roles", ${roles}::text[])
        and (u."groupIds" @> to_jsonb(g."id") or u."directoryGroupIds" @> to_jsonb(g."id"))))`.execute(db);
  return rows.map(({ id }) => id);
}
