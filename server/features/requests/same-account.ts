import type { FastifyRequest } from 'fastify';
import { problem } from '../../platform/problem.ts';

/**
 * Prevents input of one account from being stored for another that has logged in since, in another tab. The page sends the account it
 * was opened with (header X-Account, percent-encoded); other clients omit it.
 */
export async function sameAccount({ headers, actor }: FastifyRequest): Promise<void> {
  const expected = headers['x-account'];
  if (typeof expected !== 'string' || actor.username === null) return;
  if (expected !== encodeURIComponent(actor.username)) {
    throw problem(
      409,
      'requests.other-account',
      'Another account',
      'Another account is logged in now. Log in again to continue. Nothing was stored.',
    );
  }
}
