import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Row } from '../../domain/declarations/model.ts';
import { DeviceStore } from '../../server/features/accounts/device-store.ts';
import { cardHash } from '../../server/features/checkin/cards.ts';
import { sessionSecret } from '../../server/platform/settings.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp } from './support.ts';

export interface TestStation {
  centerId: number;
  deviceId: number;
  cookie: string;
  post: (path: string, body: object) => Promise<LightMyRequestResponse>;
  tap: (text: string, key?: string) => Promise<LightMyRequestResponse>;
}

/** A center with a paired tap station. */
export async function makeStation(t: TestApp, center: Row = {}, kind = 'tapStation'): Promise<TestStation> {
  const { id } = await makeRow(t.services, 'centers', { active: true, ...center });
  return pairStation(t, Number(id), kind);
}

/** One more device of a center. */
export async function pairStation(t: TestApp, centerId: number, kind = 'tapStation'): Promise<TestStation> {
  const devices = new DeviceStore(t.services.db, await sessionSecret(t.services.settings));
  const { token, tokenHash } = devices.newToken();
  const device = await makeRow(t.services, 'devices', {
    ...{ name: 'Front door', kind, centerId, tokenHash, pairedAt: t.services.clock.instant() },
  });
  const cookie = `atrium-kiosk=${token}`;
  const post = (path: string, payload: object) =>
    t.app.inject({
      method: 'POST',
      url: `/api/centers/${centerId}/${path}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      payload,
    });
  const tap = (text: string, key: string = randomUUID()) => post('taps', { key, text });
  return { centerId, deviceId: Number(device['id']), cookie, post, tap };
}

/** Links a card to an account, as it is stored. */
export async function giveCard({ services }: TestApp, userId: number, card: string): Promise<string> {
  const hash = await cardHash(services, card);
  await services.db.updateTable('users').set({ cardHash: hash }).where('id', '=', userId).execute();
  return card;
}

let cards = 0;
/** A card that no test has used. */
export function newCard(): string {
  cards += 1;
  return `60012345${String(cards).padStart(8, '0')}`;
}
