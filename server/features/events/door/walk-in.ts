import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SYSTEM, type Actor } from '../../../../domain/actor.ts';
import type { AddedAtDoor, AddWalkIn } from '../../../../domain/door-calls.ts';
import type { Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { addWithSeries } from './add-at-door.ts';
import type { Desk } from '../tickets/desk.ts';
import { atDeskOfSeries } from '../tickets/whole-series.ts';
import { requireDoorStaff } from './door-staff.ts';

/**
 * Adds somebody by name and address. Whoever has an account with this address is added by it; otherwise a provisional one is made, to
 * which nobody can log in (`takeOver`).
 */
export async function addWalkIn(
  services: Services,
  actor: Actor,
  instanceId: number,
  { name, email, ...given }: AddWalkIn,
): Promise<AddedAtDoor> {
  requireDoorStaff(actor);
  return atDeskOfSeries(services, instanceId, async (desk, others) => {
    const [known, ...more] = await accountsWith(desk.tx, email);
    if (more.length > 0)
      throw problem(
        409,
        'events.several-accounts',
        'Not added',
        'Several accounts have this address. Find the person by name instead.',
      );
    const userId = known?.id ?? (await newAccount(desk, actor, name.trim(), email.trim()));
    return addWithSeries(desk, others, actor, { userId, ...given });
  });
}

/** An account that is new, or that has a new address, takes over what a provisional one with the same address has. */
export function addTakingOver(services: Services): void {
  services.engine.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (after?.email != null && after.isProvisional !== true && before?.email !== after.email)
        await takeOver(services, tx, after.id, after.email);
  });
}

/** What a person has of events and classes. Of what there is only one each, the row of the account's "own" is kept. */
const TAKEN_OVER = {
  tickets: sql`own."instanceId" = its."instanceId" and own."activeFor" is not null`,
  earnedCredentials: sql`false`,
  agreements: sql`false`,
  waivers: sql`false`,
  rosterEntries: sql`own."classId" = its."classId"`,
};
const RESOURCES = Object.keys(TAKEN_OVER) as (keyof typeof TAKEN_OVER)[];

async function takeOver({ engine }: Services, tx: Tx, userId: number, email: string): Promise<void> {
  const provisional = (await accountsWith(tx, email)).filter((row) => row.isProvisional === true && row.id !== userId);
  for (const { id } of provisional) {
    for (const resource of RESOURCES) {
      const table = sql.table(resource);
      const { rows } = await sql<{ id: number }>`
        select its."id" from ${table} its where its."userId" = ${id}
          and not exists (select from ${table} own where own."userId" = ${userId} and ${TAKEN_OVER[resource]})
        order by its."id"`.execute(tx);
      for (const row of rows) await engine.update(SYSTEM, resource, row.id, { userId }, { tx, command: true });
    }
    await engine.update(SYSTEM, 'users', id, { active: false, email: null }, { tx, command: true });
  }
}

function accountsWith(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'isProvisional'])
    .where(({ fn, ref }) => fn<string>('lower', [ref('email')]), '=', email.trim().toLowerCase())
    .where('active', '=', true)
    .orderBy('id')
    .execute();
}

async function newAccount({ services, tx }: Desk, actor: Actor, displayName: string, email: string): Promise<number> {
  const username = `guest-${randomBytes(6).toString('hex')}`;
  const values = { username, displayName, email, active: true, isProvisional: true };
  const { id } = await services.engine.create({ ...actor, system: true }, 'users', values, { tx, command: true });
  return id;
}
