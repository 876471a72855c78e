import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentPage } from '../../domain/content.ts';
import type { Row } from '../../domain/model.ts';
import type {
  DraftVersion,
  PageContent,
  PageDraft,
  PageEditor,
  PageInfo,
  PageVersion,
  PublishState,
  SavedDraft,
} from '../../domain/page-content.ts';
import { publishScheduled, watchSchedule } from '../../server/features/content/scheduled.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
});
afterAll(() => t.close());

let count = 0;

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  return t.app.inject({
    method,
    url: `/api/content/pages${path}`,
    headers: { cookie, ...headers },
    ...(payload ? { payload } : {}),
  });
}

/** A published page with two cards, made outside the editor. */
async function livePage(): Promise<{ id: number; name: string }> {
  count += 1;
  const name = `edited-${count}`;
  const { id } = await makeRow(t.services, 'pages', {
    name,
    title: `Edited ${count}`,
    type: 'Card',
    published: true,
    tags: ['laser'],
  });
  await makeRow(t.services, 'cards', {
    pageId: id!,
    type: 'StandardCard',
    title: 'One',
    order: 1,
    data: { text: '<p>First</p>' },
  });
  await makeRow(t.services, 'cards', { pageId: id!, type: 'Divider', title: 'Two', order: 2 });
  return { id: Number(id), name };
}

