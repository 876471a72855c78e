import type { FastifyInstance } from 'fastify';
import { linkedChoiceCalls, messageCalls, type LinkedChoices } from '../../../domain/calls/messages.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { maskedAddress } from '../../platform/masked.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { Gathered } from '../../platform/gathered.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { messageChoices, choose, turnOffMails } from './choices.ts';
import { readMailLink, type MailLink } from './links.ts';
import { chooseQuiet } from './quiet.ts';
import { markMessages, markThreads, readAll } from './marks.ts';
import { searchedThreads } from './searched-threads.ts';
import { readThread, unreadMessages } from './threads.ts';

/** A campus network shares few addresses, so the limit per address is generous. */
const LINKS: RateLimit = { name: 'mail-links', perClient: 120, shared: { total: 1200, share: 20 }, seconds: 60 };

export async function registerMessages(
  app: FastifyInstance,
  services: CommandServices & Needs<'limits'>,
): Promise<void> {
  const unread = new Gathered((userIds: readonly number[]) => unreadMessages(services, userIds));
  addCalls(app, messageCalls, {
    // Fastify serializes no bare number.
    'GET /api/UserMessage/GetNumberUnreadMessages': async ({ actor, reply }) =>
      reply.type('application/json; charset=utf-8').send(String((await unread.answer(requireAccountId(actor))) ?? 0)),
    'GET /api/messages/threads': ({ actor, query: { box = 'all', q, before } }) =>
      searchedThreads(services, requireAccountId(actor), { box, q, before }),
    'GET /api/messages/threads/:key': ({ actor, params, query }) =>
      readThread(services, requireAccountId(actor), params.key, query.before),
    'POST /api/messages/marks': async ({ actor, body }) => ({
      messages:
        'keys' in body
          ? await markThreads(services, requireAccountId(actor), body.keys, body.mark, body.messages)
          : await markMessages(services, requireAccountId(actor), body.mark, body.messages),
    }),
    'POST /api/messages/allRead': async ({ actor }) => ({ messages: await readAll(services, requireAccountId(actor)) }),
    'GET /api/messages/choices': ({ actor }) => messageChoices(services, requireAccountId(actor)),
    'PUT /api/messages/choices': async ({ actor, body }) => {
      await choose(services, requireAccountId(actor), body.category, body.delivery);
      return messageChoices(services, requireAccountId(actor));
    },
    'PUT /api/messages/quiet': async ({ actor, body }) => {
      await chooseQuiet(services, requireAccountId(actor), body);
      return messageChoices(services, requireAccountId(actor));
    },
  });
  await app.register(async (scope) => registerLinks(scope, services));
}

/** By a mail's link, for its reader and without an account. All invalid tokens get the same answer. */
async function registerLinks(app: FastifyInstance, services: CommandServices & Needs<'limits'>): Promise<void> {
  const onRequest = services.limits.refusing(
    LINKS,
    'messages.too-many-links',
    'Too many requests',
    'Too many links were opened in the last minute. Try again in a moment.',
  );
  ignoreForms(app);
  // Readers of the log must not be able to use the token.
  const secret = { onRequest, config: { secretPath: true } } as const;
  addCalls(app, linkedChoiceCalls, {
    'GET /api/messages/linked/choices': {
      onRequest,
      handle: async ({ query, actor, reply }) => {
        reply.header('cache-control', 'private, no-store');
        return linkedChoices(services, actor, await linked(services, query.link));
      },
    },
    'PUT /api/messages/linked/choices': {
      onRequest,
      handle: async ({ query, body, actor, reply }) => {
        reply.header('cache-control', 'private, no-store');
        const meant = await linked(services, query.link);
        await choose(services, meant.userId, body.category, body.delivery);
        return linkedChoices(services, actor, meant);
      },
    },
    'PUT /api/messages/linked/quiet': {
      onRequest,
      handle: async ({ query, body, actor, reply }) => {
        reply.header('cache-control', 'private, no-store');
        const meant = await linked(services, query.link);
        await chooseQuiet(services, meant.userId, body);
        return linkedChoices(services, actor, meant);
      },
    },
    'POST /api/messages/unsubscribe/:link': {
      ...secret,
      handle: async ({ params }) => {
        const { userId, category } = await linked(services, params.link);
        if (category !== null) await turnOffMails(services, userId, category);
      },
    },
    'GET /api/messages/unsubscribe/:link': {
      ...secret,
      handle: ({ params, reply }) =>
        reply.redirect(`/myAccount/communicationSettings?link=${encodeURIComponent(params.link)}`),
    },
  });
}

/** One click in a mail program sends a form (RFC 8058), which says nothing that its address does not. */
function ignoreForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 1_024 },
    async () => undefined,
  );
}

async function linkedChoices(
  services: CommandServices,
  actor: Actor,
  { userId, category }: MailLink,
): Promise<LinkedChoices> {
  const choices = await messageChoices(services, userId);
  const session = actor.id === null ? 'none' : actor.id === userId ? 'own' : 'other';
  // A mail may have been passed on.
  const address = session === 'own' || choices.address === null ? choices.address : maskedAddress(choices.address);
  return { ...choices, address, category, session };
}

/**
 * A token is verified before any look-up, so that a wrong one reveals nothing by its time either. An anonymized account
 * has no choices, and its old mails lead nowhere.
 */
async function linked(services: CommandServices, token: string): Promise<MailLink> {
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
      'This link has expired or is incomplete. Use the link in a newer email.',
    );
  return found;
}
