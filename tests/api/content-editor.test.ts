import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageContent, PageEditor, PageInfo } from '../../domain/calls/page-editor.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
});
afterAll(() => t.close());

describe('the editor', () => {
  test('finds a page by its id, its name and its title', async () => {
    const { id, name } = await pages.live();
    const byId = await pages.editor(id);
    expect(byId).toMatchObject({
      page: { id, name, published: true },
      draft: null,
      versions: [],
      live: { name, tags: ['laser'], theme: 'auto', backgroundUrl: null, data: '' },
    });
    expect(byId.live.cards.map(({ title, type, data }) => [title, type, data])).toEqual([
      ['One', 'StandardCard', { text: '<p>First</p>' }],
      ['Two', 'Divider', {}],
    ]);
    expect(await pages.editor(name.toUpperCase())).toEqual(byId);
    expect(await pages.editor(byId.page.title)).toEqual(byId);
    expectProblem(await pages.call('GET', '/no-such-page/editor'));
  });

  test('requires the right to update pages; a page that the caller cannot read is not found', async () => {
    const { id } = await pages.live();
    for (const [account, status] of [
      ['student', 403],
      ['eventadmin', 403],
      ['administrator', 200],
    ] as const) {
      const answer = await t.app.inject({
        url: `/api/content/pages/${id}/editor`,
        headers: { cookie: await t.loginAs(account) },
      });
      expect(answer.statusCode, account).toBe(status);
    }
    const rule = await makeRow(t.services, 'permissions', {
      role: 'ClassScheduler',
      resource: 'pages',
      actions: ['read', 'update'],
      readFields: ['*'],
      writeFields: ['*'],
      condition: { name: 'classes' },
    });
    await t.services.permissions.refresh();
    const classes = await makeRow(t.services, 'pages', { name: 'classes', title: 'Classes', type: 'Standard' });
    const own = await t.loginAs('classscheduler');
    const as = (page: unknown) =>
      t.app.inject({ url: `/api/content/pages/${String(page)}/editor`, headers: { cookie: own } });
    expect((await as(classes['id'])).statusCode, 'without the cards').toBe(403);
    const cards = await makeRow(t.services, 'permissions', {
      role: 'ClassScheduler',
      resource: 'cards',
      actions: ['read'],
      readFields: ['*'],
      writeFields: [],
    });
    await t.services.permissions.refresh();
    expect((await as(classes['id'])).statusCode).toBe(200);
    expect((await as(id)).statusCode).toBe(404);
    const { live } = (await as(classes['id'])).json<PageEditor>();
    const publish = async (content: PageContent): Promise<number> => {
      const url = `/api/content/pages/${String(classes['id'])}`;
      const { version } = (await as(classes['id'])).json<PageEditor>();
      await t.app.inject({
        method: 'PUT',
        url: `${url}/draft`,
        headers: { cookie: own, 'if-match': `"${version}"` },
        payload: { content },
      });
      const later = await t.app.inject({
        method: 'POST',
        url: `${url}/publish`,
        headers: { cookie: own },
        payload: { at: new Date(clock.now() + 60_000).toISOString() },
      });
      const now = await t.app.inject({ method: 'POST', url: `${url}/publish`, headers: { cookie: own } });
      expect(later.statusCode).toBe(now.statusCode);
      return now.statusCode;
    };
    expect(await publish({ ...live, title: 'All classes' })).toBe(200);
    expect(await publish({ ...live, name: 'outside' }), 'to where the rule does not reach').toBe(403);
    expect(
      await publish({ ...live, cards: [{ key: 'a', type: 'Divider', title: 'New', data: {} }] }),
      'with cards',
    ).toBe(403);
    for (const { id: made } of [rule, cards])
      await t.services.engine.remove(SYSTEM, 'permissions', Number(made), { command: true });
    const narrow = await makeRow(t.services, 'permissions', {
      role: 'ClassScheduler',
      resource: 'pages',
      actions: ['read', 'update'],
      readFields: ['*'],
      writeFields: ['title'],
    });
    await t.services.permissions.refresh();
    expect((await as(classes['id'])).statusCode, 'only the title').toBe(403);
    await t.services.engine.remove(SYSTEM, 'permissions', Number(narrow['id']), { command: true });
    await t.services.permissions.refresh();
  });
});

describe('a new page', () => {
  test('is not published and has a name made from its title', async () => {
    const title = `Über uns & Öffnungszeiten ${pages.count}`;
    const first = (await pages.call('POST', '', { title, type: 'Card' })).json<PageInfo>();
    expect(first).toMatchObject({ title, name: `uber-uns-offnungszeiten-${pages.count}`, published: false });
    expect((await pages.call('POST', '', { title })).json<PageInfo>().name).toBe(`${first.name}-2`);
    expect(await pages.shown(first.name)).toBeNull();
    expect((await pages.editor(first.id)).live).toMatchObject({ title, type: 'Card', cards: [] });
    expect((await pages.call('POST', `/${first.id}/publish`)).statusCode).toBe(200);
    expect((await pages.shown(first.name))?.title).toBe(title);
  });

  test('can be a copy, with the content that the editor shows of the other', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, summary: 'In the draft' });
    const copy = (await pages.call('POST', '', { title: 'The copy', copyOf: id })).json<PageInfo>();
    const { draft } = await pages.editor(copy.id);
    expect(draft?.content).toMatchObject({
      title: 'The copy',
      name: copy.name,
      summary: 'In the draft',
      tags: ['laser'],
      type: 'Card',
    });
    expect(draft?.content.cards.map(({ id: cardId, title }) => [cardId, title])).toEqual([
      [undefined, 'One'],
      [undefined, 'Two'],
    ]);
    await pages.call('POST', `/${copy.id}/publish`);
    expect((await pages.shown(copy.name))?.cards).toHaveLength(2);
    expect((await pages.shown(name))?.cards).toHaveLength(2);
  });

  test('is refused without a title, with an invalid name or one in use, and as a copy of a page that does not exist', async () => {
    const { name } = await pages.live();
    for (const payload of [
      {},
      { title: '' },
      { title: '  ' },
      { title: 'x', type: 'Blog' },
      { title: 'x', name: 'Not a name' },
      { title: 'x', name },
      { title: 'x', copyOf: 999_999 },
      { title: 'x', data: 'y' },
    ]) {
      const answer = await pages.call('POST', '', payload);
      expect(answer.statusCode, JSON.stringify(payload)).toBeGreaterThanOrEqual(400);
      expectProblem(answer);
    }
  });
});
