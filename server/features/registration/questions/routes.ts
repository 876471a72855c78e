import type { FastifyInstance } from 'fastify';
import type { GivenAnswers } from '../../../../domain/question-calls.ts';
import { idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { callerOf, linkQuery, type ByLink } from '../details/caller.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { answerTicket } from './answer-ticket.ts';
import { ANSWERS_MAX_BYTES, answersBody } from './call-schemas.ts';
import { sessionQuestions } from './session-questions.ts';

interface ById {
  Params: { id: string };
}
const params = idsInPath('id');

/** The API of domain/question-calls.ts. */
export function registerQuestions(app: FastifyInstance, services: Services, links: SessionLinkBook): void {
  app.get<ByLink>(
    '/api/events/sessions/:id/questions',
    { schema: { summary: 'Sign-up: what a session asks, and what one answered', params, querystring: linkQuery } },
    async (request, reply) =>
      sessionQuestions(services, await callerOf(links, request, reply), Number(request.params.id)),
  );
  app.put<ById & { Body: GivenAnswers }>(
    '/api/events/tickets/:id/answers',
    { bodyLimit: ANSWERS_MAX_BYTES, schema: { summary: 'Sign-up: answer again', params, body: answersBody } },
    async ({ actor, params: { id }, body }) =>
      toOwnTicket(services.db, await answerTicket(services, actor, Number(id), body)),
  );
}
