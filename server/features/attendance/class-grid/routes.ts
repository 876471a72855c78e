import type { FastifyInstance } from 'fastify';
import { MOST_CELLS, type MarkCells, type ScheduleForClass } from '../../../../domain/class-calls.ts';
import { closed, ID_NUMBER, idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { exempt } from './exemptions.ts';
import { classChoices, classGrid } from './grid.ts';
import { scheduleForClass } from './sessions.ts';

const params = idsInPath('classId');
const markBody = closed({
  cells: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_CELLS,
    items: closed({ entryId: ID_NUMBER, requirementId: ID_NUMBER }),
  },
  reason: { type: 'string', minLength: 1, maxLength: 300 },
});
const sessionFields = {
  requirementId: ID_NUMBER,
  startsAt: { type: 'string', format: 'date-time' },
  minutes: { type: 'integer', minimum: 5, maximum: 10_080 },
  locationId: { anyOf: [ID_NUMBER, { type: 'null' }] },
  locationNote: { anyOf: [{ type: 'string', minLength: 1, maxLength: 300 }, { type: 'null' }] },
  capacity: { type: 'integer', minimum: 1, maximum: 10_000 },
  entryIds: { type: 'array', maxItems: MOST_CELLS, items: ID_NUMBER },
};
const sessionBody = {
  ...closed(sessionFields),
  properties: { ...sessionFields, overrideReason: { type: ['string', 'null'], maxLength: 500 } },
};

interface ByClass {
  Params: { classId: string };
}

/** The API of domain/class-calls.ts. */
export async function registerByClass(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/api/events/classes', { schema: { summary: 'Classes to process' } }, ({ actor }) =>
    classChoices(services, actor),
  );
  app.get<ByClass>(
    '/api/events/classes/:classId',
    { schema: { summary: 'Who of a class has done what it requires', params } },
    ({ actor, params: { classId } }) => classGrid(services, actor, Number(classId)),
  );
  app.post<ByClass & { Body: MarkCells }>(
    '/api/events/classes/:classId/exemptions',
    { schema: { summary: 'Classes: count requirements as done', params, body: markBody } },
    ({ actor, params: { classId }, body }) => exempt(services, actor, Number(classId), body),
  );
  app.post<ByClass & { Body: ScheduleForClass }>(
    '/api/events/classes/:classId/sessions',
    { schema: { summary: 'Classes: schedule a session for the class alone', params, body: sessionBody } },
    ({ actor, params: { classId }, body, headers }) => {
      const key = headers['idempotency-key'];
      return scheduleForClass(services, actor, Number(classId), body, Array.isArray(key) ? key[0] : key);
    },
  );
}
