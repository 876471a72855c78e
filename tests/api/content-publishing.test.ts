import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageVersion, PublishState } from '../../domain/calls/page-editor.ts';
import { mergePages } from '../../domain/content/page-merge.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let cookie: string;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
  pages = new PageCaller(t, cookie);
});
afterAll(() => t.close());

describe('publishing', () => {
  test('replaces what visitors see by the draft, keeps the previous version, and records the author in the history of every record', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    const [one, two] = live.cards;
    await pages.save(id, {
      ...live,
      title: 'New title',
      name: `${name}-new`,
      summary: 'Short.',
      cards: [
        { key: 'added', type: 'ActionCard', title: 'Go', data: { link: '/login', linkText: 'Log in' } },
        { ...one!, title: 'One, changed' },
      ],
    });
    expect((await pages.call('POST', `/${id}/publish`)).json<PublishState>()).toEqual({
      published: true,
      publishAt: null,
    });
    expect(await pages.shown(name)).toBeNull();
    const page = await pages.shown(`${name}-new`);
    expect(page).toMatchObject({ title: 'New title', summary: 'Short.' });
    expect(page?.cards.map(({ id: cardId, title }) => [cardId === one!.id, title])).toEqual([
      [false, 'Go'],
      [true, 'One, changed'],
    ]);
    const after = await pages.editor(id);
    expect(after.draft).toBeNull();
    expect(after.versions.map(({ number, publishedBy }) => [number, publishedBy])).toEqual([
      [2, 'Content administrator'],
      [1, null],
    ]);
    const before = (await pages.call('GET', `/${id}/versions/1`)).json<PageVersion>();
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

  test('refuses a draft with faults, reported by page field or by card and field, and changes nothing', async () => {
    const { id, name } = await pages.live();
    const other = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, {
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
    const answer = await pages.call('POST', `/${id}/publish`);
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
    expect((await pages.shown(name))?.cards).toHaveLength(2);
    expect(
      (await pages.call('POST', `/${id}/publish`, { at: new Date(clock.now() + 60_000).toISOString() })).statusCode,
    ).toBe(422);
  });

  test('keeps the key of each card, so that other editors of the page recognize it', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    const [one, two] = live.cards;
    const card = { key: 'new-1a', type: 'StandardCard', title: 'Drafted', data: { text: '<p>Drafted</p>' } } as const;
    const drafted = { ...live, cards: [card, two!, one!] };
    await pages.save(id, { ...live, cards: [{ ...card, title: 'Theirs', data: { text: '<p>Theirs</p>' } }] });
    await pages.call('POST', `/${id}/publish`);
    const published = (await pages.editor(id)).live;
    expect(published.cards.map(({ key }) => key)).toEqual(['new-1a']);
    const mine = { ...drafted, cards: [{ ...card, title: 'Mine', data: { text: '<p>Mine</p>' } }] };
    expect(mergePages(drafted, mine, published).conflicts).toMatchObject([
      { kind: 'card', key: 'new-1a', mine: { title: 'Mine' }, theirs: { title: 'Theirs' } },
    ]);
    await pages.call('POST', `/${id}/versions/1/restore`);
    await pages.call('POST', `/${id}/publish`);
    expect((await pages.editor(id)).live.cards.map(({ key }) => key)).toEqual([one!.key, two!.key]);
  });

  test('twice concurrently creates one version', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, title: 'Once' });
    const answers = await Promise.all([1, 2, 3].map(() => pages.call('POST', `/${id}/publish`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await pages.editor(id)).versions).toHaveLength(2);
  });

  test('creates a new card for one that was copied in the draft', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    const [one] = live.cards;
    await pages.save(id, { ...live, cards: [one!, { ...one!, key: 'copy', title: 'Copy' }] });
    await pages.call('POST', `/${id}/publish`);
    const cards = (await pages.shown(name))!.cards;
    expect(cards.map(({ title }) => title)).toEqual(['One', 'Copy']);
    expect(cards[0]!.id).toBe(one!.id);
    expect(cards[1]!.id).not.toBe(one!.id);
  });

  test('an unpublished page is not found, and unchanged when published again', async () => {
    const { id, name } = await pages.live();
    expect((await pages.act('unpublish', id)).statusCode).toBe(200);
    expect(await pages.shown(name)).toBeNull();
    expect((await pages.editor(id)).live.cards).toHaveLength(2);
    expect((await pages.call('POST', `/${id}/publish`, {})).json()).toEqual({ published: true, publishAt: null });
    expect((await pages.shown(name))?.cards).toHaveLength(2);
  });
});
