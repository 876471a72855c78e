import type { FastifyInstance } from 'fastify';
import { DOOR_ADDS, type AddWalkIn, type AgreeAtDoor } from '../../../domain/door-calls.ts';
import type { MarkTicket } from '../../../domain/ticket-calls.ts';
import {
  DOOR_MARKS,
  MOST_DOOR_MARKS,
  type MoveAtDoor,
  type SendDoorMarks,
} from '../../../domain/sessions/door-marks.ts';
import { TICKET_STATUSES } from '../../../domain/sessions/tickets.ts';
import { closed, ID_NUMBER, idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { deliberately, version } from './staff-fields.ts';
import { doorEvent, doorEvents } from './door-event.ts';
import { markAtDoor } from './marks.ts';
import { markTicket } from './mark.ts';
import { moveAtDoor, takeBackAdded } from './move.ts';
import { agreeAtDoor, doorTerms } from './terms-at-door.ts';
import { addWalkIn } from './walk-in.ts';

const status = { type: 'string', enum: [...TICKET_STATUSES] };
const byInstance = idsInPath('instanceId');
const byEvent = idsInPath('eventId');
const byId = idsInPath('id');

const mark = closed({
  key: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
  ticketId: ID_NUMBER,
  from: status,
  to: { type: 'string', enum: [...DOOR_MARKS] },
  at: { type: 'string', format: 'date-time' },
});
const codeHash = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'Of the code that was scanned, which has to work still',
};
const markItem = { ...mark, properties: { ...mark.properties, ...deliberately, codeHash } };
const change = closed({ from: status, to: status });
const changeBody = { ...change, properties: { ...change.properties, ...deliberately } };
const marksBody = closed({
  marks: { type: 'array', minItems: 1, maxItems: MOST_DOOR_MARKS, items: markItem },
});
const walkIn = closed({
  name: { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S' },
  email: { type: 'string', format: 'email', maxLength: 254 },
  to: { type: 'string', enum: [...DOOR_ADDS] },
});
const walkInBody = { ...walkIn, properties: { ...walkIn.properties, ...deliberately } };

const move = closed({ toInstanceId: ID_NUMBER });
const moveBody = { ...move, properties: { ...move.properties, reason: deliberately.reason } };

interface ByInstance {
  Params: { instanceId: string };
}
interface ById {
  Params: { id: string };
}

/** The API of domain/sessions/door-marks.ts and, of who walks in, of domain/door-calls.ts. */
export async function registerDoorMarks(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/api/events/door/events', { schema: { summary: 'Events with sessions to process' } }, async ({ actor }) =>
    doorEvents(services, actor),
  );
  app.get<{ Params: { eventId: string } }>(
    '/api/events/door/events/:eventId',
    { schema: { summary: 'An event with its sessions to process', params: byEvent } },
    async ({ actor, params }) => doorEvent(services, actor, Number(params.eventId)),
  );
  app.post<ByInstance & { Body: SendDoorMarks }>(
    '/api/events/door/:instanceId/marks',
    { schema: { summary: 'Tickets: what was marked at a door, each mark once', params: byInstance, body: marksBody } },
    async ({ actor, params, body }) => markAtDoor(services, actor, Number(params.instanceId), body.marks),
  );
  app.post<ByInstance & { Body: AddWalkIn }>(
    '/api/events/door/:instanceId/walk-ins',
    { schema: { summary: 'Tickets: staff add somebody by name and address', params: byInstance, body: walkInBody } },
    async ({ actor, params, body }) => addWalkIn(services, actor, Number(params.instanceId), body),
  );
  app.post<ById & { Body: MoveAtDoor }>(
    '/api/events/door/tickets/:id/move',
    {
      schema: {
        summary: 'Tickets: staff move somebody to another session of the event',
        params: byId,
        body: moveBody,
      },
    },
    async ({ actor, params, body }) => moveAtDoor(services, actor, Number(params.id), body),
  );
  app.get<ByInstance>(
    '/api/events/door/:instanceId/terms',
    { schema: { summary: 'The terms of a session’s event', params: byInstance } },
    async ({ actor, params }) => doorTerms(services, actor, Number(params.instanceId)),
  );
  app.post<ById & { Body: AgreeAtDoor }>(
    '/api/events/door/tickets/:id/agreement',
    {
      schema: {
        summary: 'Tickets: staff record that somebody agrees to the terms',
        params: byId,
        body: closed({ version }),
      },
    },
    async ({ actor, params, body }, reply) => {
      await agreeAtDoor(services, actor, Number(params.id), body.version);
      return reply.code(204).send();
    },
  );
  app.post<ById>(
    '/api/events/door/tickets/:id/take-back',
    { schema: { summary: 'Tickets: staff take back that they have added somebody', params: byId } },
    async ({ actor, params }, reply) => {
      await takeBackAdded(services, actor, Number(params.id));
      return reply.code(204).send();
    },
  );
  app.post<ById & { Body: MarkTicket }>(
    '/api/events/tickets/:id/status',
    { schema: { summary: 'Tickets: staff set the status', params: byId, body: changeBody } },
    async ({ actor, params, body }, reply) => {
      await markTicket(services, actor, Number(params.id), body);
      return reply.code(204).send();
    },
  );
}
