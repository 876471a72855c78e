import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NAVIGATION_MOST } from '../../domain/content/content.ts';
import type { NavigationPage } from '../../domain/calls/content.ts';
import type { PageContent } from '../../domain/calls/page-editor.ts';
import { expectProblem } from './expect-problem.ts';
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
beforeEach(async () => {
  await t.services.db.updateTable('pages').set({ inNavigation: false }).execute();
});

const navigation = async (): Promise<NavigationPage[]> =>
  (await t.app.inject({ url: '/api/content/navigation' })).json<NavigationPage[]>();
const labels = async (): Promise<string[]> => (await navigation()).map(({ label }) => label);

/** A published page with these changes in its draft. */
async function drafted(change: Partial<PageContent>): Promise<{ id: number; name: string }> {
  const page = await pages.live();
  await pages.save(page.id, { ...(await pages.editor(page.id)).live, ...change });
  return page;
}

const publish = (id: number) => pages.call('POST', `/${id}/publish`, {});

async function published(change: Partial<PageContent>): Promise<{ id: number; name: string }> {
  const page = await drafted({ inNavigation: true, ...change });
  const answer = await publish(page.id);
  expect(answer.statusCode, answer.body).toBe(200);
  return page;
}

test('a page comes into the navigation when it is published, with its label, icon and place', async () => {
  const last = await published({ title: 'Zebra' });
  await published({ title: 'Second', navigationOrder: 20 });
  const named = await drafted({
    inNavigation: true,
    title: 'Materials, tools and what they cost',
    navigationLabel: 'Prices',
    navigationIcon: 'tag',
    navigationOrder: 3,
  });
  expect(await labels()).toEqual(['Second', 'Zebra']);
  expect((await publish(named.id)).statusCode).toBe(200);
  expect(await navigation()).toEqual([
    { label: 'Prices', icon: 'tag', to: `/content/static/${named.name}` },
    { label: 'Second', icon: 'file-text', to: expect.any(String) as string },
    { label: 'Zebra', icon: 'file-text', to: `/content/static/${last.name}` },
  ]);
});

test('an entry follows its page: renamed, unpublished, taken out, deleted and restored', async () => {
  const { id } = await published({ title: 'Follow' });
  const { live } = await pages.editor(id);
  await pages.save(id, { ...live, name: 'followed', title: 'Followed' });
  expect(await labels()).toEqual(['Follow']);
  await publish(id);
  expect(await navigation()).toMatchObject([{ label: 'Followed', to: '/content/static/followed' }]);
  await pages.act('unpublish', id);
  expect(await labels()).toEqual([]);
  await publish(id);
  expect(await labels()).toEqual(['Followed']);
  await t.app.inject({ method: 'DELETE', url: `/api/pages/${id}`, headers: { cookie } });
  expect(await labels()).toEqual([]);
  await t.app.inject({ method: 'POST', url: `/api/pages/${id}/restore`, headers: { cookie } });
  expect(await labels()).toEqual(['Followed']);
  await pages.save(id, { ...(await pages.editor(id)).live, inNavigation: false });
  expect(await labels()).toEqual(['Followed']);
  await publish(id);
  expect(await labels()).toEqual([]);
});

test('a label that is too long, an unknown icon and a place out of range are reported immediately and not published', async () => {
  const page = await drafted({
    inNavigation: true,
    navigationLabel: 'x'.repeat(25),
    navigationIcon: 'skull' as PageContent['navigationIcon'],
    navigationOrder: 100,
  });
  const { faults } = await pages.editor(page.id);
  expect(Object.keys(faults).sort()).toEqual(['navigationIcon', 'navigationLabel', 'navigationOrder']);
  const refused = await publish(page.id);
  expect(refused.statusCode).toBe(422);
  expect(expectProblem(refused).errors).toEqual(faults);
  expect(await labels()).toEqual([]);
});

test('a title that is too long for the navigation needs a label', async () => {
  const title = 'The title of this page is long';
  const page = await drafted({ inNavigation: true, title });
  expect((await pages.editor(page.id)).faults).toEqual({
    navigationLabel: 'The title is too long here: give a label of at most 24 characters',
  });
  await pages.save(page.id, { ...(await pages.editor(page.id)).live, inNavigation: false, title });
  expect((await pages.editor(page.id)).faults).toEqual({});
});

test('the navigation has a limit, which writes past the editor keep as well', async () => {
  for (let count = 0; count < NAVIGATION_MOST; count += 1) await published({});
  const [first] = await navigation();
  const message = `The navigation already has ${NAVIGATION_MOST} pages. Remove one first`;
  const tooMany = await drafted({ inNavigation: true });
  expect((await pages.editor(tooMany.id)).faults).toEqual({ inNavigation: message });
  expect((await publish(tooMany.id)).statusCode).toBe(422);
  const other = await pages.live();
  const write = await t.app.inject({
    method: 'PUT',
    url: `/api/pages/${other.id}`,
    headers: { cookie },
    payload: { inNavigation: true },
  });
  expect(expectProblem(write).errors).toEqual({ inNavigation: message });
  // Those that are there can still be changed.
  const inside = await pages.editor(first?.to.split('/').at(-1) ?? '');
  await pages.save(inside.page.id, { ...inside.live, title: 'Still here' });
  expect((await publish(inside.page.id)).statusCode).toBe(200);
});

test('a copy of a page is not in the navigation', async () => {
  const { id } = await published({ title: 'Original' });
  const copy = (await pages.call('POST', '', { title: 'Copy', copyOf: id })).json<{ id: number }>();
  expect((await pages.editor(copy.id)).draft?.content).toMatchObject({ inNavigation: false, navigationLabel: null });
});

test('a draft and a version from before these settings are read as if they were empty', async () => {
  const { id } = await pages.live();
  const { live } = await pages.editor(id);
  await publish(id);
  await pages.save(id, { ...live, title: 'Older' });
  for (const table of ['pageDrafts', 'pageVersions'])
    await sql`update ${sql.table(table)} set content = content - 'inNavigation' where "pageId" = ${id}`.execute(
      t.services.db,
    );
  expect((await pages.editor(id)).draft?.content.inNavigation).toBe(false);
  expect((await publish(id)).statusCode).toBe(200);
});
