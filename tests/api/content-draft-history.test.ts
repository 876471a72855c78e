import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageContent, PageVersion, SavedDraft } from '../../domain/calls/page-editor.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let ada: PageCaller;
let eve: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  ada = new PageCaller(t, await t.loginAs('contentadmin'));
  eve = new PageCaller(t, await t.loginAs('administrator'));
});
afterAll(() => t.close());

const MINUTE = 60_000;
const pass = (minutes: number) => t.services.clock.moveTo(t.services.clock.now() + minutes * MINUTE);

/** The history of the page, oldest first: [title, kind, author]. */
async function history(id: number): Promise<[string, string, string | null][]> {
  const { versions } = await ada.editor(id);
  const read = async (number: number) => (await ada.call('GET', `/${id}/versions/${number}`)).json<PageVersion>();
  const all = await Promise.all(versions.map(({ number }) => read(number)));
  return all.reverse().map(({ content, kind, publishedBy }) => [content.title, kind, publishedBy]);
}

/** Saves drafts with these titles, one after another. */
async function write(by: PageCaller, id: number, live: PageContent, ...titles: string[]): Promise<void> {
  for (const title of titles) await by.save(id, { ...live, title });
}

async function page(): Promise<{ id: number; live: PageContent }> {
  const { id } = await ada.live();
  return { id, live: (await ada.editor(id)).live };
}

describe('the history of a draft', () => {
  test('has one version of what its author writes without a pause, and one of each session', async () => {
    const { id, live } = await page();
    await write(ada, id, live, 'a', 'b');
    pass(9);
    await write(ada, id, live, 'c');
    expect(await history(id)).toEqual([]);
    pass(11);
    await write(ada, id, live, 'd', 'e');
    expect(await history(id)).toEqual([['c', 'draft', 'Content administrator']]);
  });

  test('has a version every ten minutes of a long session', async () => {
    const { id, live } = await page();
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      await write(ada, id, live, title);
      pass(4);
    }
    // After 12 minutes the draft of the 8th is stored.
    expect(await history(id)).toEqual([['c', 'draft', 'Content administrator']]);
  });

  test('has the text of one author before another continues, but not every turn of two concurrent authors', async () => {
    const { id, live } = await page();
    await write(ada, id, live, 'by Ada');
    await write(eve, id, live, 'by Eve');
    await write(ada, id, live, 'by Ada again');
    await write(eve, id, live, 'by Eve again');
    expect(await history(id)).toEqual([['by Ada', 'draft', 'Content administrator']]);
    pass(2);
    await write(ada, id, live, 'after a while');
    expect((await history(id)).map(([title, , author]) => [title, author])).toEqual([
      ['by Ada', 'Content administrator'],
      ['by Eve again', 'Administrator'],
    ]);
  });

  test('says who saved it and when, and that saving added to it', async () => {
    const { id, live } = await page();
    const first = await ada.save(id, { ...live, title: 'First' });
    expect(first.isStored).toBe(false);
    expect((await eve.save(id, { ...live, title: 'Second' })).isStored).toBe(true);
    expect((await ada.editor(id)).versions).toEqual([
      { number: 1, kind: 'draft', publishedAt: first.updatedAt, publishedBy: 'Content administrator' },
    ]);
  });

  test('has the draft that was discarded', async () => {
    const { id, live } = await page();
    await write(ada, id, live, 'Given up');
    await ada.act('discardDraft', id);
    expect(await history(id)).toEqual([['Given up', 'draft', 'Content administrator']]);
    await write(ada, id, live, live.title);
    await ada.act('discardDraft', id);
    expect(await history(id)).toHaveLength(1);
  });

  test('holds 50 drafts of a page and every publication, and drafts for half a year', async () => {
    const { id, live } = await page();
    await write(ada, id, live, 'published');
    await ada.call('POST', `/${id}/publish`);
    for (let count = 0; count < 53; count += 1) {
      await ada.save(id, { ...live, title: `draft ${count}` });
      await ada.act('discardDraft', id);
    }
    const titles = (await history(id)).map(([title]) => title);
    expect(titles).toHaveLength(52);
    expect(titles.slice(0, 3)).toEqual([live.title, 'published', 'draft 3']);
    const now = t.services.clock.now();
    try {
      pass(181 * 24 * 60);
      await runHousekeeping(FEATURES, t.services);
    } finally {
      t.services.clock.moveTo(now);
      const { count } = ada;
      ada = new PageCaller(t, await t.loginAs('contentadmin'));
      ada.count = count;
      eve = new PageCaller(t, await t.loginAs('administrator'));
    }
    expect((await history(id)).map(([title]) => title)).toEqual([live.title, 'published', 'draft 52']);
  });
});

describe('restoring a version', () => {
  test('keeps the draft that it replaces, so that this can be restored in turn', async () => {
    const { id, live } = await page();
    await write(ada, id, live, 'First');
    await write(eve, id, live, 'Second');
    const restored = (await eve.call('POST', `/${id}/versions/1/restore`)).json<SavedDraft>();
    expect(restored).toMatchObject({ content: { title: 'First' }, isStored: true });
    expect(await history(id)).toMatchObject([
      ['First', 'draft', 'Content administrator'],
      ['Second', 'draft', 'Administrator'],
    ]);
    await ada.call('POST', `/${id}/versions/2/restore`);
    const { draft } = await ada.editor(id);
    expect(draft).toMatchObject({ content: { title: 'Second' }, updatedBy: 'Content administrator' });
  });

  test('is refused over an unseen draft, and without permission to edit the page', async () => {
    const { id, live } = await page();
    const { version } = await ada.save(id, { ...live, title: 'First' });
    await write(eve, id, live, 'Second');
    const stale = await ada.call('POST', `/${id}/versions/1/restore`, {}, { 'if-match': `"${version}"` });
    expect([stale.statusCode, expectProblem(stale).current?.['content']]).toMatchObject([412, { title: 'Second' }]);
    const student = new PageCaller(t, await t.loginAs('student'));
    for (const call of [student.call('GET', `/${id}/versions/1`), student.call('POST', `/${id}/versions/1/restore`)])
      expect((await call).statusCode).toBe(403);
    const other = await page();
    expectProblem(await ada.call('POST', `/${other.id}/versions/1/restore`));
    expect((await ada.editor(id)).draft?.content.title).toBe('Second');
  });
});
