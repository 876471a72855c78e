import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  MESSAGE_LENGTH,
  MOST_MESSAGE_FILES,
  type AnswerMessage,
  type SendMessage,
} from '../../../domain/requests/conversation.ts';
import { STAFF_KINDS } from '../../../domain/messages/messages.ts';
import type { Workflow } from '../../../domain/requests/workflow.ts';
import type { Services } from '../../services.ts';
import { idParams } from './call-schemas.ts';
import { answerMessage, sendMessage, withdrawMessage } from './conversation.ts';
import { submissionDetail } from './detail.ts';
import { notesOf, writeNote } from './notes.ts';
import { sameAccount } from './same-account.ts';

const number = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } as const;
const messageParams = { type: 'object', properties: { id: number, messageId: number }, required: ['id', 'messageId'] };
const text = { type: 'string', maxLength: MESSAGE_LENGTH } as const;
const files = {
  type: 'array',
  maxItems: MOST_MESSAGE_FILES,
  uniqueItems: true,
  items: { type: 'string', format: 'uuid' },
} as const;

function closed(properties: Record<string, object>, required: string[]) {
  return { type: 'object', additionalProperties: false, required, properties };
}

const after = { type: 'integer', minimum: 0 } as const;
const messageBody = closed({ kind: { type: 'string', enum: [...STAFF_KINDS] }, text, files, after }, ['kind', 'text']);
const answerBody = closed({ text, files, outcome: { type: 'string', enum: ['confirmed', 'declined'] } }, ['text']);
const noteBody = closed({ text }, ['text']);

interface OfRequest {
  Params: { id: string };
}
interface OfMessage {
  Params: { id: string; messageId: string };
}

/** The API of domain/requests/conversation.ts. */
export function registerConversation(app: FastifyInstance, services: Services, workflow: Workflow): void {
  const base = '/api/requests/submissions/:id';
  app.post<OfRequest & { Body: SendMessage }>(
    `${base}/messages`,
    { schema: { params: idParams, body: messageBody }, preHandler: sameAccount },
    async (request, reply) => {
      const id = Number(request.params.id);
      await sendMessage(services, workflow, request.actor, id, request.body, keyOf(request));
      return reply.code(201).send(await submissionDetail(services, workflow, request.actor, id));
    },
  );
  app.post<OfMessage & { Body: AnswerMessage }>(
    `${base}/messages/:messageId/answer`,
    { schema: { params: messageParams, body: answerBody }, preHandler: sameAccount },
    async (request, reply) => {
      const { id, messageId } = numbersOf(request.params);
      await answerMessage(services, workflow, request.actor, id, messageId, request.body, keyOf(request));
      return reply.code(201).send(await submissionDetail(services, workflow, request.actor, id));
    },
  );
  app.post<OfMessage>(
    `${base}/messages/:messageId/withdraw`,
    { schema: { params: messageParams }, preHandler: sameAccount },
    async ({ actor, params }) => {
      const { id, messageId } = numbersOf(params);
      await withdrawMessage(services, workflow, actor, id, messageId);
      return submissionDetail(services, workflow, actor, id);
    },
  );
  app.get<OfRequest>(`${base}/notes`, { schema: { params: idParams } }, ({ actor, params }) =>
    notesOf(services, actor, Number(params.id)),
  );
  app.post<OfRequest & { Body: { text: string } }>(
    `${base}/notes`,
    { schema: { params: idParams, body: noteBody }, preHandler: sameAccount },
    async (request, reply) => {
      const id = Number(request.params.id);
      await writeNote(services, request.actor, id, request.body.text, keyOf(request));
      return reply.code(201).send(await notesOf(services, request.actor, id));
    },
  );
}

function numbersOf({ id, messageId }: OfMessage['Params']) {
  return { id: Number(id), messageId: Number(messageId) };
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}
