import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { proveOwnPassword } from '../accounts/own-password.ts';
import { cancelChange, requestChange, requireSelf, sendAgain } from './change.ts';
import { confirmChange, linkedChange } from './confirm.ts';
import { addressState } from './state.ts';

const CHANGE = {
  type: 'object',
  additionalProperties: false,
  required: ['address', 'currentPassword'],
  properties: {
    address: { type: 'string', format: 'email', maxLength: 254 },
    currentPassword: { type: 'string', minLength: 1, maxLength: 1024 },
  },
} as const;
const LINK = {
  type: 'object',
  additionalProperties: false,
  required: ['link'],
  properties: { link: { type: 'string', maxLength: 300 } },
} as const;

/** A campus network shares few addresses, so the limit per address is generous. */
const LINKS: RateLimit = { name: 'address-links', perClient: 60, shared: { total: 600, share: 10 }, seconds: 60 };

/** The API of domain/address-calls.ts. */
export async function registerAddresses(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/api/account/address', ({ actor }) => addressState(services, accountOf(actor)));
  app.post<{ Body: { address: string; currentPassword: string } }>(
    '/api/account/address',
    { schema: { body: CHANGE, summary: 'Asks for another e-mail address, which is mailed a link to confirm it' } },
    async (request) => {
      const { address, currentPassword } = request.body;
      const userId = accountOf(request.actor);
      await requireSelf(services.db, userId);
      const proof = await proveOwnPassword(services, request, currentPassword);
      await requestChange(services, proof, address);
      return addressState(services, userId);
    },
  );
  app.delete(
    '/api/account/address',
    { schema: { summary: 'Takes back that another e-mail address was asked for' } },
    async ({ actor }) => {
      await cancelChange(services, accountOf(actor));
      return addressState(services, accountOf(actor));
    },
  );
  app.post(
    '/api/account/address/mail',
    { schema: { summary: 'Mails the link that confirms an e-mail address once more' } },
    async ({ actor }) => {
      await sendAgain(services, accountOf(actor));
      return addressState(services, accountOf(actor));
    },
  );

  const onRequest = services.limits.refusing(
    LINKS,
    'address.too-many-links',
    'Too many requests',
    'Too many links were opened in the last minute.',
  );
  const linked = { config: { public: true }, onRequest, schema: { querystring: LINK } } as const;
  // GET changes nothing: mail scanners open links.
  app.get<{ Querystring: { link: string } }>('/api/account/address/confirmation', linked, ({ actor, query }, reply) => {
    reply.header('cache-control', 'private, no-store');
    return linkedChange(services, actor, query.link);
  });
  app.post<{ Querystring: { link: string } }>(
    '/api/account/address/confirmation',
    linked,
    async ({ actor, query, ip }, reply) => {
      reply.header('cache-control', 'private, no-store');
      await confirmChange(services, query.link, ip);
      return linkedChange(services, actor, query.link);
    },
  );
}
