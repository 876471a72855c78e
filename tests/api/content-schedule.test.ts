import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { DraftVersion, PageDraft } from '../../domain/calls/page-editor.ts';
import { publishScheduled, enqueueOverdue } from '../../server/features/content/scheduled.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp({ works: true });
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
});
afterAll(() => t.close());

describe('a time to publish', () => {
  const rowVersion = (version: DraftVersion) => Number(version.split('.')[2]);
  const inAnHour = () => new Date(clock.now() + 3_600_000).toISOString();
  const due = (id: number) =>
    sql`update "pageDrafts" set "publishAt" = atrium_now() - interval '1 second' where "pageId" = ${id}`.execute(
      t.services.db,
    );
  const titled = async (title: string): Promise<{ id: number; name: string; draft: PageDraft }> => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, title });
    const answer = await pages.call('POST', `/${id}/publish`, { at: inAnHour() });
    expect(answer.statusCode, answer.body).toBe(200);
    return { id, name, draft: (await pages.editor(id)).draft! };
  };

  test('is stored with the draft, which is then published in the name of the account that set it', async () => {
    const { id, name, draft } = await titled('Later');
    expect(draft.publishAt).toMatch(/^20.*Z$/);
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await pages.shown(name))?.title).not.toBe('Later');
    await due(id);
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await pages.shown(name))?.title).toBe('Later');
    expect((await pages.editor(id)).versions[0]).toMatchObject({ number: 2, publishedBy: 'Content administrator' });
    await publishScheduled(t.services, id, rowVersion(draft.version));
    expect((await pages.editor(id)).versions).toHaveLength(2);
  });

  test.each([
    '2020-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-01-01',
  ])('is to come, within a year and in the calendar: not %s', async (at) => {
    const { id } = await pages.live();
    const answer = await pages.call('POST', `/${id}/publish`, { at });
    expect([answer.statusCode, Object.keys(expectProblem(answer).errors ?? {})]).toEqual([400, ['at']]);
    expect((await pages.editor(id)).draft).toBeNull();
  });

  test('is cleared when the draft changes, and when it is canceled', async () => {
    for (const change of [
      async (id: number, draft: PageDraft) => {
        expect(
          (await pages.save(id, { ...draft.content, title: 'Changed since' }, draft.version)).publishAt,
        ).toBeNull();
      },
      async (id: number) => {
        expect((await pages.call('POST', `/${id}/publish`, { at: null })).json()).toEqual({
          published: true,
          publishAt: null,
        });
      },
      async (id: number) => {
        expect((await pages.act('discardDraft', id)).statusCode).toBe(200);
      },
      async (id: number) => {
        await t.services.engine.remove(SYSTEM, 'pages', id, { command: true });
      },
    ]) {
      const { id, name, draft } = await titled('Never');
      await change(id, draft);
      await due(id);
      await publishScheduled(t.services, id, rowVersion(draft.version));
      expect((await pages.shown(name))?.title).not.toBe('Never');
    }
  });

  test('stays when the draft is saved without a change', async () => {
    const { id, draft } = await titled('Same');
    expect((await pages.save(id, draft.content, draft.version)).publishAt).toBe(draft.publishAt);
  });

  test('leaves a draft that has become invalid as it is, and is reported in the event log', async () => {
    const { id, draft } = await titled('Broken by then');
    const location = await makeRow(t.services, 'locations');
    const saved = await pages.save(
      id,
      {
        ...draft.content,
        cards: [{ key: 'l', type: 'LocationCard', title: 'There', data: { id: Number(location['id']), mode: 'day' } }],
      },
      draft.version,
    );
    expect(saved.publishAt).toBeNull();
    await pages.call('POST', `/${id}/publish`, { at: inAnHour() });
    const { version } = (await pages.editor(id)).draft!;
    await t.services.engine.remove(SYSTEM, 'locations', Number(location['id']), { command: true });
    await due(id);
    await publishScheduled(t.services, id, rowVersion(version));
    expect((await pages.editor(id)).draft).toMatchObject({ publishAt: null, content: { title: 'Broken by then' } });
    const { rows } =
      await sql<Row>`select "message", "exception" from "eventLog" where "location" = ${`page ${id}`}`.execute(
        t.services.db,
      );
    expect(rows).toEqual([
      {
        message: 'A page was not published at its time: Correct one error first.',
        exception: 'l.data.id: Does not exist',
      },
    ]);
  });

  test('that has passed or is more than a year away is refused', async () => {
    const { id } = await pages.live();
    for (const at of [
      new Date(clock.now() - 1_000).toISOString(),
      new Date(clock.now() + 400 * 86_400_000).toISOString(),
      '2026-13-45T00:00:00Z',
      'tomorrow',
      7,
    ]) {
      expect((await pages.call('POST', `/${id}/publish`, { at })).statusCode, String(at)).toBe(400);
    }
  });

  test('is a job of the queue', async () => {
    const { id, name } = await pages.live();
    const { live } = await pages.editor(id);
    await pages.save(id, { ...live, title: 'In a moment' });
    await pages.call('POST', `/${id}/publish`, { at: new Date(clock.now() + 500).toISOString() });
    await expect.poll(async () => (await pages.shown(name))?.title).toBe('In a moment');
  });

  test('that passed while no server ran is made up for at the next start', async () => {
    const { id, name, draft } = await titled('At the start');
    await due(id);
    await sql`delete from pgboss.job where data ->> 'pageId' = ${String(id)}`.execute(t.services.db);
    await enqueueOverdue(t.services);
    await expect.poll(async () => (await pages.shown(name))?.title).toBe(draft.content.title);
  });
});
