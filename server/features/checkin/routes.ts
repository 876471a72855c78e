import type { FastifyInstance } from 'fastify';
import type { CommandServices, Needs } from '../../services.ts';
import { addAtDoor } from './add-at-door.ts';
import { linkCard } from './cards.ts';
import { doorEvent, doorEvents } from './door-event.ts';
import { doorList, doorPeople, doorSessions } from './list.ts';
import { markAtDoor } from './marks.ts';
import { scanAtDoor } from './scan.ts';
import { checkInSelf, endSelfCheckIn, selfCheckInState, startSelfCheckIn } from './self-check-in.ts';
import { agreeAtDoor, doorTerms } from './terms-at-door.ts';
import { issueCodes, revokeCodes } from './ticket-codes.ts';
import { addWalkIn } from './walk-in.ts';
import { doorCalls } from '../../../domain/calls/door.ts';
import { codeCalls } from '../../../domain/calls/sign-up.ts';
import { selfCheckInCalls } from '../../../domain/calls/self-check-in.ts';
import { addCalls } from '../../platform/http/add-calls.ts';

export async function registerDoor(app: FastifyInstance, services: CommandServices & Needs<'limits'>): Promise<void> {
  addCalls(app, doorCalls, {
    'GET /api/events/door': ({ actor }) => doorSessions(services, actor),
    'GET /api/events/door/people': ({ actor, query }) => doorPeople(services, actor, query.q),
    'GET /api/events/door/:instanceId': ({ actor, params }) => doorList(services, actor, params.instanceId),
    'POST /api/events/door/:instanceId/tickets': ({ actor, params, body }) =>
      addAtDoor(services, actor, params.instanceId, body),
    'GET /api/events/door/events': ({ actor }) => doorEvents(services, actor),
    'GET /api/events/door/events/:eventId': ({ actor, params }) => doorEvent(services, actor, params.eventId),
    'POST /api/events/door/:instanceId/marks': ({ actor, params, body }) =>
      markAtDoor(services, actor, params.instanceId, body.marks),
    'POST /api/events/door/:instanceId/walk-ins': ({ actor, params, body }) =>
      addWalkIn(services, actor, params.instanceId, body),
    'GET /api/events/door/:instanceId/terms': ({ actor, params }) => doorTerms(services, actor, params.instanceId),
    'POST /api/events/door/tickets/:id/agreement': ({ actor, params, body }) =>
      agreeAtDoor(services, actor, params.id, body.version),
    'POST /api/events/door/:instanceId/scan': ({ actor, params, body }) =>
      scanAtDoor(services, actor, params.instanceId, body.text),
    'PUT /api/events/door/people/:id/card': ({ actor, params, body }) => linkCard(services, actor, params.id, body),
  });
  addCalls(app, selfCheckInCalls, {
    'POST /api/events/self-check-in': ({ request, reply, body }) =>
      startSelfCheckIn(services, request, reply, body.instanceId),
    'GET /api/events/self-check-in': ({ request }) => selfCheckInState(services, request),
    'POST /api/events/self-check-in/scan': ({ request, body }) => checkInSelf(services, request, body.text),
    'POST /api/events/self-check-in/end': ({ request, reply, body }) =>
      endSelfCheckIn(services, request, reply, body.password),
  });
  addCalls(app, codeCalls, {
    'POST /api/events/codes': ({ actor, body }) => issueCodes(services, actor, body),
    'DELETE /api/events/tickets/:id/codes': ({ actor, params }) => revokeCodes(services, actor, params.id),
  });
}
