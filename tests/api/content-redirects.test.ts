import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContentPage } from '../../domain/calls/pages.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { NotedPlace } from '../../domain/calls/action-parts.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
  pages = new PageCaller(t, cookie);
});
afterAll(() => t.close());

let page: { id: number; name: string };
beforeEach(async () => {
  page = await pages.live();
});

const readPage = (name: string) => t.app.inject({ url: `/api/content/page?title=${name}` });
const rename = (id: number, name: string) => t.services.engine.update(SYSTEM, 'pages', id, { name });

/** The page reached by following redirects, or the error's status. */
async function followed(name: string): Promise<string | number> {
  const first = await readPage(name);
  if (first.statusCode !== 308) return first.statusCode;
  const second = await t.app.inject({ url: String(first.headers['location']) });
  return second.statusCode === 200 ? second.json<ContentPage>().name : second.statusCode;
}

describe('a page that gets another name', () => {
  test('is found by its former one immediately, also for visitors, with its current name', async () => {
    expect((await readPage(page.name)).statusCode).toBe(200);
    const { live } = await pages.editor(page.id);
    await pages.save(page.id, { ...live, name: `${page.name}-new` });
    expect((await pages.call('POST', `/${page.id}/publish`)).statusCode).toBe(200);
    const answer = await readPage(page.name.toUpperCase());
    expect(answer.statusCode).toBe(308);
    expect(answer.headers['location']).toBe(`/api/content/page?title=${page.name}-new`);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(expectProblem(answer).current).toEqual({ name: `${page.name}-new` });
    expect(await followed(page.name)).toBe(`${page.name}-new`);
  });

  test('repeatedly is found by each of its names in one step, never in a loop', async () => {
    await rename(page.id, `${page.name}-b`);
    await rename(page.id, `${page.name}-c`);
    for (const name of [page.name, `${page.name}-b`]) expect(await followed(name)).toBe(`${page.name}-c`);
    await rename(page.id, page.name);
    expect((await readPage(page.name)).statusCode).toBe(200);
    for (const name of [`${page.name}-b`, `${page.name}-c`]) expect(await followed(name)).toBe(page.name);
  });

  test('leaves no redirect if it was not published', async () => {
    await pages.act('unpublish', page.id);
    await rename(page.id, `${page.name}-b`);
    expect((await readPage(page.name)).statusCode).toBe(404);
  });

  test('loses the former one to a page that is given it', async () => {
    await rename(page.id, `${page.name}-b`);
    await makeRow(t.services, 'pages', { name: page.name, title: 'Another', type: 'Standard', published: true });
    expect((await readPage(page.name)).json<ContentPage>().title).toBe('Another');
    const { rows } = await sql`select 1 from "redirects" where "name" = ${page.name}`.execute(t.services.db);
    expect(rows).toEqual([]);
  });

  test('is not found by a former one that has ended, was removed, or while it is hidden', async () => {
    await rename(page.id, `${page.name}-b`);
    await pages.act('unpublish', page.id);
    expect((await readPage(page.name)).statusCode).toBe(404);
    await pages.call('POST', `/${page.id}/publish`, {});
    expect(await followed(page.name)).toBe(`${page.name}-b`);
    const { rows } = await sql<{ id: number }>`select "id" from "redirects" where "name" = ${page.name}`.execute(
      t.services.db,
    );
    const url = `/api/redirects/${rows[0]?.id}`;
    const ended = await t.app.inject({
      method: 'PUT',
      url,
      headers: { cookie },
      payload: { expiresAt: '2020-01-01T00:00:00Z' },
    });
    expect(ended.statusCode, ended.body).toBe(200);
    expect((await readPage(page.name)).statusCode).toBe(404);
    await t.app.inject({ method: 'PUT', url, headers: { cookie }, payload: { expiresAt: null } });
    expect(await followed(page.name)).toBe(`${page.name}-b`);
    expect((await t.app.inject({ method: 'DELETE', url, headers: { cookie } })).statusCode).toBe(200);
    expect((await readPage(page.name)).statusCode).toBe(404);
  });

  test('keeps its views', async () => {
    await sql`insert into "pageViews" ("day", "path", "pageName", "category", "views")
      values ('2030-01-02', ${`/content/static/${page.name}`}, 'Page', 'Content', 3)`.execute(t.services.db);
    await rename(page.id, `${page.name}-b`);
    const { rows } =
      await sql`select "views" from "pageViews" where "path" = ${`/content/static/${page.name}-b`}`.execute(
        t.services.db,
      );
    expect(rows).toEqual([{ views: 3 }]);
  });
});

