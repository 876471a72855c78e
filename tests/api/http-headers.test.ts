import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

test('every answer carries the security headers', async () => {
  for (const url of [
    '/healthz',
    '/readyz',
    '/api/UserCookieData',
    '/api/categories',
    '/api/nothing',
    '/',
    '/api/%',
    '/%zz',
    `/api/${'a'.repeat(5000)}`,
  ]) {
    const { headers } = await t.app.inject({ method: 'GET', url });
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.any(String),
      'x-request-id': expect.any(String),
    });
    expect(headers, url).not.toHaveProperty('x-powered-by');
    expect(headers, url).not.toHaveProperty('access-control-allow-origin');
  }
});

test('only documents of routes that declare it may use the camera', async () => {
  const cameraOf = async (url: string) =>
    String((await t.app.inject({ method: 'GET', url })).headers['permissions-policy']).split(',')[0];
  for (const url of ['/payment/till', '/payment/till?camera=1', '/scheduling/processinstance/7'])
    expect(await cameraOf(url), url).toBe('camera=(self)');
  for (const url of ['/payment/till/reports/1', '/payment/tills', '/scheduling/processinstance/x', '/payment/store'])
    expect(await cameraOf(url), url).toBe('camera=()');
});

test('the content security policy allows no inline or evaluated scripts and no framing', async () => {
  const { headers } = await t.app.inject({ method: 'GET', url: '/healthz' });
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => {
        const [name = '', ...values] = part.trim().split(' ');
        return [name, values] as const;
      }),
  );
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')?.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('form-action')).toEqual(["'self'"]);
  expect(policy.get('frame-src')).toEqual([
    "'self'",
    'blob:',
    ...t.services.model.site.frameHosts.map((host) => `https://${host}`),
  ]);
  expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  for (const name of ['img-src', 'connect-src', 'font-src']) {
    expect(
      policy.get(name)?.some((source) => source === '*' || source.includes('//') || source === 'https:'),
      name,
    ).toBe(false);
  }
});

test('no authenticated response of the API is cacheable', async () => {
  for (const url of [
    '/api/UserCookieData',
    '/api/categories',
    '/api/users',
    '/api/preferences/columns',
    '/api/account/sessions',
    '/api/categories/999999',
  ]) {
    const { headers } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    expect(headers['cache-control'], url).toBe('no-store');
  }
});

test('on plain http there is no HSTS and the cookie is HttpOnly, Lax and host-wide', async () => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/Login',
    payload: { username: 'student', password: 'atrium-demo' },
  });
  expect(answer.headers).not.toHaveProperty('strict-transport-security');
  const [session] = answer.cookies;
  expect(session).toMatchObject({ name: 'atrium', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(session).not.toHaveProperty('domain');
});

test('behind a trusted https proxy there is HSTS and the cookie is __Host- and Secure', async () => {
  const proxied = await startTestApp({ env: { TRUST_PROXY: '1' } });
  try {
    const answer = await proxied.app.inject({
      method: 'POST',
      url: '/api/Login',
      payload: { username: 'student', password: 'atrium-demo' },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8,}/);
    const [session] = answer.cookies;
    expect(session).toMatchObject({ name: '__Host-atrium', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    expect(session).not.toHaveProperty('domain');
  } finally {
    await proxied.close();
  }
});

test('without a trusted proxy X-Forwarded-Proto changes nothing', async () => {
  const { headers } = await t.app.inject({
    method: 'GET',
    url: '/healthz',
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
});
