import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { cleanHtml } from '../../server/resources/html.ts';
import { makeRow } from '../factories/any-row.ts';
import { statementsOf } from './statements.ts';
import { startTestApp, type TestApp } from './support.ts';

// Files share their modules; this one needs a server that cleans HTML through the mock.
vi.hoisted(() => vi.resetModules());
vi.mock(import('../../server/resources/html.ts'), async (original) => {
  const actual = await original();
  return { ...actual, cleanHtml: vi.fn(actual.cleanHtml) };
});

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  // Statements of jobs would be counted too.
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
});
afterAll(async () => {
  await t.close();
  vi.resetModules();
});
afterEach(() => vi.restoreAllMocks());

const send = (method: 'PATCH' | 'DELETE', url: string, payload?: object, as = cookie) =>
  t.app.inject({ method, url, headers: { cookie: as }, ...(payload ? { payload } : {}) });
const named = (ids: readonly number[]): string => encodeURIComponent(JSON.stringify({ id: ids }));

async function groups(prefix: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`insert into "groups" ("name", "active", "roles")
    select ${`${prefix} `} || n, true, '[]' from generate_series(1, ${count}::int) n returning "id"`.execute(
    t.services.db,
  );
  return rows.map(({ id }) => id);
}

async function audited(resource: string, ids: readonly number[]): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select "recordId", "actorName", "action", "before", "after", "rowVersion" from "auditEntries"
    where "resource" = ${resource} and "recordId" = any(${ids.map(String)}) order by "id"`.execute(t.services.db);
  return rows;
}

describe('a write to many rows', () => {
  test('deletes 90 rows with as many statements as 9, and leaves an entry of each', async () => {
    const few = await groups('Few', 9);
    const many = await groups('Many', 90);
    const statements = {
      few: await statementsOf(() => send('DELETE', `/api/groups?filter=${named(few)}`)),
      many: await statementsOf(async () => {
        const answer = await send('DELETE', `/api/groups?filter=${named(many)}`);
        expect(answer.json()).toEqual({
          ids: many,
          changes: many.map((id) => ({ resource: 'groups', id, version: 2 })),
        });
      }),
    };
    expect(statements.many).toBeLessThanOrEqual(statements.few + 2);
    const entries = await audited('groups', many);
    expect(entries.map(({ recordId }) => Number(recordId))).toEqual(many);
    expect(entries[4]).toMatchObject({
      actorName: 'administrator',
      action: 'delete',
      before: { name: 'Many 5', active: true, roles: [] },
      after: null,
      rowVersion: 1,
    });
    expect((await sql`select 1 from "groups" where "name" like 'Many %'`.execute(t.services.db)).rows).toEqual([]);
  });

  test('changes 90 rows with as many statements as 9; rows that have the value already are not written', async () => {
    const few = await groups('Some', 9);
    const many = await groups('More', 90);
    await send('PATCH', '/api/groups', { ids: [many[0]], data: { active: false } });
    const change = (ids: number[]) => send('PATCH', '/api/groups', { ids, data: { active: false } });
    const statements = {
      few: await statementsOf(() => change(few)),
      many: await statementsOf(async () => expect((await change(many)).json()).toMatchObject({ ids: many })),
    };
    expect(statements.many).toBeLessThanOrEqual(statements.few + 2);
    const { rows } = await sql<Row>`select "version", "active" from "groups" where "name" like 'More %'`.execute(
      t.services.db,
    );
    expect(rows).toHaveLength(90);
    expect(rows.every(({ version, active }) => version === 2 && active === false)).toBe(true);
    const entries = await audited('groups', many);
    expect(entries).toHaveLength(90);
    expect(entries[7]).toMatchObject({
      action: 'update',
      before: { active: true },
      after: { active: false },
      rowVersion: 2,
    });
  });

  test('evaluates the rules of pages and cards once for all rows', async () => {
    const made = async (prefix: string, count: number) => {
      const pages: number[] = [];
      const cards: number[] = [];
      for (let n = 1; n <= count; n += 1) {
        const name = `${prefix}-${n}`;
        const page = await makeRow(t.services, 'pages', { name, title: name, type: 'Card', published: true });
        pages.push(Number(page['id']));
        const card = { pageId: page['id']!, type: 'StandardCard', title: name, order: 1, data: { text: '<p>One</p>' } };
        cards.push(Number((await makeRow(t.services, 'cards', card))['id']));
      }
      return { pages, cards };
    };
    const [few, many] = [await made('few-rules', 3), await made('many-rules', 30)];
    const works = [
      ({ pages }: typeof few) => send('PATCH', '/api/pages', { ids: pages, data: { category: 'Visit' } }),
      ({ cards }: typeof few) => send('PATCH', '/api/cards', { ids: cards, data: { title: 'New title' } }),
      ({ pages }: typeof few) => send('PATCH', '/api/pages', { ids: pages, data: { published: false } }),
    ];
    for (const work of works) {
      const statements = await statementsOf(() => work(few));
      const more = await statementsOf(async () => expect((await work(many)).statusCode).toBe(200));
      expect(more).toBeLessThanOrEqual(statements + 2);
      const { rows } = await sql<{ title: string }>`select "title" from "searchTexts"
        where "pageId" = any(${many.pages}) order by "pageId", "kind" desc`.execute(t.services.db);
      const isPublished = work !== works[2];
      expect(rows).toHaveLength(isPublished ? 60 : 0);
      if (work === works[1]) expect(rows[1]).toEqual({ title: 'new title' });
    }
  });

  test('looks for the uses of many pictures as often as for those of one', async () => {
    const pictures = async (count: number) => {
      const ids: number[] = [];
      for (let n = 0; n < count; n += 1) ids.push(Number((await makeRow(t.services, 'images'))['id']));
      return ids;
    };
    const [few, many] = [await pictures(2), await pictures(22)];
    const statements = await statementsOf(() => send('DELETE', `/api/images?filter=${named(few)}`));
    const more = await statementsOf(() => send('DELETE', `/api/images?filter=${named(many)}`));
    // Each picture's files are removed by a job of its own.
    expect(more - statements).toBeLessThanOrEqual(many.length - few.length + 2);
    const [used, unused] = [await makeRow(t.services, 'images'), await makeRow(t.services, 'images')];
    await makeRow(t.services, 'pages', { title: 'Shown', backgroundUrl: used['file'] ?? null });
    const refused = await send('DELETE', `/api/images?filter=${named([Number(unused['id']), Number(used['id'])])}`);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'Some of these images are still used: Pages: Shown. Choose others there first.',
    ]);
  });

  test('is refused as a whole by the rules of one row', async () => {
    const ids = await groups('Whole', 20);
    const member = await t.createUser({ groupIds: [ids[7]!] });
    const used = await send('DELETE', `/api/groups?filter=${named(ids)}`);
    expect(used.statusCode).toBe(409);
    expect(used.json().detail).toContain('Users: 1');
    const deletion = await send('DELETE', `/api/groups?filter=${named([...ids.slice(8), 999_999])}`);
    expect(deletion.statusCode).toBe(404);
    const mine = await send('DELETE', `/api/groups?filter=${named(ids)}`, undefined, member.cookie);
    expect(mine.statusCode).toBe(403);
    const { rows } = await sql`select 1 from "groups" where "name" like 'Whole %'`.execute(t.services.db);
    expect(rows).toHaveLength(20);
    expect(await audited('groups', ids)).toEqual([]);
  });

  test('removes several deleted ids from a referencing row in one write', async () => {
    const location = Number((await makeRow(t.services, 'locations'))['id']);
    const other = Number((await makeRow(t.services, 'locations'))['id']);
    const [first, second] = [
      await makeRow(t.services, 'stores', { locationId: location }),
      await makeRow(t.services, 'stores', { locationId: other }),
    ];
    expect((await send('DELETE', `/api/locations?filter=${named([location, other])}`)).statusCode).toBe(200);
    const stores = [Number(first['id']), Number(second['id'])];
    const { rows } = await sql<Row>`select "locationId", "version" from "stores" where "id" = any(${stores})`.execute(
      t.services.db,
    );
    expect(rows).toEqual([
      { locationId: null, version: 2 },
      { locationId: null, version: 2 },
    ]);
    expect(await audited('stores', stores)).toHaveLength(4);
  });

  test('does not take the last administrator, however many go with him', async () => {
    const { rows } = await sql<{ id: number }>`select "id" from "users" where "roles" ? 'Administrator'
      or exists (select 1 from "groups" g where g."roles" ? 'Administrator' and "groupIds" @> to_jsonb(g."id"))`.execute(
      t.services.db,
    );
    const ids = rows.map(({ id }) => id);
    const answer = await send('PATCH', '/api/users', { ids, data: { active: false } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty('active');
  });
});

test('the same HTML is cleaned once, however many rows take it', async () => {
  const html = '<p onclick="x()">The same in all of them</p>';
  const cards: number[] = [];
  const pages: number[] = [];
  for (const name of ['bulk-1', 'bulk-2', 'bulk-3', 'bulk-4']) {
    const page = await makeRow(t.services, 'pages', { name, type: 'Card' });
    pages.push(Number(page['id']));
    const card = { pageId: page['id']!, type: 'StandardCard', title: name, order: 1, data: { text: `<p>${name}</p>` } };
    cards.push(Number((await makeRow(t.services, 'cards', card))['id']));
  }
  const cleanings = (): number => vi.mocked(cleanHtml).mock.calls.filter(([text]) => text === html).length;
  const one = await send('PATCH', '/api/cards', { ids: cards, data: { data: { text: html } } });
  expect(one.statusCode).toBe(200);
  expect(cleanings()).toBe(1);
  vi.mocked(cleanHtml).mockClear();
  const two = await send('PATCH', '/api/pages', { ids: pages, data: { data: html } });
  expect(two.statusCode).toBe(200);
  expect(cleanings()).toBe(1);
});
