import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentPage } from '../../domain/calls/pages.ts';
import type { PageEditor, PageListEntry } from '../../domain/calls/page-editor.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
});
afterAll(() => t.close());

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  return t.app.inject({ method, url, headers: { cookie, ...headers }, ...(payload ? { payload } : {}) });
}

async function entryOf(id: number): Promise<PageListEntry | undefined> {
  const answer = await call('GET', '/api/content/pages');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PageListEntry[]>().find((entry) => entry.id === id);
}

let count = 0;

/** A published page with one card and a draft that differs from it. */
async function pageWithDraft(): Promise<{ id: number; name: string; live: PageEditor['live'] }> {
  count += 1;
  const name = `listed-${count}`;
  const { id } = await makeRow(t.services, 'pages', {
    name,
    title: `Listed ${count}`,
    type: 'Card',
    published: true,
    category: 'Visit',
  });
  await makeRow(t.services, 'cards', { pageId: id!, type: 'StandardCard', title: 'One', order: 1, data: {} });
  const { live, version } = (await call('GET', `/api/content/pages/${id}/editor`)).json<PageEditor>();
  const saved = await call(
    'PUT',
    `/api/content/pages/${id}/draft`,
    { content: { ...live, title: 'Changed' } },
    { 'if-match': `"${version}"` },
  );
  expect(saved.statusCode, saved.body).toBe(200);
  return { id: Number(id), name, live };
}

describe('the list of pages', () => {
  test('shows the state of each one, who changed it last, and its recent views', async () => {
    const { id, name } = await pageWithDraft();
    for (const [path, age, views] of [
      [`/content/static/${name}`, 1, 5],
      [`/content/static/${name.toUpperCase()}`, 2, 2],
      [`/content/static/${name}`, 40, 100],
    ] as const) {
      await sql`insert into "pageViews" ("day", "pageName", "path", "category", "views") values (atrium_now()::date - ${age}::int, 'x', ${path}, 'Visit', ${views})`.execute(
        t.services.db,
      );
    }
    expect(await entryOf(id)).toEqual({
      id,
      name,
      title: `Listed ${count}`,
      type: 'Card',
      category: 'Visit',
      published: true,
      hasDraft: true,
      publishAt: null,
      changedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      changedBy: 'Content administrator',
      deletedAt: null,
      views: 7,
    });
    const at = new Date(clock.now() + 3_600_000).toISOString();
    await call('POST', `/api/content/pages/${id}/publish`, { at });
    expect(await entryOf(id)).toMatchObject({ publishAt: at });
    await call('POST', `/api/content/pages/${id}/publish`, {});
    expect(await entryOf(id)).toMatchObject({ hasDraft: false, publishAt: null, title: 'Changed' });
  });

  test('requires the right to update pages', async () => {
    for (const account of ['student', 'eventadmin']) {
      const answer = await t.app.inject({ url: '/api/content/pages', headers: { cookie: await t.loginAs(account) } });
      expect(expectProblem(answer).status).toBe(403);
    }
  });
});

describe('a deleted page', () => {
  test('is hidden from visitors, and can be restored with its cards, draft and versions', async () => {
    const { id, name, live } = await pageWithDraft();
    await call('POST', `/api/content/pages/${id}/publish`, {});
    const { version } = (await call('GET', `/api/content/pages/${id}/editor`)).json<PageEditor>();
    await call(
      'PUT',
      `/api/content/pages/${id}/draft`,
      { content: { ...live, title: 'Not yet' } },
      { 'if-match': `"${version}"` },
    );
    expect((await call('DELETE', `/api/pages/${id}`)).statusCode).toBe(200);
    expect((await t.app.inject({ url: `/api/content/page?title=${name}` })).statusCode).toBe(410);
    expect((await call('GET', `/api/content/pages/${id}/editor`)).statusCode).toBe(404);
    expect(await entryOf(id)).toMatchObject({ deletedAt: expect.stringMatching(/^20/) });
    const restored = await call('POST', `/api/pages/${id}/restore`);
    expect(restored.statusCode, restored.body).toBe(200);
    expect(restored.json<Row>()).toMatchObject({ id, name, title: 'Changed' });
    const page = (await t.app.inject({ url: `/api/content/page?title=${name}` })).json<ContentPage>();
    expect(page.cards.map(({ title }) => title)).toEqual(['One']);
    const editor = (await call('GET', `/api/content/pages/${id}/editor`)).json<PageEditor>();
    expect([editor.draft?.content.title, editor.versions.map(({ number }) => number)]).toEqual(['Not yet', [2, 1]]);
    expect((await call('POST', `/api/pages/${id}/restore`)).statusCode).toBe(404);
    const history = (await call('GET', `/api/pages/${id}/history`)).json<{ action: string }[]>();
    expect(history.slice(0, 2).map(({ action }) => action)).toEqual(['revert', 'delete']);
  });

  test('cannot be restored while another one has its address', async () => {
    const { id, name } = await pageWithDraft();
    await call('DELETE', `/api/pages/${id}`);
    await makeRow(t.services, 'pages', { name, title: 'Another', type: 'Standard' });
    const answer = await call('POST', `/api/pages/${id}/restore`);
    expect([409, 422]).toContain(expectProblem(answer).status);
  });

  test('can only be restored with permission to delete it', async () => {
    const { id } = await pageWithDraft();
    await call('DELETE', `/api/pages/${id}`);
    const student = { cookie: await t.loginAs('student') };
    expect(
      expectProblem(await t.app.inject({ method: 'POST', url: `/api/pages/${id}/restore`, headers: student })).status,
    ).toBe(403);
    expect(await entryOf(id)).toMatchObject({ deletedAt: expect.stringMatching(/^20/) });
  });
});
