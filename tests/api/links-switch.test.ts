import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function setSwitch(showLinksManager: boolean): Promise<void> {
  const { rows } = await t.services.engine.list(SYSTEM, 'siteSettings', {});
  await t.services.engine.update(
    SYSTEM,
    'siteSettings',
    Number(rows[0]!['id']),
    { showLinksManager },
    { command: true },
  );
}

test('a link leads to a path of this site or to a full address, and neither looks like the other', async () => {
  const cookie = await t.loginAs('contentadmin');
  const statusOf = async (url: string) =>
    (
      await t.app.inject({
        method: 'POST',
        url: '/api/links',
        headers: { cookie },
        payload: { title: 'Somewhere', url, category: 'Help', active: true },
      })
    ).statusCode;
  for (const url of [
    '/',
    '/docs?search=a%20b#c',
    '/content/static/about',
    'https://bus.example',
    'http://bus.example/a?b=c',
    'mailto:desk@campus.example',
  ])
    expect([url, await statusOf(url)]).toEqual([url, 201]);
  for (const url of [
    '//bus.example',
    '/\\bus.example',
    '/\tbus.example',
    'https://',
    'https://bus.example/<b>',
    'javascript:alert(1)',
    'docs',
  ])
    expect([url, await statusOf(url)]).toEqual([url, 400]);
});

test.each(['administrator', 'contentadmin'])(
  'while the links manager is off, no write of %s changes a link; reading and counting go on',
  async (account) => {
    const cookie = await t.loginAs(account);
    const link = await makeRow(t.services, 'links', {
      title: 'Bus times',
      url: `https://bus.example/${account}`,
      category: 'Help',
      active: true,
    });
    const send = (method: 'POST' | 'PUT' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
      t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
    const id = Number(link['id']);
    await setSwitch(false);
    for (const answer of [
      await send('POST', '/api/links', { title: 'New', url: '/new', active: true }),
      await send('PUT', `/api/links/${id}`, { title: 'Changed' }),
      await send('PATCH', '/api/links', { ids: [id], data: { title: 'Changed' } }),
      await send('DELETE', `/api/links/${id}`),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(expectProblem(answer)).toMatchObject({
        code: 'links.switched-off',
        detail: 'The links manager is turned off in the site settings.',
      });
    }
    await send('POST', '/api/content/TrackPageView', {
      pageName: 'Bus times',
      path: `https://bus.example/${account}`,
      category: 'Help',
    });
    const stored = await t.services.engine.get(SYSTEM, 'links', id);
    expect(stored).toMatchObject({ title: 'Bus times', views: 1 });
    await setSwitch(true);
    expect((await send('PUT', `/api/links/${id}`, { title: 'Changed' })).statusCode).toBe(200);
  },
);
