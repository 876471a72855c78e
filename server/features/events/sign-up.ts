import type { Actor } from '../../../domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { atDesk, type Desk, type Ticket } from './desk.ts';
import { missingPrerequisites } from './prerequisites.ts';
import { signupRefused } from './refusals.ts';
import { activeFor } from './rules.ts';
import { settle } from './settle.ts';

/**
 * Signs the person up: a seat, a seat that is held until it is paid, or a place on the waiting list. Whoever has an active ticket gets
 * that one, so repeating the call changes nothing. Refused with 409 and the reason in words.
 */
export async function signUp(services: Services, actor: Actor, instanceId: number): Promise<Ticket> {
  const userId = accountOf(actor);
  return atDesk(services, instanceId, async (desk) => {
    const own = await activeTicket(services, desk.tx, instanceId, userId);
    if (own !== null) return own;
    // Who waits comes before who signs up now.
    await settle(desk);
    const transition = desk.transition('none', 'attendee');
    if (transition === null) throw signupRefused(desk.instance, desk.now);
    await requirePrerequisites(desk, userId);
    const ticket = await desk.create(userId, transition, 'web', { as: 'attendee', actor });
    await settle(desk);
    return ticket;
  });
}

async function activeTicket({ engine }: Services, tx: Tx, instanceId: number, userId: number): Promise<Ticket | null> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('activeFor', '=', activeFor(instanceId, userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  const [ticket] = await engine.lock(tx, 'tickets', [row.id]);
  return ticket ?? null;
}

async function requirePrerequisites({ services, tx, instance, now }: Desk, userId: number): Promise<void> {
  const missing = await missingPrerequisites(services, tx, instance.eventId, userId, now);
  if (missing.length === 0) return;
  const words = missing.map(({ anyOf }) => anyOf.join(' or ')).join('; ');
  throw problem(409, 'events.prerequisites', 'Not signed up', `This event asks for something that you lack: ${words}.`);
}
