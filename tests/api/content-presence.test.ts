import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PagePresence } from '../../domain/calls/page-editor.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let ada: PageCaller;
let root: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  ada = new PageCaller(t, await t.loginAs('contentadmin'));
  root = new PageCaller(t, await t.loginAs('administrator'));
});
afterAll(() => t.close());

async function here(who: PageCaller, id: number, tab: string, section: string | null = null): Promise<PagePresence> {
  const answer = await who.call('PUT', `/${id}/presence`, { tab, section });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toContain('no-store');
  return answer.json<PagePresence>();
}

describe('who else edits a page', () => {
  test('is shown with the card, until they leave', async () => {
    const { id } = await ada.live();
    const other = await ada.live();
    expect(await here(ada, id, 'tab-of-ada')).toEqual({ version: (await ada.editor(id)).version, others: [] });
    expect((await here(root, id, 'tab-of-root', 'card-1')).others).toEqual([
      { name: 'Content administrator', section: null, isSelf: false },
    ]);
    expect((await here(ada, id, 'tab-of-ada', 'settings')).others).toEqual([
      { name: 'Administrator', section: 'card-1', isSelf: false },
    ]);
    expect((await here(ada, other.id, 'tab-2-of-ada')).others).toEqual([]);
    expect((await root.call('DELETE', `/${id}/presence?tab=tab-of-root`)).statusCode).toBe(204);
    expect((await here(ada, id, 'tab-of-ada')).others).toEqual([]);
  });

  test('includes other tabs of the same account', async () => {
    const { id } = await ada.live();
    await here(ada, id, 'tab-one-ada', 'card-1');
    expect((await here(ada, id, 'tab-two-ada')).others).toEqual([
      { name: 'Content administrator', section: 'card-1', isSelf: true },
    ]);
  });

  test('expires when their tab stops reporting', async () => {
    const { id } = await ada.live();
    await here(root, id, 'tab-asleep');
    await sql`update "pagePresences" set "seenAt" = "seenAt" - interval '31 seconds' where "tab" = 'tab-asleep'`.execute(
      t.services.db,
    );
    expect((await here(ada, id, 'tab-awake')).others).toEqual([]);
    const { rows } = await sql`select 1 from "pagePresences" where "tab" = 'tab-asleep'`.execute(t.services.db);
    expect(rows).toEqual([]);
  });

  test('cannot be reported or ended for someone else', async () => {
    const { id } = await ada.live();
    await here(ada, id, 'tab-taken', 'card-1');
    await here(root, id, 'tab-taken', 'card-2');
    await root.call('DELETE', `/${id}/presence?tab=tab-taken`);
    expect((await here(root, id, 'tab-own-root')).others).toEqual([
      { name: 'Content administrator', section: 'card-1', isSelf: false },
    ]);
  });

  test('comes with the version of the page, so that changes are noticed', async () => {
    const { id } = await ada.live();
    const { live } = await ada.editor(id);
    const { version } = await here(ada, id, 'tab-waiting');
    const saved = await root.save(id, { ...live, title: 'Changed' });
    const { version: now } = await here(ada, id, 'tab-waiting');
    expect(now).toBe(saved.version);
    expect(now).not.toBe(version);
  });

  test('requires the right to edit the page', async () => {
    const { id } = await ada.live();
    const student = new PageCaller(t, await t.loginAs('student'));
    expect((await student.call('PUT', `/${id}/presence`, { tab: 'tab-student', section: null })).statusCode).toBe(403);
    expect((await ada.call('PUT', `/${id}/presence`, { tab: 'x', section: null })).statusCode).toBe(400);
  });
});
