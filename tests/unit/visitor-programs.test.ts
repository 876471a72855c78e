import { describe, expect, test } from 'vitest';
import type { FastifyReply } from 'fastify';
import { loadModel, ROOT } from '../../server/declarations/load-model.ts';
import { policyWith, programsAt, withPrograms } from '../../server/features/documents/visitor-programs.ts';
import type { Device } from '../../server/features/accounts/device-store.ts';
import type { Session } from '../../server/features/accounts/session-store.ts';
import type { SystemSettings } from '../../server/resources/system-settings.ts';
import { schemaFaults } from '../../server/resources/validation.ts';

const STATS = {
  name: 'Stats',
  kind: 'analytics' as const,
  purpose: 'Counts.',
  script: 'https://stats.example.edu:8443/a/s.js?v=1',
};
const POLICY =
  "default-src 'none';script-src 'self' 'sha256-x';connect-src 'self';img-src 'self' data:;frame-ancestors 'none'";

describe('the policy', () => {
  test('has exactly the hosts of the programs', () => {
    expect(policyWith(POLICY, [{ ...STATS, sendsTo: 'https://collect.example.edu' }, STATS])).toBe(
      "default-src 'none';script-src https://stats.example.edu:8443 'self' 'sha256-x';" +
        "connect-src https://stats.example.edu:8443 https://collect.example.edu 'self';" +
        "img-src https://stats.example.edu:8443 https://collect.example.edu 'self' data:;frame-ancestors 'none'",
    );
  });
});

describe('a document of', () => {
  const systemSettings = { value: () => [STATS] } as unknown as SystemSettings;
  const someone = {} as Session;
  test.each([
    ['a visitor', '/', { session: null, device: null }, 1],
    ['a visitor who logs in', '/login', { session: null, device: null }, 0],
    ['someone who is logged in', '/', { session: someone, device: null }, 0],
    ['a paired display', '/', { session: null, device: {} as Device }, 0],
  ])('%s at %s', async (_who, path, request, count) => {
    const model = await loadModel(ROOT);
    expect(programsAt({ model, systemSettings }, path, request)).toHaveLength(count);
  });
});

describe('a document', () => {
  const headers: Record<string, string> = { 'content-security-policy': POLICY };
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => (headers[name] = value),
  } as unknown as FastifyReply;

  test('without programs stays as it is, to the byte', () => {
    expect(withPrograms('<body>x</body>', [], reply)).toBe('<body>x</body>');
    expect(headers['content-security-policy']).toBe(POLICY);
  });

  test('with programs asks for consent, and loads none of them', () => {
    const html = withPrograms('<body>x</body></html>', [{ ...STATS, name: '</script><b>' }], reply);
    expect(html).toMatch(
      /^<body>x<script type="application\/json".*<script type="module" src="\/consent.js"><\/script><\/body><\/html>$/,
    );
    expect(html).not.toContain('</script><b>');
    expect(html).not.toContain('<script src="https://');
    expect(headers['content-security-policy']).toContain("script-src https://stats.example.edu:8443 'self'");
  });
});

test.each([
  'http://stats.example.edu/s.js',
  'https://stats.example.edu',
  'https://*.example.edu/s.js',
  "https://a.example/s.js;script-src 'unsafe-inline'",
  'https://a.example script-src/s.js',
  'https://A.example/s.js',
  'javascript:alert(1)',
  'https://me@a.example/s.js',
])('the script %s is refused', async (script) => {
  const { settings } = await loadModel(ROOT);
  const group = settings.find(({ name }) => name === 'visitors')!;
  expect(schemaFaults(group, { programs: [{ ...STATS, script }] })).not.toEqual({});
  expect(schemaFaults(group, { programs: [STATS] })).toEqual({});
});
