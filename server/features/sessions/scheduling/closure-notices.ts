import { sql } from 'kysely';
import { SYSTEM, type Actor } from '../../../../domain/declarations/actor.ts';
import { formatCount } from '../../../../domain/values/formats.ts';
import { GRACE } from '../../../../domain/messages/grace.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { ConflictingSession } from '../../../../domain/calls/staff-calendar.ts';
import { formatSpecialHours } from '../../../../domain/hours/special-hours-text.ts';
import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import { sameJson } from '../../../../domain/values/json.ts';
import { canAccessField } from '../../../declarations/permission.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import { notifyMerged } from '../../messages/merge-notices.ts';
import { notify, type Notice } from '../../messages/notify.ts';
import { formatDates } from '../listing/date-text.ts';
import { findHoursConflicts, type RowBefore } from './hours-conflicts.ts';

/** The name under which waiting jobs are stored. */
export const NOTIFY_OF_CLOSURE = 'sessions.block-notices';

const CLOSING = {
  blocks: ['locationId', 'startsAt', 'endsAt', 'rule', 'exceptDates', 'kind'],
  hoursExceptions: ['locationId', 'startsOn', 'endsOn', 'closed', 'opensAt', 'closesAt'],
} as const;
type Closing = keyof typeof CLOSING;

export interface ClosureData {
  resource: Closing;
  id: number;
  actorId: number | null;
  /** Null: it is new. */
  before: RowBefore;
  /** Of special hours that were deleted, so that they have no row. */
  reason?: string;
}

/**
 * Half a minute after the last change of a block or of special hours, the affected people are notified once: the instructors of the
 * sessions in it and the people who schedule; of special hours, the attendees too.
 */
export function addClosureNotices({ engine, jobs, clock }: CommandServices): void {
  const enqueue = async (tx: Tx, actor: Actor, resource: Closing, before: Row | null, after: Row | null) => {
    if (actor.system === true || (after !== null && after['deletedAt'] != null)) return null;
    if (before && after && sameJson(closingFields(resource, before), closingFields(resource, after))) return null;
    const row = { resource, id: (after ?? before)?.['id'] };
    // A change within the half minute continues the one before it.
    const [waiting] = await jobs.withdraw(tx, NOTIFY_OF_CLOSURE, row);
    const first = waiting === undefined ? before && closingFields(resource, before) : waiting['before'];
    // Deleted before anyone was notified of it.
    if (after === null && first === null) return null;
    const data = { ...row, actorId: actor.id, before: first, ...(after === null && { reason: before?.['reason'] }) };
    await jobs.enqueue(tx, NOTIFY_OF_CLOSURE, data, { at: new Date(clock.now() + GRACE) });
    return null;
  };
  for (const resource of ['blocks', 'hoursExceptions'] as const)
    engine.rules.check(resource, ({ tx, actor, before, after }) =>
      enqueue(tx, actor, resource, before as Row | null, after as Row | null),
    );
}

function closingFields(resource: Closing, row: Row): Row {
  const names: readonly string[] = ['id', ...CLOSING[resource]];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

export async function notifyOfClosure(services: CommandServices, data: ClosureData): Promise<void> {
  const { id, actorId } = data;
  const closure = await (data.resource === 'hoursExceptions' ? specialHours : blockedTime)(services, data);
  const [first] = closure?.sessions ?? [];
  if (closure === null || first === undefined) return;
  const { event, title, when, sessions } = closure;
  const author = await services.db
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', actorId ?? 0)
    .executeTakeFirst();
  const places = [...new Set(sessions.map(({ place }) => place))].join(', ');
  const notice = {
    event,
    about: { resource: data.resource, id, title, path: null },
    values: { title, place: places, when, author: author?.displayName ?? 'Staff' },
    neededBy: Date.parse(first.start),
  };
  const staff = await affectedStaff(services, sessions);
  const lines = sessions.map(sessionLine).join('\n');
  await services.engine.transaction(async (tx) => {
    const recipients = staff.filter((one) => one !== actorId);
    await notify(services, tx, {
      ...{ ...notice, audience: 'staff', recipients, values: { ...notice.values, sessions: lines } },
    });
    if (data.resource !== 'hoursExceptions') return;
    const attendees = sessions.map(async (session): Promise<Notice> => ({
      ...notice,
      audience: 'attendee',
      recipients: (await holders(tx, session)).filter((one) => one !== actorId),
      values: { ...notice.values, sessions: sessionTime(session) },
      joins: { lines: ['sessions'], link: '' },
    }));
    await notifyMerged(services, tx, await Promise.all(attendees));
  });
}

interface Closure {
  event: string;
  title: string;
  when: string;
  sessions: readonly ConflictingSession[];
}

async function blockedTime(services: CommandServices, { id, before }: ClosureData): Promise<Closure | null> {
  const row = await services.db.selectFrom('blocks').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || row.deletedAt !== null || row.kind === 'hold') return null;
  const { locationId, startsAt, endsAt, rule, exceptDates, title } = row;
  const block = { locationId, startsAt, endsAt, rule, exceptDates };
  const { sessions } = await findHoursConflicts(services, SYSTEM, { block }, before);
  const { timezone = 'UTC' } = sessions[0] ?? {};
  return {
    event: 'placeBlocked',
    title,
    when: formatDates([placedDate({ start: startsAt, end: endsAt, timezone })]),
    sessions,
  };
}

async function specialHours(services: CommandServices, data: ClosureData): Promise<Closure | null> {
  const { id, before, reason: deleted } = data;
  if (deleted !== undefined) return deletedSpecialHours(services, deleted, before);
  const row = await services.db.selectFrom('hoursExceptions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { locationId, startsOn, endsOn, closed, opensAt, closesAt, reason } = row;
  const special = { id, locationId, startsOn, endsOn, closed, opensAt, closesAt };
  const { sessions } = await findHoursConflicts(services, SYSTEM, { special }, before);
  return { event: 'specialHours', title: reason, when: formatSpecialHours(special), sessions };
}

async function deletedSpecialHours(
  services: CommandServices,
  title: string,
  before: RowBefore,
): Promise<Closure | null> {
  if (before === null || !('startsOn' in before)) return null;
  const { sessions } = await findHoursConflicts(services, SYSTEM, { special: { ...before, isDeleted: true } }, before);
  return { event: 'specialHoursDeleted', title, when: formatSpecialHours(before), sessions };
}

export function sessionLine(session: ConflictingSession): string {
  return `${sessionTime(session)}, ${session.taken} of ${formatCount(session.capacity, 'seat', 'seats')} taken`;
}

function sessionTime(session: ConflictingSession): string {
  return `${session.title}: ${formatDates([placedDate(session)])}`;
}

function placedDate({ start, end, timezone }: { start: string; end: string; timezone: string }) {
  return { startsAt: Date.parse(start), endsAt: Date.parse(end), timezone, place: '', note: '' };
}

async function holders(db: Db, { instanceId, state }: ConflictingSession): Promise<number[]> {
  if (state !== 'published') return [];
  const tickets = await db
    .selectFrom('tickets')
    .select('userId')
    .where('instanceId', '=', instanceId)
    .where('status', 'in', EXPECTING)
    .execute();
  return tickets.flatMap(({ userId }) => userId ?? []);
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
      const { system: _, ...ordinaryActor } = SYSTEM;
      const actor: Actor = { ...ordinaryActor, roles: [name] };
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
