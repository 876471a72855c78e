import { randomBytes } from 'node:crypto';
import { SYSTEM, type Actor } from '../../../../domain/actor.ts';
import type { AddedAtDoor, AddWalkIn } from '../../../../domain/door-calls.ts';
import type { Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { addPerson } from './add-at-door.ts';
import type { Desk } from '../tickets/desk.ts';
import { atDesk } from '../tickets/desk-queue.ts';
import { requireDoorStaff } from './door-staff.ts';

/**
 * Adds somebody by name and address. Whoever has an account with this address is added by it; otherwise a provisional one is made, to
 * which nobody can log in (`takeOverTickets`).
 */
export async function addWalkIn(
  services: Services,
  actor: Actor,
  instanceId: number,
  { name, email, ...given }: AddWalkIn,
): Promise<AddedAtDoor> {
  requireDoorStaff(actor);
  return atDesk(services, instanceId, async (desk) => {
    const [known, ...more] = await accountsWith(desk.tx, email);
    if (more.length > 0)
      throw problem(
        409,
        'events.several-accounts',
        'Not added',
        'Several accounts have this address. Find the person by name instead.',
      );
    const userId = known?.id ?? (await newAccount(desk, actor, name.trim(), email.trim()));
    return addPerson(desk, actor, { userId, ...given });
  });
}

/** An account that is new, or that has a new address, takes over the tickets of a provisional one with the same address. */
export function addTakingOver(services: Services): void {
  services.engine.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (after?.email != null && after.isProvisional !== true && before?.email !== after.email)
        await takeOverTickets(services, tx, after.id, after.email);
  });
}

async function takeOverTickets({ engine }: Services, tx: Tx, userId: number, email: string): Promise<void> {
  const provisional = (await accountsWith(tx, email)).filter((row) => row.isProvisional === true && row.id !== userId);
  for (const { id } of provisional) {
    const tickets = await tx
      .selectFrom('tickets as t')
      .select('t.id')
      .where('t.userId', '=', id)
      // Of a session for which the person has a ticket already, this one is nobody's.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('tickets as own')
              .select('own.id')
              .whereRef('own.instanceId', '=', 't.instanceId')
              .where('own.userId', '=', userId)
              .where('own.activeFor', 'is not', null),
          ),
        ),
      )
      .orderBy('t.id')
      .execute();
    for (const ticket of tickets) await engine.update(SYSTEM, 'tickets', ticket.id, { userId }, { tx, command: true });
    const agreements = await tx.selectFrom('agreements').select('id').where('userId', '=', id).execute();
    for (const agreement of agreements)
      await engine.update(SYSTEM, 'agreements', agreement.id, { userId }, { tx, command: true });
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
