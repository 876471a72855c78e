import type { FastifyInstance } from 'fastify';
import { templateCalls } from '../../../domain/calls/templates.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { MailServices, Needs } from '../../services.ts';
import { saveTemplate } from './save.ts';
import { requireTemplates, templateDetail, templateList, templateOf } from './stored.ts';
import { previewTemplate, sentMessages, testTemplate } from './try-out.ts';

export async function registerTemplates(
  app: FastifyInstance,
  services: MailServices & Needs<'jobs' | 'systemSettings'>,
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => requireTemplates(services, actor, 'read'));
  const named = ({ event, audience }: { event: string; audience: string }) => templateOf(services, event, audience);
  addCalls(app, templateCalls, {
    'GET /api/messageEvents': () => templateList(services),
    'GET /api/messageEvents/:event/:audience': ({ actor, params }) => templateDetail(services, actor, named(params)),
    'POST /api/messageEvents/:event/:audience/versions': ({ actor, params, body }) =>
      saveTemplate(services, actor, named(params), body),
    'GET /api/messageEvents/:event/:audience/messages': ({ actor, params }) =>
      sentMessages(services, actor, named(params)),
    'POST /api/messageEvents/:event/:audience/preview': ({ actor, params, body }) =>
      previewTemplate(services, actor, named(params), body),
    'POST /api/messageEvents/:event/:audience/test': ({ actor, params, body }) =>
      testTemplate(services, actor, named(params), body),
  });
}
