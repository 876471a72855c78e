import type { FastifyInstance } from 'fastify';
import {
  MOST_SCANNED,
  type EndSelfCheckIn,
  type LinkCard,
  type ScanAtDoor,
  type StartSelfCheckIn,
} from '../../../domain/sessions/door-scan.ts';
import { closed, ID_NUMBER, idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { linkCard } from './cards.ts';
import { scanAtDoor } from './scan.ts';
import { checkInSelf, endSelfCheckIn, selfCheckInState, startSelfCheckIn } from './self-check-in.ts';

const byInstance = idsInPath('instanceId');
const byUser = idsInPath('id');
const scanBody = closed({ text: { type: 'string', minLength: 1, maxLength: MOST_SCANNED } });
const cardBody = { ...scanBody, properties: { ...scanBody.properties, replaces: { type: 'boolean' } } };
const PUBLIC = { public: true };

/** The API of domain/sessions/door-scan.ts. */
export async function registerScanning(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Params: { instanceId: string }; Body: ScanAtDoor }>(
    '/api/events/door/:instanceId/scan',
    { schema: { summary: 'Who shows a code, a card or an id at a door', params: byInstance, body: scanBody } },
    async ({ actor, params, body }) => scanAtDoor(services, actor, Number(params.instanceId), body.text),
  );
  app.put<{ Params: { id: string }; Body: LinkCard }>(
    '/api/events/door/people/:id/card',
    { schema: { summary: 'Accounts: whose card it is', params: byUser, body: cardBody } },
    async ({ actor, params, body }, reply) => {
      await linkCard(services, actor, Number(params.id), body);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: StartSelfCheckIn }>(
    '/api/events/self-check-in',
    {
      schema: {
        summary: 'Self check-in: this browser can do nothing else from now on',
        body: closed({ instanceId: ID_NUMBER }),
      },
    },
    async (request, reply) => {
      await startSelfCheckIn(services, request, request.body.instanceId);
      return reply.code(204).send();
    },
  );
  // Open to sessions that are switched to it alone, which are nobody's otherwise.
  app.get(
    '/api/events/self-check-in',
    { config: PUBLIC, schema: { summary: 'Self check-in: the session' } },
    async (request) => selfCheckInState(services, request),
  );
  app.post<{ Body: ScanAtDoor }>(
    '/api/events/self-check-in/scan',
    { config: PUBLIC, schema: { summary: 'Self check-in: by a code, a card or an id', body: scanBody } },
    async (request) => checkInSelf(services, request, request.body.text),
  );
  app.post<{ Body: EndSelfCheckIn }>(
    '/api/events/self-check-in/end',
    {
      config: PUBLIC,
      schema: {
        summary: 'Self check-in: back to the session of who has started it',
        body: closed({ password: { type: 'string', minLength: 1, maxLength: 1024 } }),
      },
    },
    async (request, reply) => {
      await endSelfCheckIn(services, request, request.body.password);
      return reply.code(204).send();
    },
  );
}
