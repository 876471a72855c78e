import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PairedDevice } from '../../../domain/calls/kiosk.ts';
import { NOW } from '../../platform/database.ts';
import { sql } from 'kysely';
import type { Needs } from '../../services.ts';
import { setKioskCookie } from '../accounts/authentication.ts';
import { pairedDevice } from '../accounts/device-store.ts';

/** Contacts that are closer together are not recorded. */
const SECONDS = 30;

/** The browser's device, which is seen by this. Undefined for browsers that are not paired. */
export async function deviceState(
  services: Needs<'db' | 'settings'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PairedDevice | undefined> {
  const { device, deviceToken } = request;
  if (device === null || deviceToken === null) return undefined;
  await noteContact(services, device.id);
  setKioskCookie(request, reply, services.settings, deviceToken);
  return pairedDevice(device);
}

/** That the device was seen now. */
async function noteContact({ db }: Needs<'db'>, id: number): Promise<void> {
  await db
    .updateTable('devices')
    .set({ lastSeenAt: NOW })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('lastSeenAt', 'is', null),
        eb('lastSeenAt', '<', sql<string>`${NOW} - make_interval(secs => ${SECONDS})`),
      ]),
    )
    .execute();
}
