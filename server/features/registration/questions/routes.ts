import type { FastifyInstance } from 'fastify';
import type { CommandServices } from '../../../services.ts';
import { callerOf } from '../details/caller.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { answerTicket } from './answer-ticket.ts';
import { sessionQuestions } from './session-questions.ts';
import { questionCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export function registerQuestions(app: FastifyInstance, services: CommandServices, links: SessionLinkBook): void {
  addCalls(app, questionCalls, {
    'GET /api/events/sessions/:id/questions': async (context) =>
      sessionQuestions(services, await callerOf(links, context), context.params.id),
    'PUT /api/events/tickets/:id/answers': async ({ actor, params, body }) =>
      toOwnTicket(services, await answerTicket(services, actor, params.id, body)),
  });
}
