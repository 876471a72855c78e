import type { FastifyInstance } from 'fastify';
import { DOOR_ADDS, type AddAtDoor } from '../../../domain/door-calls.ts';
import { ID_NUMBER, idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { addAtDoor } from './add-at-door.ts';
import { deliberately } from './staff-fields.ts';
import { registerDoorMarks } from './mark-routes.ts';
import { registerScanning } from './scan-routes.ts';
import { doorList, doorPeople, doorSessions } from './list.ts';

interface ByInstance {
  Params: { instanceId: string };
}
const params = idsInPath('instanceId');
const peopleQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['q'],
  properties: { q: { type: 'string', minLength: 2, maxLength: 100 } },
};
const addBody = {
  type: 'object',
  additionalProperties: false,
  required: ['userId', 'to'],
  properties: {
    userId: ID_NUMBER,
    to: { type: 'string', enum: [...DOOR_ADDS] },
    ...deliberately,
  },
};

/** The API of domain/door-calls.ts. */
export async function registerDoor(app: FastifyInstance, services: Services): Promise<void> {
  await registerDoorMarks(app, services);
  await registerScanning(app, services);
  app.get('/api/events/door', { schema: { summary: 'Sessions to process, today’s first' } }, async ({ actor }) =>
    doorSessions(services, actor),
  );
  app.get<{ Querystring: { q: string } }>(
    '/api/events/door/people',
    { schema: { summary: 'Accounts that staff can add to a session', querystring: peopleQuery } },
    async ({ actor, query: { q } }) => doorPeople(services, actor, q),
  );
  app.get<ByInstance>(
    '/api/events/door/:instanceId',
    { schema: { summary: 'A session with everybody who has a ticket', params } },
    async ({ actor, params: { instanceId } }) => doorList(services, actor, Number(instanceId)),
  );
  app.post<ByInstance & { Body: AddAtDoor }>(
    '/api/events/door/:instanceId/tickets',
    { schema: { summary: 'Tickets: staff add somebody', params, body: addBody } },
    async ({ actor, params: { instanceId }, body }) => addAtDoor(services, actor, Number(instanceId), body),
  );
}
