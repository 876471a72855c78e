import type { FastifyReply, FastifyRequest } from 'fastify';
import { KIOSK_EXTENSIONS } from '../../../domain/values/constants.ts';
import type { KioskLogin, KioskPerson, KioskTime } from '../../../domain/calls/kiosk.ts';
import type { KioskIdentity } from '../../../domain/values/kiosk-identity.ts';
import { parseCardText } from '../../../domain/sessions/card-text.ts';
import { firstName } from '../../platform/first-name.ts';
import { sql } from 'kysely';
import { NOW, transaction } from '../../platform/database.ts';
import { problem, tooMany, type ProblemError } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { requireSession, setSessionCookie } from '../accounts/authentication.ts';
import { loginResponse } from '../accounts/begin-session.ts';
import type { Device } from '../accounts/device-store.ts';
import { requireKiosk } from '../accounts/paired-devices.ts';
import { KIOSK_MINUTES } from '../accounts/session-store.ts';
import { identifyScan } from '../checkin/scan.ts';
import { logEvent } from '../event-log/event-log.ts';
import { personName } from '../registration/seats/person-name.ts';
import { hasUsefulPin, provePin } from './pin.ts';

type KioskServices = CommandServices & Needs<'limits'>;

/** Identifications that find no one, per device. Those that find a person do not count. */
const GUESSES: Readonly<Record<'card' | 'id', RateLimit>> = {
  card: { name: 'kiosk-cards', perClient: 10, seconds: 60 },
  id: { name: 'kiosk-ids', perClient: 10, seconds: 60 },
};

/** Identifies a person by a card or a typed student ID. The browser's session so far ends: a new swipe takes over. */
export async function loginAtKiosk(
  services: KioskServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { buffCard, studentId }: { buffCard?: string | null; studentId?: string | null },
): Promise<KioskLogin> {
  const device = requireKiosk(request);
  const isCard = (buffCard ?? '') !== '';
  const text = isCard ? buffCard! : (studentId ?? '');
  const kind = isCard ? 'card' : 'id';
  const client = `device ${device.id}`;
  await useGuess(services, device, kind);
  const userId = await identifiedUserId(services, text, isCard ? 'card' : 'studentId');
  if (userId === null) throw isCard ? cardFailed() : idFailed();
  services.limits.giveBack(GUESSES[kind], client);
  return openKioskSession(services, request, reply, { userId, device, identifiedBy: kind });
}

/** The first refusal of a window is reported: someone tries out numbers. */
async function useGuess({ limits, db }: KioskServices, device: Device, kind: 'card' | 'id'): Promise<void> {
  const wait = await limits.use(GUESSES[kind], `device ${device.id}`);
  if (wait === null) return;
  if (
    (await limits.use({ name: `${GUESSES[kind].name}-alarm`, perClient: 1, seconds: 60 }, `device ${device.id}`)) ===
    null
  )
    await logEvent(db, 'warning', {
      message: `Many unknown ${kind === 'card' ? 'cards' : 'student IDs'} at a kiosk`,
      exception: 'No exception',
      location: device.name,
    });
  throw tooMany(
    'kiosk.too-many-attempts',
    'Too many attempts',
    'Too many attempts. Wait a minute, or ask at the desk.',
    wait,
  );
}

/** What people type is an ID, and what a reader reads a card: neither passes for the other, nor a code of a ticket for one of them. */
async function identifiedUserId(
  services: Needs<'db' | 'settings'>,
  text: string,
  kind: 'card' | 'studentId',
): Promise<number | null> {
  if (parseCardText(text).kind !== kind) return null;
  const found = await identifyScan(services, text);
  return 'userId' in found && found.ticketId === null ? found.userId : null;
}

async function openKioskSession(
  services: KioskServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, device, identifiedBy }: { userId: number; device: Device; identifiedBy: KioskIdentity },
): Promise<KioskLogin> {
  const { sessions } = request.server;
  const client = {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    kiosk: { deviceId: device.id, identifiedBy },
  };
  const { token, expiresAt } = await transaction(services.db, async (tx) => {
    // One person at a time.
    await tx.deleteFrom('sessions').where('deviceId', '=', device.id).execute();
    return sessions.open(tx, userId, client);
  });
  const { session } = await sessions.resolve(token, request.ip);
  if (session === null) throw identifiedBy === 'id' ? idFailed() : cardFailed();
  setSessionCookie(request, reply, services, token, expiresAt);
  if (request.session?.actor.isKiosk === false && request.sessionToken !== null)
    await sessions.end(request.sessionToken);
  return {
    ...(await loginResponse(request.server, services, session)),
    firstName: firstName(await personName(services.db, userId)),
    identifiedBy,
    hasPin: await canEnterPin(services, userId, identifiedBy),
  };
}

async function canEnterPin(services: CommandServices, userId: number, identifiedBy: KioskIdentity): Promise<boolean> {
  return identifiedBy === 'card' && hasUsefulPin(services, userId);
}

/** For a page that was loaded again during the session. */
export async function personAtKiosk(
  services: CommandServices,
  request: FastifyRequest,
): Promise<KioskPerson | undefined> {
  const { id, actor } = requireSession(request);
  const row = await services.db
    .selectFrom('sessions')
    .select(['userId', 'extensions'])
    .where('id', '=', id)
    .where('isKiosk', '=', true)
    .executeTakeFirst();
  if (row === undefined || actor.identifiedBy == null) return undefined;
  return {
    identifiedBy: actor.identifiedBy,
    hasPin: await canEnterPin(services, row.userId, actor.identifiedBy),
    extensionsLeft: KIOSK_EXTENSIONS - (row.extensions ?? 0),
  };
}

/** Ten more minutes, at most ten times (WCAG 2.2.1). */
export async function stayAtKiosk(
  services: CommandServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KioskTime> {
  const { id } = requireSession(request);
  const row = await services.db
    .updateTable('sessions')
    .set(({ eb }) => ({
      expiresAt: sql<string>`${NOW} + make_interval(mins => ${KIOSK_MINUTES})`,
      extensions: eb(eb.fn.coalesce('extensions', sql<number>`0`), '+', 1),
    }))
    .where('id', '=', id)
    .where('isKiosk', '=', true)
    .where(({ eb }) => eb(eb.fn.coalesce('extensions', sql<number>`0`), '<', KIOSK_EXTENSIONS))
    .returning(['expiresAt', 'extensions'])
    .executeTakeFirst();
  if (row === undefined)
    throw problem(409, 'kiosk.no-extension', 'Not possible', 'This session cannot be extended again.');
  setSessionCookie(request, reply, services, request.sessionToken!, row.expiresAt);
  return { expirationTime: row.expiresAt, extensionsLeft: KIOSK_EXTENSIONS - (row.extensions ?? 0) };
}

/** The session with the person's staff roles is a new one. */
export async function enterPin(
  services: KioskServices,
  request: FastifyRequest,
  reply: FastifyReply,
  pin: string,
): Promise<KioskLogin> {
  const device = requireKiosk(request);
  const { id: userId } = requireSession(request).actor;
  await provePin(services, userId, pin);
  return openKioskSession(services, request, reply, { userId, device, identifiedBy: 'pin' });
}

function cardFailed(): ProblemError {
  return problem(401, 'kiosk.card-not-read', 'Card Read Error', 'Could not read your card. Please try again.');
}

function idFailed(): ProblemError {
  return problem(
    401,
    'kiosk.no-student',
    'Student ID Error',
    'Could not find a student with that ID. Please try again.',
  );
}
