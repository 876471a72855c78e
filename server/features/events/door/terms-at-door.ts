import type { Actor } from '../../../../domain/actor.ts';
import type { Deliberately } from '../../../../domain/door-calls.ts';
import type { EventTerms } from '../../../../domain/ticket-calls.ts';
import { isActiveTicket, type TicketStatus } from '../../../../domain/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import type { Desk } from '../tickets/desk.ts';
import { requireDoorStaff } from './door-staff.ts';
import { factsOf, readInstance } from '../tickets/instance.ts';
import { noTicket } from '../tickets/refusals.ts';
import { agreedAt, keepAgreement, termsOf } from '../admission/terms.ts';

/** What staff have somebody agree to. 409 for an event without terms. */
export async function doorTerms({ db }: Services, actor: Actor, instanceId: number): Promise<EventTerms> {
  requireDoorStaff(actor);
  const { eventId } = await readInstance(db, instanceId);
  const terms = await termsOf(db, eventId);
  if (terms === null)
    throw problem(409, 'events.no-terms', 'No terms', 'This event has neither terms nor a minimum age.');
  return terms;
}

/** Staff record that the ticket's holder agrees. Repeating it changes nothing. */
export async function agreeAtDoor(services: Services, actor: Actor, ticketId: number, version: string): Promise<void> {
  requireDoorStaff(actor);
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket === undefined || !isActiveTicket(ticket.status)) throw noTicket();
    const { eventId } = await readInstance(tx, ticket.instanceId);
    await keepAgreement(services, tx, actor, { userId: ticket.userId, eventId, version });
  });
}

/**
 * Who is added once the doors are open cannot agree on the event's page first: staff record that they do, or go on without, with a reason.
 * 409 in words otherwise.
 */
export async function requireTerms(
  { services, tx, instance, now }: Desk,
  actor: Actor,
  { id: userId, name }: { id: number; name: string },
  { agreedTo, withoutTerms, reason }: Deliberately,
): Promise<void> {
  const { eventId, hasTerms } = instance;
  if (!hasTerms || !factsOf(instance, now).isDoorOpen || (await agreedAt(tx, instance, userId)) !== null) return;
  if (agreedTo !== undefined) return keepAgreement(services, tx, actor, { userId, eventId, version: agreedTo });
  const words = `${name} has not agreed to the terms or minimum age of this event yet.`;
  if (withoutTerms !== true) throw problem(409, 'events.terms', 'Not added', words);
  if (reason === undefined || reason.trim() === '')
    throw problem(409, 'events.reason-needed', 'Not added', `${words} Give a reason to add ${name} all the same.`);
}

/** Of whom staff are told that they have not agreed. */
export async function termsMissing(
  db: Db,
  eventId: number,
): Promise<(row: { userId: number; status: TicketStatus }) => boolean> {
  const terms = await termsOf(db, eventId);
  if (terms === null) return () => false;
  const rows = await db
    .selectFrom('agreements')
    .select('userId')
    .where('eventId', '=', eventId)
    .where('termsVersion', '=', terms.version)
    .execute();
  const agreed = new Set(rows.map(({ userId }) => userId));
  return ({ userId, status }) => isActiveTicket(status) && !agreed.has(userId);
}
