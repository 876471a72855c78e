import type { FastifyRequest } from 'fastify';
import { problem } from '../../platform/problem.ts';

/**
 * What one account typed must not be stored for another that has logged in meanwhile, in another tab of the browser.
 * The page names the account that it was opened by (header X-Account, percent-encoded); other clients leave it out.
 */
export async function sameAccount({ headers, actor }: FastifyRequest): Promise<void> {
  const expected = headers['x-account'];
  if (typeof expected !== 'string' || actor.username === null) return;
  if (expected !== encodeURIComponent(actor.username)) {
    throw problem(
      409,
      'requests.other-account',
      'Another account',
      'Another account is logged in now. Log in again to go on; nothing was stored.',
    );
  }
}
