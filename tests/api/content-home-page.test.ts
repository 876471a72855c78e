import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageContent } from '../../domain/calls/page-editor.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
let pages: PageCaller;
let home: number;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
  pages = new PageCaller(t, cookie);
  const { rows } = await sql<{ id: number }>`select "id" from "pages" where "name" = 'home'`.execute(t.services.db);
  home = rows[0]?.id ?? Number((await makeRow(t.services, 'pages', { name: 'home', title: 'Home', type: 'Card' })).id);
});
afterAll(() => t.close());

const rest = (method: 'PUT' | 'PATCH' | 'DELETE' | 'POST', url: string, payload?: object) =>
  t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });

async function expectHomePage(): Promise<void> {
  const { rows } = await sql`select "name", "published", "deletedAt" from "pages" where "id" = ${home}`.execute(
    t.services.db,
  );
  expect(rows).toEqual([{ name: 'home', published: true, deletedAt: null }]);
}

describe('the home page', () => {
  test.each([
    ['deleted', () => rest('DELETE', `/api/pages/${home}`)],
    [
      'deleted with others',
      () => rest('DELETE', `/api/pages?filter=${encodeURIComponent(JSON.stringify({ id: [home] }))}`),
    ],
    ['deleted by a filter', () => rest('DELETE', `/api/pages?filter=${encodeURIComponent('{"name":"home"}')}`)],
    ['deleted in the manager', () => pages.act('remove', home)],
    ['hidden', () => rest('PUT', `/api/pages/${home}`, { published: false })],
    ['hidden with others', () => rest('PATCH', '/api/pages', { ids: [home], data: { published: false } })],
    ['hidden in the editor', () => pages.act('unpublish', home)],
    ['renamed', () => rest('PUT', `/api/pages/${home}`, { name: 'start' })],
    ['renamed with others', () => rest('PATCH', '/api/pages', { ids: [home], data: { name: 'start' } })],
  ])('is not %s, and the response says why', async (_how, attempt) => {
    const answer = await attempt();
    expect([400, 409]).toContain(answer.statusCode);
    const { detail, errors } = expectProblem(answer);
    expect(`${detail} ${JSON.stringify(errors ?? {})}`).toMatch(/This is the home page/);
    await expectHomePage();
  });

  test('is not renamed by publishing', async () => {
    const { live } = await pages.editor(home);
    await pages.save(home, { ...live, name: 'start' } satisfies PageContent);
    const answer = await pages.call('POST', `/${home}/publish`);
    expect(answer.statusCode).toBe(422);
    expect(expectProblem(answer).errors).toMatchObject({ name: expect.stringMatching(/This is the home page/) });
    await pages.act('discardDraft', home);
    await expectHomePage();
  });

  test('is not unpublished or renamed by reverting its history', async () => {
    const { rows } = await sql<{ id: number }>`select "id" from "auditEntries"
      where "resource" = 'pages' and "recordId" = ${String(home)} order by "id" desc limit 1`.execute(t.services.db);
    // As if the page had been renamed before.
    await sql`insert into "auditEntries" ("resource", "recordId", "action", "before", "after", "at")
      select "resource", "recordId", 'update', "after" || '{"name":"start","published":false}', "after", "at" from "auditEntries" where "id" = ${rows[0]?.id}`.execute(
      t.services.db,
    );
    const { rows: last } = await sql<{ id: number }>`select max("id") as "id" from "auditEntries"`.execute(
      t.services.db,
    );
    const answer = await rest('POST', `/api/pages/${home}/revert`, { entryId: last[0]?.id });
    expect(answer.statusCode).toBe(400);
    await expectHomePage();
  });

  test('is protected from jobs and commands too', async () => {
    await expect(t.services.engine.remove(SYSTEM, 'pages', home, { command: true })).rejects.toThrow();
    await expect(
      t.services.engine.update(SYSTEM, 'pages', home, { published: false }, { command: true }),
    ).rejects.toThrow();
    await expectHomePage();
  });
});
