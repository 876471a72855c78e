import { createHmac, randomBytes } from 'node:crypto';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { DeviceKind, PairedDevice } from '../../../domain/calls/kiosk.ts';
import { columnRefs, NOW, PREPARED, type Db } from '../../platform/database.ts';

const DEVICE = columnRefs('devices', 'd');
const CENTER = columnRefs('centers', 'c');
const INSTANCE = columnRefs('instances', 'i');

/** Whether self check-in has ended by itself: twelve hours after the end of its session. */
export function isSelfCheckInOver(endsAt: Expression<unknown>): RawBuilder<SqlBool> {
  return sql`(${endsAt} <= ${NOW} - interval '12 hours')`;
}

/** A display or reader that is paired with a center. */
export interface CenterDevice {
  id: number;
  name: string;
  kind: DeviceKind;
  centerId: number;
  centerName: string;
  /** The location of its center. */
  locationId: number | null;
}

/** A browser at which the attendees of one session check themselves in. */
export interface SelfCheckInDevice {
  id: number;
  name: string;
  kind: 'selfCheckIn';
  instanceId: number;
  /** The member of staff who started it; null when the account was deleted. */
  pairedById: number | null;
}

export type Device = CenterDevice | SelfCheckInDevice;

/**
 * Paired devices by their tokens. Nothing is cached: a revoked device stops with its next request. The browser holds a random token in a
 * cookie that no script can read; the table stores only its keyed hash.
 */
export class DeviceStore {
  readonly #db: Db;
  readonly #secret: string;

  constructor(db: Db, secret: string) {
    this.#db = db;
    this.#secret = secret;
  }

  /** A new token and its hash. The token is not stored. */
  newToken(): { token: string; tokenHash: string } {
    const token = randomBytes(32).toString('base64url');
    return { token, tokenHash: this.hash(token) };
  }

  hash(text: string): string {
    return createHmac('sha256', this.#secret).update(`device ${text}`).digest('base64url');
  }

  /** Null for unknown and revoked tokens, at centers that are not active, and long after the session of a self check-in. */
  async resolve(token: string): Promise<Device | null> {
    const { rows } = await sql<Device>`${PREPARED}
      select ${DEVICE.id}, ${DEVICE.name}, ${DEVICE.kind}, ${DEVICE.centerId}, ${CENTER.name} as "centerName", ${CENTER.locationId},
        ${DEVICE.instanceId}, ${DEVICE.pairedById}
      from devices d left join centers c on ${CENTER.id} = ${DEVICE.centerId} left join instances i on ${INSTANCE.id} = ${DEVICE.instanceId}
      where ${DEVICE.tokenHash} = ${this.hash(token)} and ${DEVICE.revokedAt} is null
        and (${CENTER.active} or not ${isSelfCheckInOver(INSTANCE.endsAt)})`.execute(this.#db);
    return rows[0] ?? null;
  }
}

/** What the browser learns of its device. */
export function pairedDevice(device: Device): PairedDevice {
  const { id, name } = device;
  if (device.kind === 'selfCheckIn') return { id, name, kind: device.kind, instanceId: device.instanceId };
  const { kind, centerId, centerName, locationId } = device;
  return { id, name, kind, center: { id: centerId, name: centerName, locationId } };
}
