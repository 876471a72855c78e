import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { addressCalls } from '../../../domain/calls/accounts.ts';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { MailServices, Needs } from '../../services.ts';
import { dropAddressChange } from '../accounts/account-commands.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { proveOwnPassword } from '../accounts/own-password.ts';
import { cancelChange, requestChange, requireSelf, sendAgain } from './change.ts';
import { confirmChange, linkedChange } from './confirm.ts';
import { addressState } from './state.ts';

/** A campus network shares few addresses, so the limit per address is generous. */
const LINKS: RateLimit = { name: 'address-links', perClient: 60, shared: { total: 600, share: 10 }, seconds: 60 };

async function registerAddresses(
  app: FastifyInstance,
  services: MailServices & Needs<'jobs' | 'limits' | 'systemSettings'>,
): Promise<void> {
  const onRequest = services.limits.refusing(
    LINKS,
    'address.too-many-links',
    'Too many requests',
    'Too many links were opened in the last minute. Try again in a moment.',
  );
  addCalls(app, addressCalls, {
    'GET /api/account/address': ({ actor }) => addressState(services, requireAccountId(actor)),
    'POST /api/account/address': async ({ actor, body, request }) => {
      const userId = requireAccountId(actor);
      await requireSelf(services.db, userId);
      const proof = await proveOwnPassword(services, request, body.currentPassword);
      await requestChange(services, proof, body.address);
      return addressState(services, userId);
    },
    'DELETE /api/account/address': async ({ actor }) => {
      await cancelChange(services, requireAccountId(actor));
      return addressState(services, requireAccountId(actor));
    },
    'POST /api/account/address/mail': async ({ actor }) => {
      await sendAgain(services, requireAccountId(actor));
      return addressState(services, requireAccountId(actor));
    },
    'GET /api/account/address/confirmation': {
      onRequest,
      handle: ({ actor, query, reply }) => {
        reply.header('cache-control', 'private, no-store');
        return linkedChange(services, actor, query.link);
      },
    },
    'POST /api/account/address/confirmation': {
      onRequest,
      handle: async ({ actor, query, request, reply }) => {
        reply.header('cache-control', 'private, no-store');
        await confirmChange(services, query.link, request.ip);
        return linkedChange(services, actor, query.link);
      },
    },
  });
}

/** Days after its end in which a change can still be mailed again. */
const RETENTION_DAYS = 7;

export const addresses: Feature = {
  name: 'addresses',
  checks: addAddressRules,
  routes: registerAddresses,
  housekeeping: async (services) => {
    const only = sql<boolean>`"row"."confirmedAt" is null`;
    await deleteExpired(services, { table: 'addressChanges', since: 'endsAt', days: RETENTION_DAYS, only });
  },
};

/** An address set by staff or a directory replaces the person's own request; a closed account has none. */
function addAddressRules({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (before && after && (before.email !== after.email || (before.active && !after.active)))
        await dropAddressChange(tx, before.id);
  });
}
