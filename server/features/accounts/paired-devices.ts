import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import type { CenterDevice, Device, SelfCheckInDevice } from './device-store.ts';

/** A device that is being paired. Its token is in the browser's cookie; only its hash is stored. */
export type NewDevice = Pick<Device, 'name'> & { tokenHash: string } & (
    | Pick<CenterDevice, 'kind' | 'centerId'>
    | Pick<SelfCheckInDevice, 'kind' | 'instanceId'>
  );

/** The device of the request; 403 for every other browser. */
export function requireDevice({ device }: FastifyRequest): Device {
  if (device === null) throw notPaired();
  return device;
}

/** 403 for every other browser and device. */
export function requireKiosk({ device }: FastifyRequest): CenterDevice {
  if (device?.kind !== 'kiosk') throw notPaired();
  return device;
}

/** 403 for every other browser and device. */
export function requireSelfCheckIn({ device }: FastifyRequest): SelfCheckInDevice {
  if (device?.kind !== 'selfCheckIn') throw notPaired();
  return device;
}

function notPaired(): ProblemError {
  return problem(403, 'kiosk.not-paired', 'Not paired', 'This device is not paired. Please ask the staff.');
}

export async function addDevice(
  { engine, clock }: Needs<'clock' | 'engine'>,
  tx: Tx,
  actor: Actor,
  given: NewDevice,
): Promise<void> {
  const now = clock.instant();
  const values = { ...given, pairedAt: now, lastSeenAt: now, pairedById: actor.id };
  await engine.create(actor, 'devices', values, { tx, command: true });
}

/** Also ends the kiosk session that runs at it. */
export async function revokeDevice(
  { engine, clock }: Needs<'clock' | 'engine'>,
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<void> {
  await engine.update(actor, 'devices', id, { revokedAt: clock.instant() }, { tx, command: true });
  await tx.deleteFrom('sessions').where('deviceId', '=', id).execute();
}
