import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { doorEvent, doorEvents } from './door-event.ts';
import { markAtDoor } from './marks.ts';
import { markTicket } from './mark.ts';
import { moveAtDoor, takeBackAdded } from './move.ts';
import { agreeAtDoor, doorTerms } from './terms-at-door.ts';
import { addWalkIn } from './walk-in.ts';
import { doorMarkCalls } from '../../../domain/calls/door.ts';
import { addCalls } from '../../platform/http/add-calls.ts';

export async function registerDoorMarks(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, doorMarkCalls, {
    'GET /api/events/door/events': ({ actor }) => doorEvents(services, actor),
    'GET /api/events/door/events/:eventId': ({ actor, params }) => doorEvent(services, actor, params.eventId),
    'POST /api/events/door/:instanceId/marks': ({ actor, params, body }) =>
      markAtDoor(services, actor, params.instanceId, body.marks),
    'POST /api/events/door/:instanceId/walk-ins': ({ actor, params, body }) =>
      addWalkIn(services, actor, params.instanceId, body),
    'POST /api/events/door/tickets/:id/move': ({ actor, params, body }) => moveAtDoor(services, actor, params.id, body),
    'GET /api/events/door/:instanceId/terms': ({ actor, params }) => doorTerms(services, actor, params.instanceId),
    'POST /api/events/door/tickets/:id/agreement': ({ actor, params, body }) =>
      agreeAtDoor(services, actor, params.id, body.version),
    'POST /api/events/door/tickets/:id/take-back': async ({ actor, params }) => {
      await takeBackAdded(services, actor, params.id);
    },
    'POST /api/events/tickets/:id/status': async ({ actor, params, body }) => {
      await markTicket(services, actor, params.id, body);
    },
  });
}
