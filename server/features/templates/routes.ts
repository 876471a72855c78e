import type { FastifyInstance } from 'fastify';
import type { SaveTemplate, TryTemplate } from '../../../domain/message-template-calls.ts';
import type { Services } from '../../services.ts';
import { saveTemplate } from './save.ts';
import { requireTemplates, templateDetail, templateList, templateOf } from './stored.ts';
import { previewTemplate, sentMessages, testTemplate } from './try-out.ts';

interface Named {
  Params: { event: string; audience: string };
}

const key = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' } as const;
const params = {
  type: 'object',
  required: ['event', 'audience'],
  properties: { event: key, audience: key },
} as const;
/** What is too long is told beside its field, so more is taken than can be saved. */
const template = {
  type: 'object',
  additionalProperties: false,
  required: ['subject', 'body'],
  properties: { subject: { type: 'string', maxLength: 500_000 }, body: { type: 'string', maxLength: 500_000 } },
} as const;
const saveBody = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'template'],
  properties: {
    version: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    template: { anyOf: [template, { type: 'null' }] },
  },
} as const;
const tryBody = {
  type: 'object',
  additionalProperties: false,
  required: ['template', 'messageId'],
  properties: { template, messageId: { type: ['integer', 'null'], minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
} as const;

const BASE = '/api/messageEvents';
const ONE = `${BASE}/:event/:audience`;

/** The API of domain/message-template-calls.ts. */
export async function registerTemplates(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => requireTemplates(services, actor, 'read'));

  app.get(BASE, { schema: { summary: 'Message templates: all events and audiences' } }, () => templateList(services));

  app.get<Named>(
    ONE,
    { schema: { params, summary: 'Message template: its texts, placeholders and versions' } },
    ({ actor, params: { event, audience } }) => templateDetail(services, actor, templateOf(services, event, audience)),
  );

  app.post<Named & { Body: SaveTemplate }>(
    `${ONE}/versions`,
    { schema: { params, body: saveBody, summary: 'Message template: saves the next version' } },
    ({ actor, params: { event, audience }, body }) =>
      saveTemplate(services, actor, templateOf(services, event, audience), body),
  );

  app.get<Named>(
    `${ONE}/messages`,
    { schema: { params, summary: 'Message template: sent messages for a preview' } },
    ({ actor, params: { event, audience } }) => sentMessages(services, actor, templateOf(services, event, audience)),
  );

  app.post<Named & { Body: TryTemplate }>(
    `${ONE}/preview`,
    { schema: { params, body: tryBody, summary: 'Message template: how a text would be mailed' } },
    ({ actor, params: { event, audience }, body }) =>
      previewTemplate(services, actor, templateOf(services, event, audience), body),
  );

  app.post<Named & { Body: TryTemplate }>(
    `${ONE}/test`,
    { schema: { params, body: tryBody, summary: 'Message template: mails a text to oneself' } },
    ({ actor, params: { event, audience }, body }) =>
      testTemplate(services, actor, templateOf(services, event, audience), body),
  );
}
