import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { SelfCheckedIn, SelfCheckIn } from '../../../domain/calls/self-check-in.ts';
import { parseTicketCode } from '../../../domain/sessions/ticket-code.ts';
import type { TicketStatus, TicketTransition } from '../../../domain/sessions/tickets.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { problem, ProblemError } from '../../platform/problem.ts';
import type { CommandServices, Needs, ReadServices } from '../../services.ts';
import { requireSession, type SelfCheckInSession } from '../accounts/authentication.ts';
import { loginClient, proveLogin } from '../accounts/own-password.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import { inLockedSession } from '../registration/seats/session-queue.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { doorsOpenAt, readInstance } from '../sessions/instance.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';
import { personName } from '../registration/seats/person-name.ts';
import { noInstance, notPossible } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';
import { identifyScan } from './scan.ts';
import { requireTransition } from './mark.ts';

/** Cards and IDs that check no one in, per browser: trying them out would reveal who attends. */
const TRIES: RateLimit = { name: 'self-check-in', perClient: 20, shared: { total: 1_000, share: 5 }, seconds: 60 };

const ASK_STAFF = 'Please ask at the desk.';
/** For people who have not agreed to the terms: others at the screen need not know of it. */
const SEE_STAFF = 'Please see the staff at the desk before you go in. They check you in.';
const NO_SEAT = 'No seat found for this session. Try again, or ask at the desk.';
const WHY_NOT: Readonly<Partial<Record<TicketStatus, string>>> = {
  held: `Your seat is not paid yet. ${ASK_STAFF}`,
  waitlisted: `You are on the waitlist. ${ASK_STAFF}`,
  offered: `You have not accepted your offered seat yet. ${ASK_STAFF}`,
};

/** Restricts this browser's session to checking people in to the session. */
export async function startSelfCheckIn(
  services: ReadServices,
  request: FastifyRequest,
  instanceId: number,
): Promise<void> {
  requireDoorStaff(request.actor);
  const { id } = requireSession(request);
  const { status, endsAt } = await readInstance(services, services.db, instanceId);
  if (status === 'draft') throw noInstance();
  if (status === 'cancelled') throw notPossible('This session is canceled.');
  if (services.clock.now() >= endsAt) throw notPossible('This session is over.');
  await services.db.updateTable('sessions').set({ selfCheckInId: instanceId }).where('id', '=', id).execute();
}

/** Back to the staff member's own session, after their password. */
export async function endSelfCheckIn(
  services: CommandServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { id, actor } = selfCheckInOf(request);
  const client = await loginClient(services, request, actor.username);
  const { userId } = await proveLogin(services, client, actor.username, password);
  if (userId !== actor.id)
    throw problem(403, 'events.someone-else', 'Not allowed', 'This password belongs to someone else.');
  await services.db.updateTable('sessions').set({ selfCheckInId: null }).where('id', '=', id).execute();
}

export async function selfCheckInState(services: ReadServices, request: FastifyRequest): Promise<SelfCheckIn> {
  const { instanceId, actor } = selfCheckInOf(request, 404);
  const row = await sessionRows(services.db).where('i.id', '=', instanceId).executeTakeFirst();
  if (row === undefined) throw noInstance();
  const { title, start, end, place } = sessionRow(services, row).session;
  return { instanceId, title, start, end, place, username: actor.username };
}

/**
 * Checks in the owner of a code, card or ID. Reveals neither last names nor who has no seat here: their card is
 * answered like an unknown one, and above the limit so is every card. Codes cannot be guessed, and are not limited.
 */
export async function checkInSelf(
  services: CommandServices & Needs<'limits'>,
  request: FastifyRequest,
  text: string,
): Promise<SelfCheckedIn> {
  const { id, instanceId, actor } = selfCheckInOf(request);
  requireDoorStaff(actor);
  if (parseTicketCode(text) !== null) return checkIn(services, actor, instanceId, text);
  const client = `session ${id}`;
  if ((await services.limits.use(TRIES, client)) !== null)
    return notCheckedIn(`Too many attempts. Wait a minute, or ask at the desk.`);
  const answer = await checkIn(services, actor, instanceId, text);
  if (answer.firstName !== null) services.limits.giveBack(TRIES, client);
  return answer;
}

async function checkIn(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  text: string,
): Promise<SelfCheckedIn> {
  const found = await identifyScan(services, text);
  if ('words' in found) return notCheckedIn(NO_SEAT);
  return inLockedSession(services, instanceId, async (locked) => {
    await expireHoldsAndOfferSeats(locked);
    const ticket = await activeTicket(services, locked.tx, instanceId, found.userId);
    if (ticket === null) return notCheckedIn(NO_SEAT);
    if (ticket.status === 'attended' || ticket.status === 'late')
      return { outcome: 'already', firstName: await firstName(locked, ticket), words: 'You are already checked in.' };
    let transition: TicketTransition;
    try {
      transition = await requireTransition(locked, ticket, 'attended', { actor });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const words = error.problem.code === 'events.terms' ? SEE_STAFF : whyNot(locked, ticket);
      return { outcome: 'refused', firstName: null, words };
    }
    await locked.move(ticket, transition, { as: 'staff', actor });
    await expireHoldsAndOfferSeats(locked);
    return { outcome: 'welcome', firstName: await firstName(locked, ticket), words: 'You are checked in.' };
  });
}

function notCheckedIn(words: string): SelfCheckedIn {
  return { outcome: 'unknown', firstName: null, words };
}

function whyNot({ instance, now }: LockedSession, { status }: Ticket): string {
  const words = WHY_NOT[status];
  if (words !== undefined) return words;
  if (instance.status === 'cancelled') return 'This session is canceled.';
  return now < doorsOpenAt(instance) ? 'Check-in opens one hour before the session.' : ASK_STAFF;
}

/** The first word of the name; of "Byron, Ada" the first after the comma. */
async function firstName({ tx }: LockedSession, { userId }: Ticket): Promise<string> {
  const name = await personName(tx, userId);
  return (
    name
      .replace(/^[^,]*,/, '')
      .trim()
      .split(/\s+/)[0] ?? ''
  );
}

/** `refusal`: 404 hides that self check-in exists. */
function selfCheckInOf({ selfCheckIn }: FastifyRequest, refusal: 403 | 404 = 403): SelfCheckInSession {
  const title = refusal === 403 ? 'Not allowed' : 'Not found';
  if (selfCheckIn === null)
    throw problem(refusal, 'events.no-self-check-in', title, 'This browser is not in self check-in mode.');
  return selfCheckIn;
}