async function editor(page: number | string): Promise<PageEditor> {
  const answer = await call('GET', `/${encodeURIComponent(page)}/editor`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PageEditor>();
}

/** Saves over what there is, unless a version is named. */
async function save(id: number, content: PageContent, version?: DraftVersion): Promise<SavedDraft> {
  const answer = await call(
    'PUT',
    `/${id}/draft`,
    { content },
    { 'if-match': `"${version ?? (await editor(id)).version}"` },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SavedDraft>();
}

async function shown(name: string): Promise<ContentPage | null> {
  const answer = await t.app.inject({ url: `/api/content/page?title=${name}` });
  return answer.statusCode === 404 ? null : answer.json<ContentPage>();
}

describe('the editor', () => {
  test('finds a page by its id, its name and its title', async () => {
    const { id, name } = await livePage();
    const byId = await editor(id);
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
    expect(await editor(name.toUpperCase())).toEqual(byId);
    expect(await editor(byId.page.title)).toEqual(byId);
    expectProblem(await call('GET', '/no-such-page/editor'));
  });

  test('is for those who may change pages: others are refused, and a page that is hidden from somebody is not there', async () => {
    const { id } = await livePage();
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
        payload: { at: new Date(Date.now() + 60_000).toISOString() },
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
    expect((await as(classes['id'])).statusCode, 'of which only the title').toBe(403);
    await t.services.engine.remove(SYSTEM, 'permissions', Number(narrow['id']), { command: true });
    await t.services.permissions.refresh();
  });
});

describe('a draft', () => {
  test('is kept beside what visitors see until it is published', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    const saved = await save(id, { ...live, title: 'Changed' });
    expect(saved).toEqual({
      version: expect.stringMatching(/^0\.[1-9]\d*\.1$/),
      updatedAt: expect.stringMatching(/^20/),
      publishAt: null,
    });
    expect((await editor(id)).draft).toMatchObject({
      version: saved.version,
      content: { title: 'Changed' },
      updatedBy: 'Content administrator',
    });
    expect((await shown(name))?.title).toBe(live.title);
  });

  test('of another version is refused with the present one', async () => {
    const { id } = await livePage();
    const { live, version } = await editor(id);
    const mine = await save(id, { ...live, title: 'Mine' });
    const answer = await call(
      'PUT',
      `/${id}/draft`,
      { content: { ...live, title: 'Yours' } },
      { 'if-match': `"${version}"` },
    );
    expect(answer.statusCode).toBe(412);
    expect(expectProblem(answer).current).toMatchObject({
      version: mine.version,
      content: { title: 'Mine' },
      publishAt: null,
    });
    expect((await call('DELETE', `/${id}/draft`, undefined, { 'if-match': '"0.1.7"' })).statusCode).toBe(412);
    expect((await call('DELETE', `/${id}/draft`, undefined, { 'if-match': `"${mine.version}"` })).statusCode).toBe(204);
    const gone = await call('PUT', `/${id}/draft`, { content: live }, { 'if-match': `"${mine.version}"` });
    expect(expectProblem(gone).current).toMatchObject({ version, content: live });
    expect((await call('PUT', `/${id}/draft`, { content: live })).statusCode).toBe(428);
    for (const odd of ['"0"', '1.2', 'x', '"1.2.3.4"'])
      expect((await call('PUT', `/${id}/draft`, { content: live }, { 'if-match': odd })).statusCode).toBe(400);
  });

  test('begun before a publishing, or of a draft that was published, overwrites nothing', async () => {
    const { id, name } = await livePage();
    const { live, version } = await editor(id);
    const first = await save(id, { ...live, title: 'First' });
    await call('POST', `/${id}/publish`);
    for (const seen of [version, first.version]) {
      const answer = await call(
        'PUT',
        `/${id}/draft`,
        { content: { ...live, title: 'Late' } },
        { 'if-match': `"${seen}"` },
      );
      expect(answer.statusCode).toBe(412);
      expect(expectProblem(answer).current).toMatchObject({ content: { title: 'First' } });
    }
    const second = await save(id, { ...live, title: 'Second' });
    for (const seen of [version, first.version])
      expect((await call('PUT', `/${id}/draft`, { content: live }, { 'if-match': `"${seen}"` })).statusCode).toBe(412);
    expect((await editor(id)).draft).toMatchObject({ version: second.version, content: { title: 'Second' } });
    expect((await shown(name))?.title).toBe('First');
  });

  test('that others have changed since is not published unseen, now or later', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    const seen = await save(id, { ...live, title: 'Looked at' });
    const newer = await save(id, { ...live, title: 'Half done' });
    for (const body of [{}, { at: new Date(Date.now() + 3_600_000).toISOString() }]) {
      const answer = await call('POST', `/${id}/publish`, body, { 'if-match': `"${seen.version}"` });
      expect(answer.statusCode).toBe(412);
      expect(expectProblem(answer).current).toMatchObject({ version: newer.version, content: { title: 'Half done' } });
    }
    expect((await shown(name))?.title).toBe(live.title);
    expect((await call('POST', `/${id}/publish`, {}, { 'if-match': `"${newer.version}"` })).statusCode).toBe(200);
    expect((await shown(name))?.title).toBe('Half done');
  });

  test('saved by two at once is kept once', async () => {
    const { id } = await livePage();
    const { live, version } = await editor(id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        call('PUT', `/${id}/draft`, { content: { ...live, title: `By ${n}` } }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
  });

  test('may be unfinished, but not shapeless, and its HTML is cleaned', async () => {
    const { id } = await livePage();
    const { live } = await editor(id);
    const unfinished: PageContent = {
      ...live,
      title: '',
      name: 'Not a name',
      data: '<p onclick="x()">Hi<script>1</script></p>',
      cards: [
        { key: 'new', type: 'ActionCard', title: '', data: { text: '<b onclick="x()">x</b>', link: 'javascript:x' } },
      ],
    };
    await save(id, unfinished);
    const { draft } = await editor(id);
    expect(draft?.content).toMatchObject({
      title: '',
      data: '<p>Hi</p>',
      cards: [{ key: 'new', data: { text: '<b>x</b>', link: 'javascript:x' } }],
    });
    const card = live.cards[0]!;
    for (const content of [
      { ...live, extra: 1 },
      { ...live, type: 'Blog' },
      { ...live, cards: [{ ...card, key: 'a b' }] },
      { ...live, cards: [{ ...card, type: 'Unknown' }] },
      { ...live, cards: [{ ...card, data: 'text' }] },
      { ...live, cards: [card, card] },
      { ...live, data: 7 },
      { ...live, tags: [1] },
      { ...live, cards: Array.from({ length: 201 }, (_, index) => ({ ...card, key: `k${index}` })) },
      { ...live, cards: [{ ...card, data: { text: 'x'.repeat(20_001) } }] },
      { title: 'x' },
      null,
      'text',
      [],
    ]) {
      const answer = await call('PUT', `/${id}/draft`, { content }, { 'if-match': '"1"' });
      expect(answer.statusCode, JSON.stringify(content).slice(0, 200)).toBe(400);
      expectProblem(answer);
    }
  });

  test('is at most 1 MB', async () => {
    const { id } = await livePage();
    const { live } = await editor(id);
    const big = Array.from({ length: 11 }, (_, index) => ({
      key: `k${index}`,
      type: 'RawHtmlCard' as const,
      title: 'x',
      data: { text: 'x'.repeat(100_000) },
    }));
    const answer = await call('PUT', `/${id}/draft`, { content: { ...live, cards: big } }, { 'if-match': '"0"' });
    expect(answer.statusCode).toBe(413);
    expectProblem(answer);
    await save(id, { ...live, cards: big.slice(0, 10) });
  });
});

describe('publishing', () => {
  test('makes the draft what visitors see, keeps what was there before, and tells who did it in the history of every record', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    const [one, two] = live.cards;
    await save(id, {
      ...live,
      title: 'New title',
      name: `${name}-new`,
      summary: 'Short.',
      cards: [
        { key: 'added', type: 'ActionCard', title: 'Go', data: { link: '/login', linkText: 'Log in' } },
        { ...one!, title: 'One, changed' },
      ],
    });
    expect((await call('POST', `/${id}/publish`)).json<PublishState>()).toEqual({ published: true, publishAt: null });
    expect(await shown(name)).toBeNull();
    const page = await shown(`${name}-new`);
    expect(page).toMatchObject({ title: 'New title', summary: 'Short.' });
    expect(page?.cards.map(({ id: cardId, title }) => [cardId === one!.id, title])).toEqual([
      [false, 'Go'],
      [true, 'One, changed'],
    ]);
    const after = await editor(id);
    expect(after.draft).toBeNull();
    expect(after.versions.map(({ number, publishedBy }) => [number, publishedBy])).toEqual([
      [2, 'Content administrator'],
      [1, null],
    ]);
    const before = (await call('GET', `/${id}/versions/1`)).json<PageVersion>();
    expect(before.content).toEqual(live);
    const history = async (path: string) =>
      (await t.app.inject({ url: `/api/${path}/history`, headers: { cookie } })).json<
        { actor: string; action: string }[]
      >()[0];
    expect(await history(`pages/${id}`)).toMatchObject({ actor: 'Content administrator', action: 'update' });
    expect(await history(`cards/${one!.id}`)).toMatchObject({ actor: 'Content administrator', action: 'update' });
    const { rows } = await sql<{
      actorName: string;
    }>`select "actorName" from "auditEntries" where resource = 'cards' and "recordId" = ${String(two!.id)} and action = 'delete'`.execute(
      t.services.db,
    );
    expect(rows).toEqual([{ actorName: 'contentadmin' }]);
  });

  test('refuses a draft with faults, telling each by page field or by card and field, and changes nothing', async () => {
    const { id, name } = await livePage();
    const other = await livePage();
    const { live } = await editor(id);
    await save(id, {
      ...live,
      title: '',
      name: other.name,
      backgroundUrl: 'nowhere.webp',
      cards: [
        { key: 'a', type: 'ActionCard', title: 'x'.repeat(121), data: { link: 'javascript:x' } },
        { key: 'b', type: 'LocationCard', title: 'There', data: { id: 999_999, mode: 'hours' } },
        { key: 'c', type: 'Divider', title: 'Fine', data: {} },
      ],
    });
    const answer = await call('POST', `/${id}/publish`);
    expect(answer.statusCode).toBe(422);
    expect(expectProblem(answer).errors).toEqual({
      title: 'This field is required',
      name: 'Another page has this name',
      backgroundUrl: 'There is no such image',
      'a.title': 'Must have at most 120 characters',
      'a.data.link': 'Please enter a valid address',
      'a.data.linkText': 'This field is required',
      'b.data.id': 'Does not exist',
    });
    expect((await shown(name))?.cards).toHaveLength(2);
    expect((await call('POST', `/${id}/publish`, { at: new Date(Date.now() + 60_000).toISOString() })).statusCode).toBe(
      422,
    );
  });

  test('by two at once makes one version', async () => {
    const { id } = await livePage();
    const { live } = await editor(id);
    await save(id, { ...live, title: 'Once' });
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `/${id}/publish`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await editor(id)).versions).toHaveLength(2);
  });

  test('a card copied in the draft is a card of its own', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    const [one] = live.cards;
    await save(id, { ...live, cards: [one!, { ...one!, key: 'copy', title: 'Copy' }] });
    await call('POST', `/${id}/publish`);
    const cards = (await shown(name))!.cards;
    expect(cards.map(({ title }) => title)).toEqual(['One', 'Copy']);
    expect(cards[0]!.id).toBe(one!.id);
    expect(cards[1]!.id).not.toBe(one!.id);
  });

  test('a page hidden again is not there for visitors, and is shown again as it was', async () => {
    const { id, name } = await livePage();
    expect((await call('POST', `/${id}/unpublish`)).json()).toEqual({ published: false, publishAt: null });
    expect(await shown(name)).toBeNull();
    expect((await editor(id)).live.cards).toHaveLength(2);
    expect((await call('POST', `/${id}/publish`, {})).json()).toEqual({ published: true, publishAt: null });
    expect((await shown(name))?.cards).toHaveLength(2);
  });
});

