import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { rowIds } from '../../resources/row-sets.ts';
import type { CommandServices, Needs } from '../../services.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { inLockedSession } from '../registration/seats/session-queue.ts';
import { accountsWith } from './accounts-by-email.ts';

/** Payload {userId}: an account whose address provisional accounts may share. */
export const TAKE_OVER = 'events.take-over';

/** By a job: a session is never locked by a transaction that has locked an account, to which sign-up refers. */
export function addTakeOverRules({ engine, jobs }: Needs<'engine' | 'jobs'>): void {
  engine.rules.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes) {
      if (after?.email == null || after.isProvisional === true || before?.email === after.email) continue;
      if ((await provisionalAccounts(tx, after.email)).length > 0)
        await jobs.enqueue(tx, TAKE_OVER, { userId: after.id });
    }
  });
}

/** What a person has besides tickets. Of rows that exist once, the one of the account's "own" is stored. */
const TAKEN_OVER = {
  earnedCredentials: sql`false`,
  agreements: sql`false`,
  waivers: sql`false`,
  rosterEntries: sql`own."classId" = its."classId"`,
};
const RESOURCES = Object.keys(TAKEN_OVER) as (keyof typeof TAKEN_OVER)[];

/**
 * Moves everything of the provisional accounts with the same address to the account, and closes them. A provisional account is itself taken
 * over by the only other account with the address, or else by the oldest provisional one.
 */
export async function takeOver(services: CommandServices, userId: number): Promise<void> {
  const { db } = services;
  const account = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (account?.email == null) return;
  const accounts = await accountsWith(db, account.email);
  const provisional = accounts.filter(({ isProvisional }) => isProvisional === true);
  const owners = accounts.filter(({ isProvisional }) => isProvisional !== true);
  const isOwner = owners.some(({ id }) => id === userId);
  if (!isOwner && owners.length > 1) return;
  const to = isOwner ? userId : ([...owners, ...provisional][0]?.id ?? userId);
  for (const { id: from } of provisional) {
    if (from === to) continue;
    const people = { from, to };
    do {
      for (const instanceId of await movableSessions(db, people))
        await inLockedSession(services, instanceId, (locked) => handOver(locked, people));
    } while (!(await close(services, people)));
  }
}

interface People {
  from: number;
  to: number;
}

async function movableSessions(db: Db, { from, to }: People): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets as its')
    .select('its.instanceId')
    .distinct()
    .where('its.userId', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tickets as own')
            .select('own.id')
            .whereRef('own.instanceId', '=', 'its.instanceId')
            .where('own.userId', '=', to)
            .where('own.activeFor', 'is not', null),
        ),
      ),
    )
    .orderBy('its.instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}

async function handOver({ services, tx, instance }: LockedSession, people: People): Promise<void> {
  if (!(await movableSessions(tx, people)).includes(instance.id)) return;
  const tickets = await tx
    .selectFrom('tickets')
    .select('id')
    .where('instanceId', '=', instance.id)
    .where('userId', '=', people.from)
    .orderBy('id')
    .execute();
  for (const { id } of tickets)
    await services.engine.update(SYSTEM, 'tickets', id, { userId: people.to }, { tx, command: true });
}

/** False where the account got further tickets meanwhile. */
function close({ engine }: Needs<'engine'>, people: People): Promise<boolean> {
  const { from, to } = people;
  return engine.transaction(async (tx) => {
    await engine.lock(tx, 'users', [from]);
    if ((await movableSessions(tx, people)).length > 0) return false;
    for (const resource of RESOURCES) {
      const table = sql.table(resource);
      const { rows } = await sql<{ id: number }>`
        select its."id" from ${table} its where its."userId" = ${from}
          and not exists (select from ${table} own where own."userId" = ${to} and ${TAKEN_OVER[resource]})
        order by its."id"`.execute(tx);
      for (const id of rowIds(rows))
        await engine.update(SYSTEM, resource, Number(id), { userId: to }, { tx, command: true });
    }
    await engine.update(SYSTEM, 'users', from, { active: false, email: null }, { tx, command: true });
    return true;
  });
}

async function provisionalAccounts(db: Db | Tx, email: string): Promise<number[]> {
  const accounts = await accountsWith(db, email);
  return accounts.filter(({ isProvisional }) => isProvisional === true).map(({ id }) => id);
}
