import type { FastifyInstance } from 'fastify';
import {
  OCCURRENCE_SCOPES,
  type OccurrenceAnswer,
  type OccurrenceChange,
  type OccurrenceScope,
} from '../../../../domain/hours/calendar.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { versionOf } from '../../../resources/routes.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { moveOccurrence, removeOccurrence } from './change-occurrence.ts';

interface Named {
  Params: { id: string; date: string };
}

const params = {
  type: 'object',
  required: ['id', 'date'],
  properties: {
    id: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
    date: { type: 'string', maxLength: 10, description: 'The local date on which the occurrence begins' },
  },
};
const scope = {
  type: 'string',
  enum: OCCURRENCE_SCOPES,
  description: 'This occurrence only, this and all that follow, or all',
};
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['scope', 'startsAt', 'endsAt', 'locationId'],
  properties: {
    scope,
    startsAt: { type: 'string', format: 'date-time' },
    endsAt: { type: 'string', format: 'date-time' },
    locationId: { type: 'integer', minimum: 1 },
    as: {
      type: 'object',
      additionalProperties: false,
      required: ['title', 'publicTitle', 'kind', 'notes'],
      description: 'What it is from now on; checked as a block is',
      properties: { title: {}, publicTitle: {}, kind: {}, notes: {} },
    },
  },
};
const query = { type: 'object', additionalProperties: false, required: ['scope'], properties: { scope } };

export async function registerBlocks(app: FastifyInstance, services: Services): Promise<void> {
  app.post<Named & { Body: OccurrenceChange }>(
    '/api/blocks/:id/occurrences/:date',
    { schema: { summary: 'Blocks: move an occurrence, with those that follow or all', params, body } },
    async (request): Promise<OccurrenceAnswer> => {
      const { id, date } = occurrenceIn(request.params);
      return { changes: await moveOccurrence(services, request.actor, { id, date }, request.body, versionOf(request)) };
    },
  );
  app.delete<Named & { Querystring: { scope: OccurrenceScope } }>(
    '/api/blocks/:id/occurrences/:date',
    {
      schema: { summary: 'Blocks: take an occurrence out, with those that follow or all', params, querystring: query },
    },
    async (request): Promise<OccurrenceAnswer> => {
      const { id, date } = occurrenceIn(request.params);
      const reach = request.query.scope;
      return { changes: await removeOccurrence(services, request.actor, { id, date }, reach, versionOf(request)) };
    },
  );
}

function occurrenceIn(given: Named['Params']): Named['Params'] {
  if (!isDate(given.date))
    throw problem(400, 'blocks.bad-date', 'Bad request', 'The occurrence is named by its date, as in 2026-12-07.');
  return given;
}
