import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceKind, PairedDevice, PairingCode } from '../../../domain/calls/kiosk.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { NOW, transaction } from '../../platform/database.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { clearKioskCookie, clearSessionCookie, requireSession, setKioskCookie } from '../accounts/authentication.ts';
import { DeviceStore, pairedDevice } from '../accounts/device-store.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { loginClient, proveLogin } from '../accounts/own-password.ts';
import { addDevice, requireDevice, revokeDevice } from '../accounts/paired-devices.ts';

/** Consonants, so that a code never spells a word: 34.6 bits (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const MINUTES = 10;
/** Codes of one browser's address. */
const CODES: RateLimit = { name: 'device-pairings', perClient: 20, shared: { total: 200, share: 5 }, seconds: 600 };

/** The code without what people type between its letters. */
function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/**
 * Shows a code on the device. Its token is in its cookie from now on, and is worthless until an administrator has entered the code, which
 * therefore never travels together with the token.
 */
export async function requestPairing(
  services: CommandServices & Needs<'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: DeviceKind,
): Promise<PairingCode> {
  if (request.device !== null)
    throw problem(409, 'kiosk.paired', 'Not possible', 'This device is already paired. Unpair it first.');
  const wait = await services.limits.use(CODES, request.ip);
  if (wait !== null) throw tooMany('kiosk.too-many-codes', 'Too many codes', 'Wait a few minutes.', wait);
  const { devices } = request.server;
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const { token, tokenHash } = devices.newToken();
  const expiresAt = new Date(services.clock.now() + MINUTES * 60_000).toISOString();
  await services.db
    .insertInto('devicePairings')
    .values({ codeHash: devices.hash(code), secretHash: tokenHash, kind, expiresAt })
    .execute();
  setKioskCookie(request, reply, services.settings, token);
  return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, expiresAt };
}

/** 410 when the code has expired. */
export async function claimPairing(
  services: CommandServices,
  request: FastifyRequest,
): Promise<PairedDevice | undefined> {
  const { device, deviceToken, server } = request;
  if (device !== null) return pairedDevice(device);
  const waiting =
    deviceToken === null
      ? undefined
      : await services.db
          .selectFrom('devicePairings')
          .select('id')
          .where('secretHash', '=', server.devices.hash(deviceToken))
          .where('expiresAt', '>', NOW)
          .executeTakeFirst();
  if (waiting === undefined) throw problem(410, 'kiosk.code-expired', 'Expired', 'The code has expired.');
  return undefined;
}

/** An administrator pairs the browser in which they are logged in, and is logged out there. */
export async function pairHere(
  services: CommandServices,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { kind: DeviceKind; centerId: number; name: string },
): Promise<PairedDevice> {
  const { actor } = requireSession(request);
  requireAdministrator(actor);
  const { devices, sessions } = request.server;
  const { token, tokenHash } = devices.newToken();
  await transaction(services.db, async (tx) => {
    if (request.device !== null) await revokeDevice(services, tx, actor, request.device.id);
    await addDevice(services, tx, actor, { ...given, tokenHash });
  });
  const device = await devices.resolve(token);
  if (device === null) throw problem(409, 'kiosk.inactive-center', 'Not paired', 'The center is not active.');
  setKioskCookie(request, reply, services.settings, token);
  if (request.sessionToken !== null) await sessions.end(request.sessionToken);
  clearSessionCookie(request, reply, services.settings);
  return pairedDevice(device);
}

/** Revokes the browser's own device. */
export async function unpair(
  services: CommandServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { username, currentPassword }: { username: string; currentPassword: string },
): Promise<void> {
  const device = requireDevice(request);
  const client = await loginClient(services, request, username);
  const { userId } = await proveLogin(services, client, username, currentPassword);
  const actor = await actorOfAccount(services, userId, request.ip);
  if (actor === null) throw problem(403, 'kiosk.not-allowed', 'Not allowed', 'This account is not active.');
  requireAdministrator(actor);
  await transaction(services.db, (tx) => revokeDevice(services, tx, actor, device.id));
  clearKioskCookie(request, reply, services.settings);
}

function requireAdministrator(actor: Actor): void {
  if (!isUnlimited(actor))
    throw problem(403, 'kiosk.not-allowed', 'Not allowed', 'Only an administrator can pair a display.');
}

export function addPairingCommands(services: CommandServices): void {
  const { engine } = services;
  engine.command('centers.pairDevice', {
    resource: 'centers',
    inputs: {
      required: ['code', 'name'],
      properties: {
        code: { type: 'string', title: 'Code', description: 'As the device shows it.', minLength: 1, maxLength: 20 },
        name: { type: 'string', title: 'Name of the device', minLength: 1, maxLength: 80 },
      },
    },
    run: async ({ tx, actor, rows, inputs }) => {
      requireAdministrator(actor);
      const devices = new DeviceStore(services.db, await sessionSecret(services.settings));
      const codeHash = devices.hash(plainCode(String(inputs['code'])));
      for (const { id } of rows) {
        const pairing = await tx
          .deleteFrom('devicePairings')
          .where('codeHash', '=', codeHash)
          .where('expiresAt', '>', NOW)
          .returning(['kind', 'secretHash'])
          .executeTakeFirst();
        if (pairing === undefined)
          throw invalid({ code: 'No device shows this code. Codes expire after ten minutes.' });
        const { kind, secretHash: tokenHash } = pairing;
        await addDevice(services, tx, actor, { kind, centerId: id, name: String(inputs['name']).trim(), tokenHash });
      }
    },
  });
  engine.command('devices.revoke', {
    resource: 'devices',
    run: async ({ tx, actor, rows }) => {
      for (const { id } of rows) await revokeDevice(services, tx, actor, id);
    },
  });
}
