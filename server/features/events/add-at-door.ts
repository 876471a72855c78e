import type { Actor } from '../../../domain/actor.ts';
import type { AddAtDoor, AddedAtDoor } from '../../../domain/door-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { atDesk, type Desk } from './desk.ts';
import { requireDoorStaff } from './door-staff.ts';
import { factsOf, type OpenInstance } from './instance.ts';
import { missingPrerequisites } from './prerequisites.ts';
import { notPossible } from './refusals.ts';
import { settle } from './settle.ts';
import { activeTicket } from './sign-up.ts';

/** Staff add somebody to a session: with a seat, on its waiting list, or as a walk-in who is there. */
export async function addAtDoor(
  services: Services,
  actor: Actor,
  instanceId: number,
  { userId, to }: AddAtDoor,
): Promise<AddedAtDoor> {
  requireDoorStaff(actor);
  return atDesk(services, instanceId, (desk) => addPerson(desk, actor, { userId, to }));
}

/** The same, where the session is locked already. */
export async function addPerson(desk: Desk, actor: Actor, { userId, to }: AddAtDoor): Promise<AddedAtDoor> {
  const name = await nameOf(desk, userId);
  const own = await activeTicket(desk.services, desk.tx, desk.instance.id, userId);
  if (own !== null) return { ticketId: own.id, status: own.status, isNew: false };
  // Who waits comes before who is added now.
  await settle(desk);
  const transition = desk.transition('none', 'staff', to);
  if (transition === null) throw notPossible(addRefusal(desk.instance, desk.now) ?? 'This is not possible now.');
  await requirePrerequisites(desk, userId, name);
  const source = to === 'attended' ? 'walkIn' : 'staff';
  const ticket = await desk.create(userId, transition, source, { as: 'staff', actor });
  await settle(desk);
  return { ticketId: ticket.id, status: ticket.status, isNew: true };
}

/** Why staff cannot add somebody at `now` (epoch milliseconds), in words; null where nothing is known to hinder it. */
export function addRefusal(instance: OpenInstance, now: number): string | null {
  const { seatsLeft, isAhead, isDoorOpen, isInstanceCancelled, areWalkInsAllowed } = factsOf(instance, now);
  if (isInstanceCancelled) return 'This session is cancelled.';
  if (!isAhead && !isDoorOpen) return 'This session is not published.';
  if (!isAhead && !areWalkInsAllowed) return 'This session has begun, and it takes no walk-ins.';
  if (seatsLeft <= 0) return 'All seats of this session are taken.';
  return isDoorOpen ? null : 'The doors open an hour before the session begins.';
}

async function nameOf({ tx }: Desk, userId: number): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (row === undefined)
    throw problem(404, 'events.no-person', 'Not found', 'There is no such account, or it is not active.');
  return row.displayName;
}

async function requirePrerequisites(
  { services, tx, instance, now }: Desk,
  userId: number,
  name: string,
): Promise<void> {
  const missing = await missingPrerequisites(services, tx, instance.eventId, userId, now);
  if (missing.length === 0) return;
  const words = missing.map(({ anyOf }) => anyOf.join(' or ')).join('; ');
  throw problem(
    409,
    'events.prerequisites',
    'Not added',
    `This event asks for something that ${name} lacks: ${words}.`,
  );
}
