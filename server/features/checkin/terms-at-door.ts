import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Deliberately } from '../../../domain/calls/door.ts';
import type { EventTerms } from '../../../domain/calls/sessions.ts';
import { hasVisibleText } from '../../platform/plain-text.ts';
import { isAttended } from '../../../domain/sessions/door.ts';
import { isActiveTicket, type TicketStatus } from '../../../domain/sessions/tickets.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, ReadServices } from '../../services.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import type { SessionView } from '../registration/seats/session-view.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { readInstance } from '../sessions/instance.ts';
import { personName } from '../registration/seats/person-name.ts';
import { noTicket } from '../sessions/refusals.ts';
import { agreedAt, keepAgreement, eventTerms } from '../admission/terms.ts';

/** The terms that staff have someone agree to. 409 for an event without terms. */
export async function doorTerms(services: ReadServices, actor: Actor, instanceId: number): Promise<EventTerms> {
  requireDoorStaff(actor);
  const { eventId } = await readInstance(services, services.db, instanceId);
  const terms = await eventTerms(services.db, eventId);
  if (terms === null)
    throw problem(409, 'events.no-terms', 'No terms', 'This event has neither terms nor a minimum age.');
  return terms;
}

export async function agreeAtDoor(
  services: Needs<'engine' | 'model'>,
  actor: Actor,
  ticketId: number,
  version: string,
): Promise<void> {
  requireDoorStaff(actor);
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket === undefined || !isActiveTicket(ticket.status)) throw noTicket();
    const { eventId } = await readInstance(services, tx, ticket.instanceId);
    await keepAgreement(services, tx, actor, { userId: ticket.userId, eventId, version });
  });
}

/** Also true for an event without terms. */
export async function hasAgreed({ tx, instance }: SessionView, userId: number): Promise<boolean> {
  return !instance.hasTerms || (await agreedAt(tx, instance, userId)) !== null;
}

/**
 * Attendees have agreed to the event's terms: staff record that they do now, or proceed without, with a reason. 409
 * otherwise.
 */
export async function requireTerms(
  locked: LockedSession,
  actor: Actor,
  userId: number,
  { agreedTo, withoutTerms, reason }: Deliberately,
): Promise<void> {
  const { services, tx, instance } = locked;
  if (await hasAgreed(locked, userId)) return;
  if (agreedTo !== undefined)
    return keepAgreement(services, tx, actor, { userId, eventId: instance.eventId, version: agreedTo });
  const message = termsMissingMessage(await personName(tx, userId));
  if (withoutTerms !== true) throw problem(409, 'events.terms', 'Not agreed yet', message);
  if (!hasVisibleText(reason)) throw problem(409, 'events.reason-needed', 'Not agreed yet', message);
}

export function termsMissingMessage(name: string): string {
  return `${name} has not agreed to the terms or minimum age of this event yet.`;
}

/** People who are already marked as attended need not agree again. */
export async function requireTermsToCome(
  locked: LockedSession,
  actor: Actor,
  { userId, status }: Ticket,
  to: TicketStatus,
  given: Deliberately,
): Promise<void> {
  if (isAttended(to) && !isAttended(status)) await requireTerms(locked, actor, userId, given);
}

export async function termsMissing(
  db: Db,
  eventId: number,
): Promise<(row: { userId: number; status: TicketStatus }) => boolean> {
  const terms = await eventTerms(db, eventId);
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
