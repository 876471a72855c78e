import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { linkCard } from './cards.ts';
import { scanAtDoor } from './scan.ts';
import { checkInSelf, endSelfCheckIn, selfCheckInState, startSelfCheckIn } from './self-check-in.ts';
import { scanCalls } from '../../../domain/calls/door.ts';
import { addCalls } from '../../platform/http/add-calls.ts';

export async function registerScanning(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, scanCalls, {
    'POST /api/events/door/:instanceId/scan': ({ actor, params, body }) =>
      scanAtDoor(services, actor, params.instanceId, body.text),
    'PUT /api/events/door/people/:id/card': ({ actor, params, body }) => linkCard(services, actor, params.id, body),
    'POST /api/events/self-check-in': ({ request, body }) => startSelfCheckIn(services, request, body.instanceId),
    'GET /api/events/self-check-in': ({ request }) => selfCheckInState(services, request),
    'POST /api/events/self-check-in/scan': ({ request, body }) => checkInSelf(services, request, body.text),
    'POST /api/events/self-check-in/end': ({ request, body }) => endSelfCheckIn(services, request, body.password),
  });
}