describe('a page that is deleted', () => {
  test('is answered with 410, also by its former names, until it is restored', async () => {
    await rename(page.id, `${page.name}-b`);
    expect((await pages.act('remove', page.id)).statusCode).toBe(200);
    for (const name of [page.name, `${page.name}-b`]) {
      expect((await readPage(name)).statusCode).toBe(410);
      expectProblem(await readPage(name));
    }
    await t.services.engine.restore(SYSTEM, 'pages', page.id);
    expect((await readPage(`${page.name}-b`)).statusCode).toBe(200);
    expect(await followed(page.name)).toBe(`${page.name}-b`);
  });

  test('redirects to the chosen page, also by its former names', async () => {
    const other = await pages.live();
    await rename(page.id, `${page.name}-b`);
    expect((await pages.act('remove', page.id, { redirectTo: other.id })).statusCode).toBe(200);
    for (const name of [page.name, `${page.name}-b`]) expect(await followed(name)).toBe(other.name);
    await pages.act('remove', other.id);
    for (const name of [page.name, `${page.name}-b`, other.name]) expect(await followed(name)).toBe(410);
  });

  test('cannot redirect to itself or to an unpublished page, and is not deleted then', async () => {
    const hidden = await pages.live();
    await pages.act('unpublish', hidden.id);
    for (const redirectTo of [page.id, hidden.id, 999_999]) {
      const answer = await pages.act('remove', page.id, { redirectTo });
      expect(answer.statusCode).toBe(400);
      expect(expectProblem(answer).errors).toHaveProperty('redirectTo');
      expect((await readPage(page.name)).statusCode).toBe(200);
    }
  });

  test('through the generic API is answered with 410 as well; an unpublished one leaves nothing', async () => {
    await t.app.inject({ method: 'DELETE', url: `/api/pages/${page.id}`, headers: { cookie } });
    expect((await readPage(page.name)).statusCode).toBe(410);
    const hidden = await pages.live();
    await pages.act('unpublish', hidden.id);
    await pages.act('removeUnseen', hidden.id);
    expect((await readPage(hidden.name)).statusCode).toBe(404);
  });

  test('needs the right to delete pages', async () => {
    const student = new PageCaller(t, await t.loginAs('student'));
    expect((await student.act('remove', page.id)).statusCode).toBe(403);
  });
});

describe('a redirect', () => {
  test('of a name that a page has is refused', async () => {
    const other = await pages.live();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/redirects',
      headers: { cookie },
      payload: { name: page.name, pageId: other.id },
    });
    expect(answer.statusCode).toBe(400);
    expect(expectProblem(answer).errors).toEqual({ name: 'A page with this name already exists' });
  });

  test('can be created by hand, for an address of an older site', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/redirects',
      headers: { cookie },
      payload: { name: `old-${page.name}`, pageId: page.id },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await followed(`old-${page.name}`)).toBe(page.name);
  });
});

describe('what leads to a page', () => {
  const uses = async (id: number): Promise<NotedPlace[]> => {
    const answer = await pages.call('GET', `/${id}/uses`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<NotedPlace[]>();
  };

  test('is listed with where it can be edited: texts, cards, drafts, links, site settings', async () => {
    const other = await pages.live();
    const address = `/content/static/${page.name}`;
    const { services } = t;
    const text = await makeRow(services, 'pages', {
      name: `${page.name}-text`,
      title: 'A text',
      type: 'Standard',
      data: `<p>See <a href="${address}#card-3">there</a></p>`,
    });
    const button: Row = { link: `${address}?x=1`, linkText: 'Go' };
    const card = await makeRow(services, 'cards', {
      pageId: other.id,
      type: 'ActionCard',
      title: 'A button',
      order: 3,
      data: button,
    });
    const link = await makeRow(services, 'links', { title: 'A link', url: `${address}/`, category: 'X', active: true });
    // Neither of these links to it.
    await makeRow(services, 'links', { title: 'No link', url: `${address}-more`, category: 'X', active: true });
    const drafted = await pages.live();
    const { live } = await pages.editor(drafted.id);
    await pages.save(drafted.id, {
      ...live,
      cards: [{ key: 'a', type: 'ListCard', title: 'x', data: { links: [address], linkTexts: ['x'] } }],
    });
    const { rows } = await sql<{ id: number }>`select "id" from "siteSettings"`.execute(services.db);
    const footer = `<p><a href="${address}">Footer</a></p>`;
    if (rows[0]) await services.engine.update(SYSTEM, 'siteSettings', rows[0].id, { footer }, { command: true });
    else await makeRow(services, 'siteSettings', { name: 'site', footer });

    expect(await uses(page.id)).toEqual([
      { label: 'A text', detail: 'Text of the page', to: `/content/managecards/${String(text['name'])}?section=text` },
      {
        label: `A button (Edited ${other.name.split('-')[1]})`,
        detail: 'Card',
        to: `/content/managecards/${other.name}?section=card-${card['id']}`,
      },
      {
        label: `Edited ${drafted.name.split('-')[1]}`,
        detail: 'Draft of the page',
        to: `/content/managecards/${drafted.name}?section=settings`,
      },
      { label: 'A link', detail: 'Link of the menu', to: `/tools/linksmanager/${link['id']}` },
      // A content administrator may read the site settings but not change them.
      { label: 'Footer', detail: 'Site settings', to: null },
    ]);
    expect(await uses(other.id)).toEqual([]);
  });

  test('includes the declared menu', async () => {
    const { rows } = await sql<{ id: number }>`select "id" from "pages" where "name" = 'home'`.execute(t.services.db);
    const home =
      rows[0]?.id ?? Number((await makeRow(t.services, 'pages', { name: 'home', title: 'Home', type: 'Card' })).id);
    expect(await uses(home)).toContainEqual({
      label: 'Home',
      detail: 'Entry of the menu, declared in config/menu.json',
      to: null,
    });
  });

  test('requires the right to update the page', async () => {
    const student = new PageCaller(t, await t.loginAs('student'));
    expect((await student.call('GET', `/${page.id}/uses`)).statusCode).toBe(403);
  });
});
