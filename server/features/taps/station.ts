import type { FastifyRequest } from 'fastify';
import type { TapStation } from '../../../domain/calls/taps.ts';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { waiversToSign } from './waivers.ts';

export interface Center {
  id: number;
  name: string;
  locationId: number | null;
  /** Null: no limit. */
  capacity: number | null;
  waiverTextIds: number[];
  /** Of its location; null without one. */
  timezone: string | null;
}

/** A paired tap station at its center. */
export interface Station {
  center: Center;
  deviceId: number;
  /** The name under which limits count its uses. */
  client: string;
  /** The portal itself, at this device. */
  actor: Actor;
}

/** 403 for browsers that are not paired as a tap station of this center. */
export async function requireStation(
  { db }: Needs<'db'>,
  { device, ip }: FastifyRequest,
  centerId: number,
): Promise<Station> {
  if (device?.kind !== 'tapStation' || device.centerId !== centerId)
    throw problem(403, 'taps.not-paired', 'Not paired', 'This device is not paired as a tap station of this center.');
  const center = await readCenter(db, centerId);
  const actor: Actor = { ...SYSTEM, ip, device: device.name };
  return { center, deviceId: device.id, client: `device ${device.id}`, actor };
}

export async function stationState(
  { db }: Needs<'db'>,
  { device }: FastifyRequest,
  centerId: number,
): Promise<TapStation> {
  const { id, name, waiverTextIds } = await readCenter(db, centerId);
  const isPaired = device?.kind === 'tapStation' && device.centerId === centerId;
  return { center: { id, name }, isPaired, waivers: isPaired ? await waiversToSign(db, waiverTextIds, []) : [] };
}

async function readCenter(db: Db, id: number): Promise<Center> {
  const row = await db
    .selectFrom('centers as c')
    .leftJoin('locations as l', 'l.id', 'c.locationId')
    .select(['c.id', 'c.name', 'c.locationId', 'c.capacity', 'c.waiverTextIds', 'l.timezone'])
    .where('c.id', '=', id)
    .where('c.active', '=', true)
    .executeTakeFirst();
  if (row === undefined) throw problem(404, 'taps.no-center', 'Not found', 'This center does not exist.');
  return { ...row, waiverTextIds: row.waiverTextIds ?? [] };
}
