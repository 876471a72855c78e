import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { addAtDoor } from './add-at-door.ts';
import { registerDoorMarks } from './mark-routes.ts';
import { registerScanning } from './scan-routes.ts';
import { doorList, doorPeople, doorSessions } from './list.ts';
import { doorCalls } from '../../../domain/calls/door.ts';
import { addCalls } from '../../platform/http/add-calls.ts';

export async function registerDoor(app: FastifyInstance, services: Services): Promise<void> {
  await registerDoorMarks(app, services);
  await registerScanning(app, services);
  addCalls(app, doorCalls, {
    'GET /api/events/door': ({ actor }) => doorSessions(services, actor),
    'GET /api/events/door/people': ({ actor, query }) => doorPeople(services, actor, query.q),
    'GET /api/events/door/:instanceId': ({ actor, params }) => doorList(services, actor, params.instanceId),
    'POST /api/events/door/:instanceId/tickets': ({ actor, params, body }) =>
      addAtDoor(services, actor, params.instanceId, body),
  });
}
