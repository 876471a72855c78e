import type { FastifyInstance } from 'fastify';
import { kioskCalls, pickupCalls } from '../../../domain/calls/kiosk.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { Services } from '../../services.ts';
import { reportSilence } from './silence.ts';
import { revokeEndedSelfCheckIns } from './ended-self-check-ins.ts';
import { deviceState } from './device-state.ts';
import { enterPin, loginAtKiosk, personAtKiosk, stayAtKiosk } from './login.ts';
import { addPairingCommands, claimPairing, pairHere, requestPairing, unpair } from './pairing.ts';
import { pickUpOrder, pickups, pickUpRequest } from './pickups.ts';
import { pinState, setPin } from './pin.ts';

async function registerDevices(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, kioskCalls, {
    'GET /api/kiosk': ({ request, reply }) => deviceState(services, request, reply),
    'POST /api/kiosk/pairings': ({ request, reply, body }) => requestPairing(services, request, reply, body.kind),
    'POST /api/kiosk/pairings/claim': ({ request }) => claimPairing(services, request),
    'POST /api/kiosk/pair': ({ request, reply, body }) => pairHere(services, request, reply, body),
    'POST /api/kiosk/unpair': ({ request, reply, body }) => unpair(services, request, reply, body),
    'POST /api/LoginKiosk': ({ request, reply, body }) => loginAtKiosk(services, request, reply, body),
    'GET /api/kiosk/person': ({ request }) => personAtKiosk(services, request),
    'POST /api/kiosk/stay': ({ request, reply }) => stayAtKiosk(services, request, reply),
    'POST /api/kiosk/pin': ({ request, reply, body }) => enterPin(services, request, reply, body.pin),
    'GET /api/account/kioskPin': ({ request }) => pinState(services, request),
    'PUT /api/account/kioskPin': ({ request, body }) => setPin(services, request, body),
  });
  addCalls(app, pickupCalls, {
    'GET /api/kiosk/pickups': ({ actor }) => pickups(services, actor),
    'POST /api/kiosk/pickups/requests/:id': ({ actor, params }) => pickUpRequest(services, actor, params.id),
    'POST /api/kiosk/pickups/orders/:id': ({ actor, params }) => pickUpOrder(services, actor, params.id),
  });
}

export const devices: Feature = {
  name: 'devices',
  commands: addPairingCommands,
  routes: registerDevices,
  schedules: [{ name: 'kiosk-silence', cron: '*/5 * * * *', run: reportSilence }],
  housekeeping: async (services) => {
    await revokeEndedSelfCheckIns(services);
    await deleteExpired(services, { table: 'devicePairings', since: 'expiresAt', days: 1 });
  },
};
