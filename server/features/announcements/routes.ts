import type { FastifyInstance } from 'fastify';
import { SHOWN, type Selection, type SendAnnouncement, type Shown } from '../../../domain/announcement-calls.ts';
import { BODY_LENGTH, SUBJECT_LENGTH } from '../../../domain/messages/message-template.ts';
import { ID_TEXT } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { deliveryOf, recipientsShown } from './delivery.ts';
import { peopleOf, preview } from './selection.ts';
import { announce, takeBack } from './send.ts';

/** Bytes of a call, with the selection and the text. */
const BODY_LIMIT = 131_072;

function closed(properties: Record<string, object>, required: string[] = []) {
  return { type: 'object', additionalProperties: false, required, properties };
}

const selection = {
  source: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' },
  filter: { type: 'object' },
} as const;
const q = { type: 'string', maxLength: 200 } as const;
const start = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const;
const params = closed({ id: ID_TEXT }, ['id']);
const selectionBody = closed(selection, ['source', 'filter']);
const peopleBody = closed({ ...selection, q, start }, ['source', 'filter', 'start']);
const sendBody = closed(
  {
    ...selection,
    subject: { type: 'string', minLength: 1, maxLength: SUBJECT_LENGTH },
    html: { type: 'string', minLength: 1, maxLength: BODY_LENGTH },
  },
  ['source', 'filter', 'subject', 'html'],
);
const recipientsQuery = closed({
  show: { type: 'string', enum: [...SHOWN] },
  q,
  start: { type: 'string', pattern: '^[0-9]{1,6}$' },
});

interface ById {
  Params: { id: string };
}

/** The API of domain/announcement-calls.ts. */
export async function registerAnnouncements(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Body: Selection }>(
    '/api/announcements/preview',
    { bodyLimit: BODY_LIMIT, schema: { body: selectionBody } },
    ({ actor, body }) => preview(services, actor, body),
  );
  app.post<{ Body: Selection & { q?: string; start: number } }>(
    '/api/announcements/people',
    { bodyLimit: BODY_LIMIT, schema: { body: peopleBody } },
    ({ actor, body }) => peopleOf(services, actor, body),
  );
  app.post<{ Body: SendAnnouncement }>(
    '/api/announcements/send',
    { bodyLimit: BODY_LIMIT, schema: { body: sendBody } },
    async ({ actor, body, headers }, reply) => {
      const { 'idempotency-key': key } = headers;
      const id = await announce(services, actor, body, typeof key === 'string' ? key : undefined);
      return reply.code(201).send({ id });
    },
  );
  app.get<ById>('/api/announcements/:id/delivery', { schema: { params } }, ({ actor, params: { id } }) =>
    deliveryOf(services, actor, Number(id)),
  );
  app.post<ById>('/api/announcements/:id/undo', { schema: { params } }, async ({ actor, params: { id } }) => {
    await takeBack(services, actor, Number(id));
    return deliveryOf(services, actor, Number(id));
  });
  app.get<ById & { Querystring: { show?: Shown; q?: string; start?: string } }>(
    '/api/announcements/:id/recipients',
    { schema: { params, querystring: recipientsQuery } },
    ({ actor, params: { id }, query: { show = 'all', q: words = '', start: from = '0' } }) =>
      recipientsShown(services, actor, Number(id), { show, q: words, start: Number(from) }),
  );
}