describe('a version', () => {
  test('restored is a draft first, and brings cards back that have gone', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    await save(id, { ...live, cards: [] });
    await call('POST', `/${id}/publish`);
    expect((await call('POST', `/${id}/versions/1/restore`)).json<SavedDraft>()).toMatchObject({
      version: expect.stringMatching(/^2\.\d+\.1$/),
    });
    expect((await shown(name))?.cards).toHaveLength(0);
    await call('POST', `/${id}/publish`);
    expect((await shown(name))?.cards.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect((await editor(id)).versions).toHaveLength(3);
    for (const path of [`/${id}/versions/99`, '/999999/versions/1']) expectProblem(await call('GET', path));
  });
});

describe('a new page', () => {
  test('is not published and has a name made from its title', async () => {
    const title = `Über uns & Öffnungszeiten ${count}`;
    const first = (await call('POST', '', { title, type: 'Card' })).json<PageInfo>();
    expect(first).toMatchObject({ title, name: `uber-uns-offnungszeiten-${count}`, published: false });
    expect((await call('POST', '', { title })).json<PageInfo>().name).toBe(`${first.name}-2`);
    expect(await shown(first.name)).toBeNull();
    expect((await editor(first.id)).live).toMatchObject({ title, type: 'Card', cards: [] });
    expect((await call('POST', `/${first.id}/publish`)).statusCode).toBe(200);
    expect((await shown(first.name))?.title).toBe(title);
  });

  test('may be a copy, with the content that the editor shows of the other', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    await save(id, { ...live, summary: 'In the draft' });
    const copy = (await call('POST', '', { title: 'The copy', copyOf: id })).json<PageInfo>();
    const { draft } = await editor(copy.id);
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
    await call('POST', `/${copy.id}/publish`);
    expect((await shown(copy.name))?.cards).toHaveLength(2);
    expect((await shown(name))?.cards).toHaveLength(2);
  });

  test('is refused without a title, with a name that cannot stand in addresses or that another has, and as a copy of nothing', async () => {
    const { name } = await livePage();
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
      const answer = await call('POST', '', payload);
      expect(answer.statusCode, JSON.stringify(payload)).toBeGreaterThanOrEqual(400);
      expectProblem(answer);
    }
  });
});

