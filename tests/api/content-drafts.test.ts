import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageContent, PageVersion, SavedDraft } from '../../domain/calls/page-editor.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
});
afterAll(() => t.close());

describe('a draft', () => {
  test('is separate from what visitors see until it is published', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    const saved = await pages.save(id, { ...live, title: 'Changed' });
    expect(saved).toEqual({
      version: expect.stringMatching(/^0\.[1-9]\d*\.1$/),
      updatedAt: expect.stringMatching(/^20/),
      publishAt: null,
      faults: {},
      isStored: false,
    });
    expect((await pages.editor(id)).draft).toMatchObject({
      version: saved.version,
      content: { title: 'Changed' },
      updatedBy: 'Content administrator',
    });
    expect((await pages.shown(name))?.title).toBe(live.title);
  });

  test('based on another version is refused, with the current draft in the response', async () => {
    const { id } = await pages.live();
    const { live, version } = await pages.editor(id);
    const mine = await pages.save(id, { ...live, title: 'Mine' });
    const answer = await pages.call(
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
    expect((await pages.act('discardDraft', id)).statusCode).toBe(200);
    expect((await pages.act('discardDraft', id)).statusCode).toBe(409);
    const refusal = await pages.call('PUT', `/${id}/draft`, { content: live }, { 'if-match': `"${mine.version}"` });
    expect(expectProblem(refusal).current).toMatchObject({ version, content: live });
    expect((await pages.call('PUT', `/${id}/draft`, { content: live })).statusCode).toBe(428);
    for (const odd of ['"0"', '1.2', 'x', '"1.2.3.4"'])
      expect((await pages.call('PUT', `/${id}/draft`, { content: live }, { 'if-match': odd })).statusCode).toBe(400);
  });

  test('begun before a publication, or of a published draft, overwrites nothing', async () => {
    const { id, name } = await pages.live();
    const { live, version } = await pages.editor(id);
    const first = await pages.save(id, { ...live, title: 'First' });
    await pages.call('POST', `/${id}/publish`);
    for (const seen of [version, first.version]) {
      const answer = await pages.call(
        'PUT',
        `/${id}/draft`,
        { content: { ...live, title: 'Late' } },
        { 'if-match': `"${seen}"` },
      );
      expect(answer.statusCode).toBe(412);
      expect(expectProblem(answer).current).toMatchObject({ content: { title: 'First' } });
    }
    const second = await pages.save(id, { ...live, title: 'Second' });
    for (const seen of [version, first.version])
      expect((await pages.call('PUT', `/${id}/draft`, { content: live }, { 'if-match': `"${seen}"` })).statusCode).toBe(
        412,
      );
    expect((await pages.editor(id)).draft).toMatchObject({ version: second.version, content: { title: 'Second' } });
    expect((await pages.shown(name))?.title).toBe('First');
  });

  test('that others have changed since is not published unseen, now or later', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    const seen = await pages.save(id, { ...live, title: 'Looked at' });
    const newer = await pages.save(id, { ...live, title: 'Half done' });
    for (const body of [{}, { at: new Date(clock.now() + 3_600_000).toISOString() }]) {
      const answer = await pages.call('POST', `/${id}/publish`, body, { 'if-match': `"${seen.version}"` });
      expect(answer.statusCode).toBe(412);
      expect(expectProblem(answer).current).toMatchObject({ version: newer.version, content: { title: 'Half done' } });
    }
    expect((await pages.shown(name))?.title).toBe(live.title);
    expect((await pages.call('POST', `/${id}/publish`, {}, { 'if-match': `"${newer.version}"` })).statusCode).toBe(200);
    expect((await pages.shown(name))?.title).toBe('Half done');
  });

  test('that is overwritten is stored in the history on request, and can be restored', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    const theirs = await pages.save(id, { ...live, title: 'Theirs' });
    const over = await pages.call(
      'PUT',
      `/${id}/draft`,
      { content: { ...live, title: 'Mine' }, setAside: true },
      { 'if-match': `"${theirs.version}"` },
    );
    expect(over.statusCode, over.body).toBe(200);
    const { versions, version } = await pages.editor(id);
    expect(versions).toEqual([
      { number: 1, kind: 'setAside', publishedAt: theirs.updatedAt, publishedBy: 'Content administrator' },
    ]);
    // The draft was never published, so the state of the page is unchanged.
    expect(version).toBe(over.json<SavedDraft>().version);
    expect((await pages.call('GET', `/${id}/versions/1`)).json<PageVersion>().content.title).toBe('Theirs');
    await pages.call('POST', `/${id}/publish`);
    expect((await pages.editor(id)).versions.map(({ number, kind }) => [number, kind])).toEqual([
      [3, 'published'],
      [2, 'published'],
      [1, 'setAside'],
    ]);
    await pages.call('POST', `/${id}/versions/1/restore`);
    expect((await pages.editor(id)).draft?.content.title).toBe('Theirs');
  });

  test('changed by sanitizing is returned as it is stored', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    expect((await pages.save(id, { ...live, title: 'Clean' })).content).toBeUndefined();
    const saved = await pages.save(id, { ...live, data: '<p onclick="x()">Hi</p>' });
    expect(saved.content).toMatchObject({ data: '<p>Hi</p>' });
  });

  test('saved twice concurrently is stored once', async () => {
    const { id } = await pages.live();
    const { live, version } = await pages.editor(id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        pages.call('PUT', `/${id}/draft`, { content: { ...live, title: `By ${n}` } }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
  });

  test('can be incomplete but not malformed, and its HTML is sanitized', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    const unfinished: PageContent = {
      ...live,
      title: '',
      name: 'Not a name',
      data: '<p onclick="x()">Hi<script>1</script></p>',
      cards: [
        { key: 'new', type: 'ActionCard', title: '', data: { text: '<b onclick="x()">x</b>', link: 'javascript:x' } },
      ],
    };
    await pages.save(id, unfinished);
    const { draft } = await pages.editor(id);
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
      const answer = await pages.call('PUT', `/${id}/draft`, { content }, { 'if-match': '"1"' });
      expect(answer.statusCode, JSON.stringify(content).slice(0, 200)).toBe(400);
      expectProblem(answer);
    }
  });

  test('is at most 1 MB', async () => {
    const { id } = await pages.live();
    const { live } = await pages.editor(id);
    const big = Array.from({ length: 11 }, (_, index) => ({
      key: `k${index}`,
      type: 'RawHtmlCard' as const,
      title: 'x',
      data: { text: 'x'.repeat(100_000) },
    }));
    const answer = await pages.call('PUT', `/${id}/draft`, { content: { ...live, cards: big } }, { 'if-match': '"0"' });
    expect(answer.statusCode).toBe(413);
    expectProblem(answer);
    await pages.save(id, { ...live, cards: big.slice(0, 10) });
  });
});

describe('a version', () => {
  test('becomes the draft when restored, including deleted cards', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, cards: [] });
    await pages.call('POST', `/${id}/publish`);
    expect((await pages.call('POST', `/${id}/versions/1/restore`)).json<SavedDraft>()).toMatchObject({
      version: expect.stringMatching(/^2\.\d+\.1$/),
    });
    expect((await pages.shown(name))?.cards).toHaveLength(0);
    await pages.call('POST', `/${id}/publish`);
    expect((await pages.shown(name))?.cards.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect((await pages.editor(id)).versions).toHaveLength(3);
    for (const path of [`/${id}/versions/99`, '/999999/versions/1']) expectProblem(await pages.call('GET', path));
  });
});
