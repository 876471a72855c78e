import type { FastifyInstance } from 'fastify';
import { OCCURRENCE_SCOPES } from '../../../../domain/hours/calendar.ts';
import {
  MOST_SESSIONS,
  type ChangeSessions,
  type PlannedAnswer,
  type PlanQuestion,
  type PlanSessions,
  type RemoveSessions,
  type RepeatSessions,
  type SessionChanges,
} from '../../../../domain/series-calls.ts';
import { ID_TEXT } from '../../../platform/http/request-schemas.ts';
import { versionOf } from '../../../resources/routes.ts';
import type { Services } from '../../../services.ts';
import { changeSessions, plannedChange, removeSessions } from './change-sessions.ts';
import { planOfSessions, planSessions } from './plan-sessions.ts';
import { plannedRepetition, repeatSessions } from './repeat-sessions.ts';

interface ById {
  Params: { id: string };
}
const params = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...ID_TEXT, description: 'Of the instance' } },
};
const ROW_ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const INSTANT = { type: 'string', maxLength: 40, format: 'date-time' };
const RULE = { type: ['string', 'null'], maxLength: 200, description: 'RFC 5545; null: once' };
const DATES = { type: 'array', maxItems: 400, items: { type: 'string', format: 'date' } };
const VALUES = { type: 'object', description: 'As for one instance' };
const OVERRIDE_REASON = {
  type: ['string', 'null'],
  maxLength: 500,
  description: 'Why it takes place in spite of conflicts',
};
const scope = {
  type: 'string',
  enum: OCCURRENCE_SCOPES,
  description: 'This session, with those that follow in its series, or all of them',
};
const planQuestion = {
  type: 'object',
  additionalProperties: false,
  required: ['startsAt', 'endsAt', 'locationId', 'instructorIds', 'rule'],
  properties: {
    startsAt: INSTANT,
    endsAt: INSTANT,
    dates: { type: ['array', 'null'], maxItems: 60, items: { type: 'object' }, description: 'Further dates of each' },
    locationId: { ...ROW_ID, type: ['integer', 'null'] },
    instructorIds: { type: 'array', maxItems: 100, items: ROW_ID },
    rule: RULE,
  },
};
const planBody = {
  type: 'object',
  additionalProperties: false,
  required: ['values', 'rule', 'exceptDates', 'isBookedAsWhole', 'overrideReason'],
  properties: {
    values: VALUES,
    rule: RULE,
    exceptDates: DATES,
    isBookedAsWhole: { type: 'boolean' },
    overrideReason: OVERRIDE_REASON,
  },
};
const change = {
  scope,
  values: VALUES,
  leave: { type: 'array', maxItems: MOST_SESSIONS, items: ROW_ID, description: 'Instances left as they are' },
};
const changeQuestion = {
  type: 'object',
  additionalProperties: false,
  required: ['scope', 'values', 'leave'],
  properties: change,
};
const changeBody = {
  ...changeQuestion,
  required: [...changeQuestion.required, 'overrideReason'],
  properties: { ...change, overrideReason: OVERRIDE_REASON },
};
const repeat = { rule: RULE, dates: DATES, exceptDates: DATES };
const repeatQuestion = {
  type: 'object',
  additionalProperties: false,
  required: ['rule', 'dates', 'exceptDates'],
  properties: repeat,
};
const repeatBody = {
  ...repeatQuestion,
  required: [...repeatQuestion.required, 'overrideReason'],
  properties: { ...repeat, overrideReason: OVERRIDE_REASON },
};
const removeBody = { type: 'object', additionalProperties: false, required: ['scope'], properties: { scope } };

export async function registerSessionPlanning(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Body: PlanQuestion }>(
    '/api/scheduling/sessions/plan',
    { schema: { summary: 'Sessions: when they would take place, and what is in their way', body: planQuestion } },
    async ({ actor, body }) => planOfSessions(services, actor, body),
  );
  app.post<{ Body: PlanSessions }>(
    '/api/scheduling/sessions',
    { schema: { summary: 'Sessions: create one, or a series', body: planBody } },
    async ({ actor, body, headers }, reply) => {
      const key = headers['idempotency-key'];
      return reply.code(201).send(await planSessions(services, actor, body, Array.isArray(key) ? key[0] : key));
    },
  );
  app.post<ById & { Body: Omit<ChangeSessions, 'overrideReason'> }>(
    '/api/scheduling/sessions/:id/change/plan',
    { schema: { summary: 'Sessions: what a change would make of them', params, body: changeQuestion } },
    async ({ actor, params: { id }, body }) => plannedChange(services, actor, Number(id), body),
  );
  app.post<ById & { Body: ChangeSessions }>(
    '/api/scheduling/sessions/:id/change',
    { schema: { summary: 'Sessions: change one, those that follow, or all of a series', params, body: changeBody } },
    async (request): Promise<SessionChanges> => {
      const id = Number(request.params.id);
      return { changes: await changeSessions(services, request.actor, id, request.body, versionOf(request)) };
    },
  );
  app.post<ById & { Body: Omit<RepeatSessions, 'overrideReason'> }>(
    '/api/scheduling/sessions/:id/repeat/plan',
    { schema: { summary: 'Sessions: what further dates would make of a series', params, body: repeatQuestion } },
    async ({ actor, params: { id }, body }) => plannedRepetition(services, actor, Number(id), body),
  );
  app.post<ById & { Body: RepeatSessions }>(
    '/api/scheduling/sessions/:id/repeat',
    { schema: { summary: 'Sessions: add dates, or let those that follow repeat by a rule', params, body: repeatBody } },
    async (request): Promise<PlannedAnswer> =>
      repeatSessions(services, request.actor, Number(request.params.id), request.body, versionOf(request)),
  );
  app.post<ById & { Body: RemoveSessions }>(
    '/api/scheduling/sessions/:id/remove',
    { schema: { summary: 'Sessions: delete one, those that follow, or all of a series', params, body: removeBody } },
    async (request): Promise<SessionChanges> => {
      const { actor, params, body } = request;
      return { changes: await removeSessions(services, actor, Number(params.id), body.scope, versionOf(request)) };
    },
  );
}
