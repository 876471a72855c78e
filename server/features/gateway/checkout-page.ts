import type { FastifyInstance, FastifyReply } from 'fastify';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';

export const CHECKOUT_PATH = '/api/gateway/checkout';

const ANSWER_MS = 10_000;
const MAX_BYTES = 1_000;
const LIMIT: RateLimit = { name: 'demo-checkout', perClient: 600, seconds: 300 };
const FORM = 'application/x-www-form-urlencoded';

/** The hosted page of the demonstration, which browsers do not reach directly. There is none with a real provider. */
export async function registerCheckoutPage(
  app: FastifyInstance,
  { settings, limits }: Needs<'settings' | 'limits'>,
): Promise<void> {
  const standIn = settings.stripe?.standIn ?? null;
  if (standIn === null) return;
  const addressOf = (id: string): string => `http://${standIn.host}:${standIn.port}/c/pay/${id}`;
  app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  const config = { public: true };
  const onRequest = limits.refusing(LIMIT, 'gateway.too-many', 'Too many calls', 'Wait before you try again.');
  const params = { type: 'object', properties: { id: { type: 'string', pattern: '^cs_test_[0-9a-f]{1,80}$' } } };
  const options = { config, onRequest, bodyLimit: MAX_BYTES };
  app.get<{ Params: { id: string } }>(
    `${CHECKOUT_PATH}/:id`,
    { ...options, schema: { summary: 'The demonstration’s payment page', params } },
    ({ params: { id } }, reply) => passOn(reply, addressOf(id), {}),
  );
  app.post<{ Params: { id: string }; Body: unknown }>(
    `${CHECKOUT_PATH}/:id`,
    { ...options, schema: { summary: 'What the payer chooses on the demonstration’s payment page', params } },
    ({ params: { id }, body }, reply) =>
      passOn(reply, addressOf(id), { method: 'POST', body: typeof body === 'string' ? body : '' }),
  );
}

async function passOn(reply: FastifyReply, address: string, init: RequestInit): Promise<FastifyReply> {
  const answer = await fetch(address, {
    ...init,
    headers: { 'content-type': FORM },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  if (answer === null)
    throw problem(
      503,
      'gateway.unavailable',
      'Unavailable',
      'The payment page is not responding. Try again in a minute.',
    );
  const location = answer.headers.get('location');
  if (location !== null) return reply.code(303).header('location', location).send();
  return reply
    .code(answer.status)
    .header('content-type', answer.headers.get('content-type') ?? 'text/plain')
    .header('cache-control', 'no-store')
    .send(await answer.text());
}
