import type { FastifyReply, FastifyRequest } from 'fastify';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import type { SelfCheckedIn, SelfCheckIn } from '../../../domain/calls/self-check-in.ts';
import { parseTicketCode } from '../../../domain/sessions/ticket-code.ts';
import { transaction } from '../../platform/database.ts';
import { firstName } from '../../platform/first-name.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs, ReadServices } from '../../services.ts';
import { clearKioskCookie, requireSession, setKioskCookie } from '../accounts/authentication.ts';
import type { SelfCheckInDevice } from '../accounts/device-store.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { loginClient, proveLogin } from '../accounts/own-password.ts';
import { addDevice, requireSelfCheckIn, revokeDevice } from '../accounts/paired-devices.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import { inLockedSession } from '../registration/seats/session-queue.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { readInstance } from '../sessions/instance.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';
import { personName } from '../registration/seats/person-name.ts';
import { noInstance, notPossible } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';
import { checkInTicket } from './check-in-ticket.ts';
import { identifyScan } from './scan.ts';

/** Cards and IDs that check no one in, per device: trying them out would reveal who attends. */
const TRIES: RateLimit = { name: 'self-check-in', perClient: 20, shared: { total: 1_000, share: 5 }, seconds: 60 };

const NO_SEAT = 'No seat found for this session. Try again, or ask at the desk.';

/** Pairs this browser as the self check-in of one session. The session of the member of staff is parked until it ends. */
export async function startSelfCheckIn(
  services: CommandServices,
  request: FastifyRequest,
  reply: FastifyReply,
  instanceId: number,
): Promise<void> {
  requireDoorStaff(request.actor);
  const { id, actor } = requireSession(request);
  if (request.device !== null)
    throw problem(409, 'kiosk.paired', 'Not possible', 'This device is already paired. Unpair it first.');
  const { status, endsAt } = await readInstance(services, services.db, instanceId);
  if (status === 'draft') throw noInstance();
  if (status === 'cancelled') throw notPossible('This session is canceled.');
  if (services.clock.now() >= endsAt) throw notPossible('This session is over.');
  const { token, tokenHash } = request.server.devices.newToken();
  await transaction(services.db, async (tx) => {
    await tx.updateTable('sessions').set({ selfCheckInId: instanceId }).where('id', '=', id).execute();
    await addDevice(services, tx, actor, { kind: 'selfCheckIn', instanceId, name: 'Self check-in', tokenHash });
  });
  setKioskCookie(request, reply, services.settings, token);
}

/**
 * The browser is an ordinary one again. The password of the person who started self check-in leads back to their session. Without a
 * password, which people who log in elsewhere do not have here, no one is logged in afterwards.
 */
export async function endSelfCheckIn(
  services: CommandServices,
  request: FastifyRequest,
  reply: FastifyReply,
  password: string | null,
): Promise<void> {
  const device = requireSelfCheckIn(request);
  // Without a password, also when the account that started it is not active anymore.
  const starter = password === null ? null : await starterOf(services, request, device);
  if (starter !== null && password !== null) await provePassword(services, request, starter, password);
  const { sessionToken, server } = request;
  await transaction(services.db, async (tx) => {
    await revokeDevice(services, tx, starter ?? SYSTEM, device.id);
    if (sessionToken !== null) await server.sessions.endParking(tx, sessionToken, starter?.id ?? null);
  });
  clearKioskCookie(request, reply, services.settings);
}

async function provePassword(
  services: CommandServices,
  request: FastifyRequest,
  starter: Actor & { id: number },
  password: string,
): Promise<void> {
  const client = await loginClient(services, request, starter.username!);
  const { userId } = await proveLogin(services, client, starter.username!, password);
  if (userId !== starter.id)
    throw problem(403, 'events.someone-else', 'Not allowed', 'This password belongs to someone else.');
}

/** 404 for every other browser. */
export async function selfCheckInState(services: ReadServices, request: FastifyRequest): Promise<SelfCheckIn> {
  const { device } = request;
  if (device?.kind !== 'selfCheckIn')
    throw problem(404, 'events.no-self-check-in', 'Not found', 'This browser is not in self check-in mode.');
  const { instanceId } = device;
  const [row, { username }] = await Promise.all([
    sessionRows(services.db).where('i.id', '=', instanceId).executeTakeFirst(),
    starterOf(services, request, device),
  ]);
  if (row === undefined) throw noInstance();
  const { title, start, end, place } = sessionRow(services, row).session;
  return { instanceId, title, start, end, place, username: username ?? '' };
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
  const device = requireSelfCheckIn(request);
  const starter = await starterOf(services, request, device);
  requireDoorStaff(starter);
  const { id, instanceId } = device;
  if (parseTicketCode(text) !== null) return checkIn(services, starter, instanceId, text);
  const client = `device ${id}`;
  if ((await services.limits.use(TRIES, client)) !== null)
    return notCheckedIn(`Too many attempts. Wait a minute, or ask at the desk.`);
  const answer = await checkIn(services, starter, instanceId, text);
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
    const { outcome, words } = await checkInTicket(locked, ticket, actor);
    return { outcome, firstName: outcome === 'refused' ? null : await firstNameOf(locked, ticket), words };
  });
}

function notCheckedIn(words: string): SelfCheckedIn {
  return { outcome: 'unknown', firstName: null, words };
}

async function firstNameOf({ tx }: LockedSession, { userId }: Ticket): Promise<string> {
  return firstName(await personName(tx, userId));
}

/** With the rights that they have now. 403 once their account is not active. */
async function starterOf(
  services: ReadServices,
  { ip }: FastifyRequest,
  { name, pairedById }: SelfCheckInDevice,
): Promise<Actor & { id: number }> {
  const actor = pairedById === null ? null : await actorOfAccount(services, pairedById, ip);
  if (actor?.id == null)
    throw problem(403, 'events.no-self-check-in', 'Not allowed', 'Self check-in has ended in this browser.');
  return { ...actor, id: actor.id, device: name };
}
