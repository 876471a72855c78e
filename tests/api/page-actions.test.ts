import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { AvailableActions } from '../../domain/calls/rows.ts';
import { makeRow } from '../factories/any-row.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';

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

async function available(...ids: number[]): Promise<AvailableActions> {
  const url = `/api/pages/actions?ids=${JSON.stringify(ids)}`;
  return (await t.app.inject({ url, headers: { cookie } })).json<AvailableActions>();
}
async function planOf(action: string, ...ids: number[]): Promise<ActionPlan> {
  const url = `/api/pages/actions/${action}/plan`;
  const answer = await t.app.inject({ method: 'POST', url, headers: { cookie }, payload: { ids } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ActionPlan>();
}
async function undo(answer: { json: <T>() => T }): Promise<void> {
  const { changes } = answer.json<ActionAnswer>();
  const undone = await t.app.inject({ method: 'POST', url: '/api/undo', headers: { cookie }, payload: { changes } });
  expect(undone.statusCode, undone.body).toBe(200);
}

test('are offered as the page is: changed, published or not, and not for the home page', async () => {
  const changed = await pages.live();
  const { live } = await pages.editor(changed.id);
  await pages.save(changed.id, { ...live, title: 'Changed' });
  const unseen = Number(
    (await makeRow(t.services, 'pages', { name: 'unseen', title: 'Unseen', published: false }))['id'],
  );
  const home = await t.services.db.selectFrom('pages').select('id').where('name', '=', 'home').executeTakeFirst();
  const homeId = home?.id ?? Number((await makeRow(t.services, 'pages', { name: 'home', title: 'Home' }))['id']);
  const published = [page.id, changed.id];
  expect(await available(page.id, changed.id, unseen, homeId)).toEqual({
    publish: [changed.id, unseen],
    unpublish: published,
    discardDraft: [changed.id],
    remove: published,
    removeUnseen: [unseen],
    removeSeveral: [page.id, changed.id, unseen],
  });
});

test('publish the drafts of several pages, or of none, and name the one with a fault', async () => {
  const two = await pages.live();
  for (const { id, name } of [page, two]) {
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, title: name === two.name ? '' : 'Better' });
  }
  const ids = [page.id, two.id];
  const publish = () =>
    t.app.inject({ method: 'POST', url: '/api/pages/actions/publish', headers: { cookie }, payload: { ids } });
  const refused = await publish();
  expect(refused.statusCode).toBe(409);
  expect(refused.json<{ detail: string }>().detail).toMatch(/^1 of 2 cannot be included\. Edited \d+: /);
  expect((await pages.shown(page.name))?.title).not.toBe('Better');
  const { live } = await pages.editor(page.id);
  await pages.save(two.id, { ...live, name: two.name, title: 'Good', cards: [] });
  expect((await publish()).json<ActionAnswer>().done).toBe('2 pages are published');
  expect((await pages.shown(two.name))?.title).toBe('Good');
});

test('discard the drafts of several pages, which stay in their histories', async () => {
  const two = await pages.live();
  for (const { id } of [page, two]) await pages.save(id, { ...(await pages.editor(id)).live, title: 'Draft' });
  expect(await planOf('discardDraft', page.id, two.id)).toMatchObject({
    title: 'Discard 2 drafts?',
    notes: ['Visitors keep seeing 2 published pages. Unpublished changes are discarded.', expect.any(String)],
  });
  const payload = { ids: [page.id, two.id] };
  await t.app.inject({ method: 'POST', url: '/api/pages/actions/discardDraft', headers: { cookie }, payload });
  for (const { id } of [page, two])
    expect(await pages.editor(id)).toMatchObject({ draft: null, versions: [{ kind: 'draft' }] });
});

test('say what leads to the pages before they are hidden or deleted', async () => {
  const other = await pages.live();
  const link = { link: `/content/static/${page.name}`, linkText: 'Go' };
  await makeRow(t.services, 'cards', { pageId: other.id, type: 'ActionCard', title: 'Way', order: 3, data: link });
  const title = `Way (Edited ${other.name.split('-')[1]})`;
  const place = { label: title, detail: 'Card', to: expect.stringContaining('/content/managecards/') as string };
  const { title: question, notes } = await planOf('remove', page.id);
  expect(question).toBe(`Delete “Edited ${page.name.split('-')[1]}”?`);
  expect(notes[1]).toEqual({ text: '1 place on this site links to it:', places: [place] });
  expect((await planOf('unpublish', other.id)).notes[1]).toBe('Nothing else on this site links to it.');
  const several = await planOf('removeSeveral', page.id, other.id);
  expect(several.title).toBe('Delete 2 pages?');
  expect(several.notes).toHaveLength(2);
  expect(several.notes[1]).toMatchObject({ text: expect.stringMatching(/^1 place .* “Edited \d+”:$/) as string });
});

test('are undone: a hidden page is visible again, a deleted one with its address', async () => {
  const hidden = await pages.act('unpublish', page.id);
  expect(hidden.json<ActionAnswer>().done).toBe(`“Edited ${page.name.split('-')[1]}” is no longer visible`);
  expect(await pages.shown(page.name)).toBeNull();
  await undo(hidden);
  expect(await pages.shown(page.name)).not.toBeNull();
  const removal = await pages.act('remove', page.id);
  expect((await t.app.inject({ url: `/api/content/page?title=${page.name}` })).statusCode).toBe(410);
  await undo(removal);
  expect(await pages.shown(page.name)).not.toBeNull();
  const other = await pages.live();
  const deleted = await pages.act('remove', page.id, { redirectTo: other.id });
  expect((await t.app.inject({ url: `/api/content/page?title=${page.name}` })).statusCode).toBe(308);
  await undo(deleted);
  expect((await pages.shown(page.name))?.cards).toHaveLength(2);
});

test('are not for people who can only read pages', async () => {
  const student = new PageCaller(t, await t.loginAs('student'));
  for (const action of ['publish', 'unpublish', 'remove'])
    expect((await student.act(action, page.id)).statusCode).toBe(403);
});
