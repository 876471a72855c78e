import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { sameOriginOnly } from '../../server/platform/http/same-origin.ts';
import { readSettings } from '../../server/platform/settings.ts';

function write(env: Record<string, string>, origin: string | undefined, host: string): Promise<void> {
  const request = { method: 'POST', sharedWith: null, host, headers: origin === undefined ? {} : { origin } };
  return sameOriginOnly(readSettings(env, '/p'))(request as unknown as FastifyRequest, {} as FastifyReply);
}

const PUBLIC = { PUBLIC_URL: 'https://portal.example.edu' };

test.each([
  [PUBLIC, 'https://portal.example.edu', 'portal.example.edu'],
  [PUBLIC, 'https://portal.example.edu', 'inside:3000'],
  [PUBLIC, undefined, 'inside:3000'],
  [{}, 'http://127.0.0.1:3000', '127.0.0.1:3000'],
])('with %j a write from %s to %s is accepted', async (env, origin, host) => {
  await expect(write(env, origin, host)).resolves.toBe(undefined);
});

test.each([
  [PUBLIC, 'http://portal.example.edu', 'portal.example.edu'],
  [PUBLIC, 'http://127.0.0.1:3000', '127.0.0.1:3000'],
  [PUBLIC, 'https://inside:3000', 'inside:3000'],
  [PUBLIC, 'null', 'portal.example.edu'],
  [{}, 'http://evil.example', '127.0.0.1:3000'],
])('with %j a write from %s to %s is refused', async (env, origin, host) => {
  await expect(write(env, origin, host)).rejects.toMatchObject({ problem: { code: 'http.cross-origin' } });
});
