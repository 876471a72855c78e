import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { revisionStamp, rowRevision } from '../../server/platform/revisions.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
/** No counted views, an hour later, so that the rate limits are reset. */
beforeEach(async () => {
  await sql`truncate "pageViews"`.execute(t.services.db);
  t.services.clock.moveTo(t.services.clock.now() + 3_600_000);
});

interface Views {
  day: string;
  pageName: string;
  path: string;
  category: string;
  views: number;
}

function track(payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url: '/api/content/TrackPageView', payload, headers });
}

async function tracked(path: string, pageName = 'A page', category = 'Tests'): Promise<void> {
  expect((await track({ pageName, path, category })).statusCode).toBe(204);
}

async function counted(): Promise<Views[]> {
  const { rows } = await sql<Views>`select day, "pageName", path, category, views from "pageViews" order by id`.execute(
    t.services.db,
  );
  return rows;
}

async function makeLink(title: string, url: string, given: Row = {}): Promise<number> {
  const link = { title, url, category: 'Study', active: true, ...given };
  return Number((await makeRow(t.services, 'links', link)).id);
}

describe('a view', () => {
  test('is counted by day of the campus, page, path and category, without the viewer', async () => {
    const { cookie } = await t.createUser();
    await tracked('/', 'home', 'Main');
    await track({ path: '/', pageName: 'home', category: 'Main' }, { cookie, 'user-agent': 'Someone’s browser' });
    await tracked('/requests/navigate', 'request navigator');
    const day = DateTime.fromMillis(t.services.clock.now(), { zone: t.services.model.site.timezone }).toISODate();
    expect(await counted()).toEqual([
      { day, pageName: 'home', path: '/', category: 'Main', views: 2 },
      { day, pageName: 'request navigator', path: '/requests/navigate', category: 'Tests', views: 1 },
    ]);
    const { rows } = await sql<{ text: string }>`select v::text as text from "pageViews" v`.execute(t.services.db);
    expect(rows.map(({ text }) => text).join()).not.toContain('browser');
    const { rows: audited } = await sql`select 1 from "auditEntries" where resource = 'pageViews'`.execute(
      t.services.db,
    );
    expect(audited).toEqual([]);
  });

  test('of one page counts once, with any suffix of its path', async () => {
    for (const path of [
      '/requests/navigate',
      '/requests/navigate/',
      '/requests/navigate?groupId=7',
      '//requests//navigate#top',
    ])
      await tracked(path);
    expect(await counted()).toMatchObject([{ path: '/requests/navigate', views: 4 }]);
  });

  test('of a record or a form keeps no id', async () => {
    for (const path of [
      '/requests/viewsubmission/17',
      '/requests/viewsubmission/18/Student',
      '/requests/view/poster-printing',
      '/requests/view/large/poster-printing',
    ])
      await tracked(path);
    expect((await counted()).map(({ path, views }) => [path, views])).toEqual([
      ['/requests/viewsubmission/:id/:role?', 2],
      ['/requests/view/poster-printing', 2],
    ]);
  });

  test('of a missing page, or a page for some roles only, is not stored', async () => {
    const draft = await makeRow(t.services, 'pages', { name: 'not-yet', published: false });
    for (const path of [
      '/nothing',
      '/admin/users',
      '/content/static/no-such-page',
      `/content/static/${String(draft.name)}`,
      '/requests/view/no-such-form',
      'https://elsewhere.example/',
      'javascript:alert(1)',
      '/etc/passwd',
      "/'; drop table links;--",
      '/%00',
      '../..',
    ])
      await tracked(path);
    expect(await counted()).toEqual([]);
  });

  test('of a link raises its popularity, whether it leads to a page or elsewhere', async () => {
    const url = 'https://library.elsewhere.example/find?kind=book';
    await makeLink('Catalog', url);
    await makeLink('Hidden', 'https://hidden.example/', { active: false });
    const ask = await makeLink('Ask', '/requests/navigate');
    await makeRow(t.services, 'linkViews', { linkId: ask, views: 5 });
    await tracked(url, 'Catalog', 'Study');
    await tracked('https://hidden.example/');
    await tracked('/requests/navigate?groupId=1');
    const list = await t.services.engine.list(SYSTEM, 'links', {
      filter: { title: ['Catalog', 'Hidden', 'Ask'] },
      sort: ['views', 'DESC'],
    });
    expect(list.rows.map(({ title, views }) => [title, views])).toEqual([
      ['Ask', 6],
      ['Catalog', 1],
      ['Hidden', 0],
    ]);
    expect((await counted()).map(({ path }) => path)).toEqual([url, '/requests/navigate']);
  });

  test('changes neither the link nor the revision of links, on which totals and cached responses rest', async () => {
    const url = 'https://shop.elsewhere.example/';
    const id = await makeLink('Shop', url);
    const before = await t.services.engine.get(SYSTEM, 'links', id);
    const revisions = async () => [await rowRevision(t.services.db, 'links'), await revisionStamp(t.services.db)];
    const then = await revisions();
    const seen = { filter: { title: 'Shop', views_gte: 1 }, range: [0, 0] };
    expect((await t.services.engine.list(SYSTEM, 'links', seen)).total).toBe(0);
    await tracked(url);
    expect(await revisions()).toEqual(then);
    expect(await t.services.engine.get(SYSTEM, 'links', id)).toEqual({ ...before, views: 1 });
    expect((await t.services.engine.list(SYSTEM, 'links', seen)).total).toBe(1);
  });

  test('is no part of a link that can be written, nor of its history', async () => {
    const url = 'https://history.elsewhere.example/';
    const id = await makeLink('History', url);
    await tracked(url);
    const cookie = await t.loginAs('administrator');
    const send = (payload: object) =>
      t.app.inject({ method: 'PUT', url: `/api/links/${id}`, headers: { cookie }, payload });
    expect((await send({ views: 7 })).statusCode).toBe(400);
    expect((await send({ title: 'History of art', views: 1 })).json()).toMatchObject({ views: 1 });
    const { rows } = await sql<{ fields: string }>`select "after"::text as "fields" from "auditEntries"
      where "resource" = 'links' and "recordId" = ${String(id)}`.execute(t.services.db);
    expect(rows.map(({ fields }) => fields).join()).not.toContain('views');
    const csv = await t.app.inject({ url: `/api/links/export?filter={"id":[${id}]}`, headers: { cookie } });
    expect(csv.body).toMatch(/Views[^]*History of art[^]*,1,/);
    expect((await t.app.inject({ method: 'DELETE', url: `/api/links/${id}`, headers: { cookie } })).statusCode).toBe(
      200,
    );
  });

  test('raises the popularity of every link that leads to its page, with any suffix of the path', async () => {
    const urls = [
      '/requests/navigate',
      '/requests/navigate?groupId=2',
      '/requests/navigate#top',
      '/Requests/Navigate/',
      '/requests/navigator',
      '/requests',
      'https://elsewhere.example/requests/navigate',
      '/',
    ];
    for (const url of urls) await makeLink(`To ${url}`, url, { category: 'Ways' });
    await tracked('/requests/navigate');
    await tracked('/requests/navigate/?groupId=7');
    const views = async () => {
      const { rows } = await t.services.engine.list(SYSTEM, 'links', {
        filter: { category: 'Ways' },
        sort: ['id', 'ASC'],
      });
      return rows.map((row) => row.views);
    };
    expect(await views()).toEqual([2, 2, 2, 2, 0, 0, 0, 0]);
    await tracked('/');
    await tracked('https://elsewhere.example/requests/navigate');
    expect(await views()).toEqual([2, 2, 2, 2, 0, 0, 1, 1]);
  });

  test('is counted exactly, with any number of concurrent views', async () => {
    const links = [
      await makeLink('Many', '/requests/navigate#many'),
      await makeLink('More', '/requests/navigate#more'),
    ];
    await Promise.all(Array.from({ length: 120 }, (_, i) => tracked(i % 2 ? '/' : '/requests/navigate', 'Same')));
    expect((await counted()).map(({ views }) => views)).toEqual([60, 60]);
    const { rows } = await t.services.engine.list(SYSTEM, 'links', { filter: { id: links } });
    expect(rows.map(({ views }) => views)).toEqual([60, 60]);
  });

  test('under ever new names counts, without ever new rows', async () => {
    for (let i = 0; i < 40; i += 1) await tracked('/', `Made up ${i}`, `Category ${i % 7}`);
    const rows = await counted();
    expect(rows.length).toBe(11);
    expect(rows.find(({ pageName }) => pageName === 'home')?.views).toBe(30);
  });

  test('has a plain name', async () => {
    await tracked('/', '<b>Home</b>\u202e\u001b[2J ', '\u0007 ');
    expect(await counted()).toMatchObject([{ pageName: '<b>Home</b>  [2J', category: 'Other pages' }]);
  });

  test('with characters that no text can hold counts without them', async () => {
    await tracked('/', 'Half of a \ud83d and a \0', 'Ca\0tegory');
    expect(await counted()).toMatchObject([
      { pageName: 'Half of a \ufffd and a \ufffd', category: 'Ca\ufffdtegory', views: 1 },
    ]);
    await tracked('/\0');
    expect(await counted()).toHaveLength(1);
  });

  test('that does not have its form is refused', async () => {
    const bodies = [
      {},
      { pageName: 'a', path: '/' },
      { pageName: 'a', path: '/', category: 'b', user: 1 },
      { pageName: '', path: '/', category: 'b' },
      { pageName: 'a', path: '/', category: 7 },
      { pageName: 'a'.repeat(121), path: '/', category: 'b' },
      { pageName: 'a', path: `/${'a'.repeat(500)}`, category: 'b' },
    ];
    for (const body of bodies) {
      const answer = await track(body);
      expect(answer.statusCode, JSON.stringify(body)).toBe(400);
      expectProblem(answer);
    }
    expect(await counted()).toEqual([]);
  });

  test('over 2 kB is refused', async () => {
    expect((await track({ pageName: 'a', path: '/', category: 'b', more: 'x'.repeat(3000) })).statusCode).toBe(413);
  });

  test('is refused when an address sends too many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 310 }, () => track({ pageName: 'a', path: '/', category: 'b' })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 204);
    expect(refused.length).toBe(10);
    for (const answer of refused)
      expect([answer.statusCode, expectProblem(answer).code]).toEqual([429, 'views.too-many']);
    expect((await counted())[0]?.views).toBe(300);
  });
});

test('a page takes its views to another address', async () => {
  const page = await makeRow(t.services, 'pages', { name: 'old-way', title: 'Way', type: 'Standard', published: true });
  const count = (path: string, day: string, views: number) =>
    makeRow(t.services, 'pageViews', { day, path, pageName: 'Way', category: 'Content', views });
  await count('/content/static/old-way', '2026-01-05', 3);
  await count('/content/static/old-way', '2026-01-06', 4);
  await count('/content/static/new-way', '2026-01-06', 10);
  await t.services.engine.update(SYSTEM, 'pages', Number(page['id']), { name: 'new-way' }, { command: true });
  const { rows } =
    await sql`select "day"::text as "day", "path", "views" from "pageViews" where "path" like '%-way' order by "day"`.execute(
      t.services.db,
    );
  expect(rows).toEqual([
    { day: '2026-01-05', path: '/content/static/new-way', views: 3 },
    { day: '2026-01-06', path: '/content/static/new-way', views: 14 },
  ]);
});