describe('a time to publish', () => {
  const rowVersion = (version: DraftVersion) => Number(version.split('.')[2]);
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const due = (id: number) =>
    sql`update "pageDrafts" set "publishAt" = now() - interval '1 second' where "pageId" = ${id}`.execute(
      t.services.db,
    );
  const titled = async (title: string): Promise<{ id: number; name: string; draft: PageDraft }> => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    await save(id, { ...live, title });
    const answer = await call('POST', `/${id}/publish`, { at: inAnHour() });
    expect(answer.statusCode, answer.body).toBe(200);
    return { id, name, draft: (await editor(id)).draft! };
  };

  test('is kept with the draft; at that time it is published in the name of who set it', async () => {
    const { id, name, draft } = await titled('Later');
    expect(draft.publishAt).toMatch(/^20.*Z$/);
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await shown(name))?.title).not.toBe('Later');
    await due(id);
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await shown(name))?.title).toBe('Later');
    expect((await editor(id)).versions[0]).toMatchObject({ number: 2, publishedBy: 'Content administrator' });
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await editor(id)).versions).toHaveLength(2);
  });

  test.each([
    '2020-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-01-01',
  ])('is to come, within a year and in the calendar: not %s', async (at) => {
    const { id } = await livePage();
    const answer = await call('POST', `/${id}/publish`, { at });
    expect([answer.statusCode, Object.keys(expectProblem(answer).errors ?? {})]).toEqual([400, ['at']]);
    expect((await editor(id)).draft).toBeNull();
  });

  test('is given up when the draft changes, and when it is cancelled', async () => {
    for (const change of [
      async (id: number, draft: PageDraft) => {
        expect((await save(id, { ...draft.content, title: 'Changed since' }, draft.version)).publishAt).toBeNull();
      },
      async (id: number) => {
        expect((await call('POST', `/${id}/publish`, { at: null })).json()).toEqual({
          published: true,
          publishAt: null,
        });
      },
      async (id: number) => {
        await call('DELETE', `/${id}/draft`);
      },
      async (id: number) => {
        await t.services.engine.remove(SYSTEM, 'pages', id, { command: true });
      },
    ]) {
      const { id, name, draft } = await titled('Never');
      await change(id, draft);
      await due(id);
      await publishScheduled(t.services, id, rowVersion(draft.version));
      expect((await shown(name))?.title).not.toBe('Never');
    }
  });

  test('stays when the draft is saved without a change', async () => {
    const { id, draft } = await titled('Same');
    expect((await save(id, draft.content, draft.version)).publishAt).toBe(draft.publishAt);
  });

  test('that finds the draft faulty by then leaves it a draft and is told in the event log', async () => {
    const { id, draft } = await titled('Broken by then');
    const location = await makeRow(t.services, 'locations');
    const saved = await save(
      id,
      {
        ...draft.content,
        cards: [{ key: 'l', type: 'LocationCard', title: 'There', data: { id: Number(location['id']), mode: 'day' } }],
      },
      draft.version,
    );
    expect(saved.publishAt).toBeNull();
    await call('POST', `/${id}/publish`, { at: inAnHour() });
    const { version } = (await editor(id)).draft!;
    await t.services.engine.remove(SYSTEM, 'locations', Number(location['id']), { command: true });
    await due(id);
    await publishScheduled(t.services, id, rowVersion(version));
    expect((await editor(id)).draft).toMatchObject({ publishAt: null, content: { title: 'Broken by then' } });
    const { rows } =
      await sql<Row>`select "message", "exception" from "eventLog" where "location" = ${`page ${id}`}`.execute(
        t.services.db,
      );
    expect(rows).toEqual([
      {
        message: 'A page was not published at its time: One thing must be put right first.',
        exception: 'l.data.id: Does not exist',
      },
    ]);
  });

  test('that has passed or is more than a year away is refused', async () => {
    const { id } = await livePage();
    for (const at of [
      new Date(Date.now() - 1_000).toISOString(),
      new Date(Date.now() + 400 * 86_400_000).toISOString(),
      '2026-13-45T00:00:00Z',
      'tomorrow',
      7,
    ]) {
      expect((await call('POST', `/${id}/publish`, { at })).statusCode, String(at)).toBe(400);
    }
  });

  test('is kept by the job queue', async () => {
    const { id, name } = await livePage();
    const { live } = await editor(id);
    await save(id, { ...live, title: 'In a moment' });
    await call('POST', `/${id}/publish`, { at: new Date(Date.now() + 500).toISOString() });
    await expect.poll(async () => (await shown(name))?.title).toBe('In a moment');
  });

  test('that passed while no server ran is kept at the next start', async () => {
    const { id, name, draft } = await titled('At the start');
    await due(id);
    await sql`delete from pgboss.job where data ->> 'pageId' = ${String(id)}`.execute(t.services.db);
    await watchSchedule(t.services);
    await expect.poll(async () => (await shown(name))?.title).toBe(draft.content.title);
  });
});
