import type { FastifyInstance } from 'fastify';
import { conversationCalls } from '../../../domain/calls/conversations.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { answerMessage, sendMessage, withdrawMessage } from './conversation.ts';
import { submissionDetail } from './detail.ts';
import { internalNotes, writeNote } from './notes.ts';
import { sameAccount } from './same-account.ts';

/** Messages between staff and the customer of a request, and internal notes. */
export function registerConversation(app: FastifyInstance, services: Services): void {
  const preHandler = sameAccount;
  addCalls(app, conversationCalls, {
    'POST /api/requests/submissions/:id/messages': {
      preHandler,
      handle: async ({ actor, params: { id }, body, key }) => {
        await sendMessage({ services, actor, id, key }, body);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/messages/:messageId/answer': {
      preHandler,
      handle: async ({ actor, params: { id, messageId }, body, key }) => {
        await answerMessage({ services, actor, id, key }, messageId, body);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/messages/:messageId/withdraw': {
      preHandler,
      handle: async ({ actor, params: { id, messageId } }) => {
        await withdrawMessage({ services, actor, id }, messageId);
        return submissionDetail(services, actor, id);
      },
    },
    'GET /api/requests/submissions/:id/notes': ({ actor, params }) => internalNotes(services, actor, params.id),
    'POST /api/requests/submissions/:id/notes': {
      preHandler,
      handle: async ({ actor, params: { id }, body, key }) => {
        await writeNote(services, actor, id, body.text, key);
        return internalNotes(services, actor, id);
      },
    },
  });
}
