import type { FastifyInstance } from 'fastify';
import {
  BOXES,
  MARKS,
  QUIET_MODES,
  type Box,
  type LinkedChoices,
  type Marked,
  type MarkMessages,
  type MarkThreads,
  type QuietMode,
} from '../../../domain/message-calls.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { maskedAddress } from '../../platform/masked-address.ts';
import { DELIVERIES, type Delivery } from '../../../domain/messages/messages.ts';
import type { QuietHours } from '../../../domain/messages/quiet-hours.ts';
import { Gathered } from '../../platform/gathered.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { choicesOf, choose, turnOffMails } from './choices.ts';
import { readMailLink, type MailLink } from './links.ts';
import { chooseQuiet } from './quiet.ts';
import { markMessages, markThreads, readAll } from './marks.ts';
import { threadOf, threadsOf, unreadMessages } from './threads.ts';

const key = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]*(-[0-9]+)?$', maxLength: 80 } as const;

function closed(properties: Record<string, object>, required: string[] = []) {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Id of a message. */
const before = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } as const;
const threadsQuery = closed({
  box: { type: 'string', enum: [...BOXES] },
  q: { type: 'string', maxLength: 200 },
  before,
});
const marked = {
  mark: { type: 'string', enum: [...MARKS] },
  messages: { type: 'array', maxItems: 50_000, items: { type: 'integer', minimum: 1 } },
} as const;
const marksBody = {
  type: 'object',
  anyOf: [
    closed({ ...marked, keys: { type: 'array', minItems: 1, maxItems: 100, items: key } }, ['keys', 'mark']),
    closed(marked, ['mark', 'messages']),
  ],
};
const choiceBody = closed(
  {
    category: { type: 'string', maxLength: 40 },
    delivery: { type: 'string', enum: [...DELIVERIES] },
  },
  ['category', 'delivery'],
);

const hour = { type: 'number', minimum: 0, maximum: 23.75, multipleOf: 0.25 } as const;
const quietBody = closed(
  {
    mode: { type: 'string', enum: [...QUIET_MODES] },
    hours: closed({ from: hour, to: hour, zone: { type: 'string', maxLength: 60 } }, ['from', 'to', 'zone']),
  },
  ['mode'],
);

/** A year's claims and a signature. */
const link = { type: 'string', maxLength: 300 } as const;
/** A campus network shares few addresses, so the limit per address is generous. */
const LINKS: RateLimit = { name: 'mail-links', perClient: 120, shared: { total: 1200, share: 20 }, seconds: 60 };

/** The API of domain/message-calls.ts. */
export async function registerMessages(app: FastifyInstance, services: Services): Promise<void> {
  const unread = new Gathered((userIds: readonly number[]) => unreadMessages(services, userIds));
  app.get('/api/UserMessage/GetNumberUnreadMessages', async ({ actor }, reply) =>
    // A bare number is no body that Fastify serialises.
    reply.type('application/json; charset=utf-8').send(String((await unread.answer(accountOf(actor))) ?? 0)),
  );
  app.get<{ Querystring: { box?: Box; q?: string; before?: string } }>(
    '/api/messages/threads',
    { schema: { querystring: threadsQuery } },
    ({ actor, query: { box = 'all', q, before } }) =>
      threadsOf(services, accountOf(actor), { box, q, before: before === undefined ? undefined : Number(before) }),
  );
  app.get<{ Params: { key: string }; Querystring: { before?: string } }>(
    '/api/messages/threads/:key',
    { schema: { params: closed({ key }, ['key']), querystring: closed({ before }) } },
    ({ actor, params, query }) =>
      threadOf(services, accountOf(actor), params.key, query.before === undefined ? undefined : Number(query.before)),
  );
  app.post<{ Body: MarkThreads | MarkMessages }>(
    '/api/messages/marks',
    { schema: { body: marksBody } },
    async ({ actor, body }): Promise<Marked> => ({
      messages:
        'keys' in body
          ? await markThreads(services, accountOf(actor), body.keys, body.mark, body.messages)
          : await markMessages(services, accountOf(actor), body.mark, body.messages),
    }),
  );
  app.post('/api/messages/allRead', async ({ actor }): Promise<Marked> => ({
    messages: await readAll(services, accountOf(actor)),
  }));
  app.get('/api/messages/choices', ({ actor }) => choicesOf(services, accountOf(actor)));
  app.put<{ Body: Choice }>('/api/messages/choices', { schema: { body: choiceBody } }, async ({ actor, body }) => {
    await choose(services, accountOf(actor), body.category, body.delivery);
    return choicesOf(services, accountOf(actor));
  });
  app.put<{ Body: QuietBody }>('/api/messages/quiet', { schema: { body: quietBody } }, async ({ actor, body }) => {
    await chooseQuiet(services, accountOf(actor), body);
    return choicesOf(services, accountOf(actor));
  });
  await app.register(async (scope) => registerLinks(scope, services));
}

interface QuietBody {
  mode: QuietMode;
  hours?: QuietHours;
}

interface Choice {
  category: string;
  delivery: Delivery;
}

/** By a link of a mail, for its reader alone and without an account. Every token that does not hold gets the same answer. */
async function registerLinks(app: FastifyInstance, services: Services): Promise<void> {
  const onRequest = services.limits.refusing(
    LINKS,
    'messages.too-many-links',
    'Too many requests',
    'Too many links were opened in the last minute.',
  );
  const options = { config: { public: true }, onRequest } as const;
  // One click in a mail program sends a form (RFC 8058), which says nothing that its address does not.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 1_024 },
    async () => undefined,
  );
  app.get<{ Querystring: { link: string } }>(
    '/api/messages/linked/choices',
    { ...options, schema: { querystring: closed({ link }, ['link']) } },
    async ({ query, actor }, reply) => {
      reply.header('cache-control', 'private, no-store');
      return linkedChoices(services, actor, await linked(services, query.link));
    },
  );
  app.put<{ Querystring: { link: string }; Body: Choice }>(
    '/api/messages/linked/choices',
    { ...options, schema: { querystring: closed({ link }, ['link']), body: choiceBody } },
    async ({ query, body, actor }, reply) => {
      reply.header('cache-control', 'private, no-store');
      const meant = await linked(services, query.link);
      await choose(services, meant.userId, body.category, body.delivery);
      return linkedChoices(services, actor, meant);
    },
  );
  app.put<{ Querystring: { link: string }; Body: QuietBody }>(
    '/api/messages/linked/quiet',
    { ...options, schema: { querystring: closed({ link }, ['link']), body: quietBody } },
    async ({ query, body, actor }, reply) => {
      reply.header('cache-control', 'private, no-store');
      const meant = await linked(services, query.link);
      await chooseQuiet(services, meant.userId, body);
      return linkedChoices(services, actor, meant);
    },
  );
  // Whoever reads the log must not be able to choose for others.
  const secret = { ...options, config: { public: true, secretPath: true } } as const;
  // GET changes nothing: mail scanners follow links.
  app.post<{ Params: { link: string } }>(
    '/api/messages/unsubscribe/:link',
    { ...secret, schema: { params: closed({ link }, ['link']) } },
    async ({ params }, reply) => {
      const { userId, category } = await linked(services, params.link);
      if (category !== null) await turnOffMails(services, userId, category);
      return reply.code(204).send();
    },
  );
  app.get<{ Params: { link: string } }>(
    '/api/messages/unsubscribe/:link',
    { ...secret, schema: { params: closed({ link }, ['link']) } },
    ({ params }, reply) => reply.redirect(`/myAccount/communicationSettings?link=${encodeURIComponent(params.link)}`),
  );
}

async function linkedChoices(services: Services, actor: Actor, { userId, category }: MailLink): Promise<LinkedChoices> {
  const choices = await choicesOf(services, userId);
  const session = actor.id === null ? 'none' : actor.id === userId ? 'own' : 'other';
  // A mail may have been passed on.
  const address = session === 'own' || choices.address === null ? choices.address : maskedAddress(choices.address);
  return { ...choices, address, category, session };
}

/**
 * A token is verified before anything is looked up, so that a wrong one tells nothing by its time either. An anonymous account has no
 * choices any more, and its old mails lead to none.
 */
async function linked(services: Services, token: string): Promise<MailLink> {
  const found = await readMailLink(services, token);
  const account =
    found &&
    (await services.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', found.userId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('anonymisations').select('id').where('userId', '=', found.userId))),
      )
      .executeTakeFirst());
  if (!account)
    throw problem(
      404,
      'messages.no-link',
      'Not found',
      'This link has ended, or was cut off. Open the one of a newer mail.',
    );
  return found;
}
