import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DraftLink, SharedDraft } from '../../domain/calls/links.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { clock } from '../factories/clock.ts';
import { expectProblem } from './expect-problem.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
});
afterAll(() => t.close());

const DAY = 86_400_000;

function expectRefusal(answer: LightMyRequestResponse, status: number, code?: string): void {
  const problem = expectProblem(answer);
  expect(problem).toMatchObject(code === undefined ? { status } : { status, code });
}

async function logInAgain(): Promise<void> {
  const { count } = pages;
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
  pages.count = count;
}

const share = async (id: number, days = 7): Promise<DraftLink> => {
  const answer = await pages.call('POST', `/${id}/draftLinks`, { days });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<DraftLink>();
};
const live = async (id: number) => (await pages.call('GET', `/${id}/draftLinks`)).json<DraftLink[]>();
const linkIn = ({ address }: DraftLink) => new URL(address, 'http://site.invalid').searchParams.get('link') ?? '';
/** As someone without an account. */
const read = (link: string) => t.app.inject({ url: `/api/content/draft?link=${encodeURIComponent(link)}` });
/** A page with a draft. */
async function drafted(title: string): Promise<{ id: number; name: string }> {
  const page = await pages.live();
  const { live: content } = await pages.editor(page.id);
  await pages.save(page.id, { ...content, title });
  return page;
}

describe('the holder of a link to a draft', () => {
  test('reads it without an account, as it is now, while visitors see what is published', async () => {
    const { id, name } = await drafted('First words');
    const link = linkIn(await share(id));
    const answer = await read(link);
    expect(answer.json<SharedDraft>()).toMatchObject({ page: { title: 'First words', name }, isDraft: true });
    const { draft } = await pages.editor(id);
    await pages.save(id, {
      ...draft!.content,
      title: '',
      cards: [{ key: 'n', type: 'StandardCard', title: 'New', data: {} }],
    });
    const { page } = (await read(link)).json<SharedDraft>();
    expect(page).toMatchObject({ title: 'Untitled page', cards: [{ id: 1, title: 'New', data: '{}' }] });
    expect((await pages.shown(name))?.title).not.toBe('First words');
    expect((await pages.call('POST', `/${id}/draftLinks`, { days: 7 })).statusCode).toBe(201);
  });

  test('is notified when the draft does not differ from the public page', async () => {
    const { id, name } = await drafted('Now public');
    const link = linkIn(await share(id));
    await pages.call('POST', `/${id}/publish`);
    expect((await read(link)).json<SharedDraft>()).toMatchObject({ page: { title: 'Now public' }, isDraft: false });
    await pages.act('unpublish', id);
    expect((await read(link)).json<SharedDraft>()).toMatchObject({ page: { name }, isDraft: true });
  });

  test('gets it from no cache and for no index, and reads nothing else', async () => {
    const { id } = await drafted('Quiet');
    const link = linkIn(await share(id));
    const { headers } = await read(link);
    expect(headers['cache-control']).toMatch(/no-store/);
    expect(headers['x-robots-tag']).toBe('noindex');
    for (const url of [`/api/content/pages/${id}/editor?link=${link}`, `/api/pages/${id}?link=${link}`])
      expect([401, 404]).toContain((await t.app.inject({ url })).statusCode);
  });
});

describe('a link', () => {
  test('works for the time that was chosen', async () => {
    const { id } = await drafted('Short');
    const [day, month] = [await share(id, 1), await share(id, 30)];
    expect(Date.parse(month.expiresAt) - Date.parse(day.expiresAt)).toBeGreaterThan(28 * DAY);
    expect((await live(id)).map((one) => one.id)).toEqual([month.id, day.id]);
    const now = clock.now();
    try {
      t.services.clock.moveTo(Date.parse(day.expiresAt) + 1000);
      expectRefusal(await read(linkIn(day)), 410, 'content.draft-link-expired');
      expect((await read(linkIn(month))).statusCode).toBe(200);
      await logInAgain();
      expect((await live(id)).map((one) => one.id)).toEqual([month.id]);
      await runHousekeeping(FEATURES, t.services);
      expectRefusal(await read(linkIn(day)), 410, 'content.draft-link-expired');
      expect((await read(linkIn(month))).statusCode).toBe(200);
    } finally {
      t.services.clock.moveTo(now);
      // The sessions from before have ended meanwhile.
      await logInAgain();
    }
    expectRefusal(await pages.call('POST', `/${id}/draftLinks`, { days: 365 }), 400);
  });

  test('that was withdrawn no longer exists', async () => {
    const { id } = await drafted('Withdrawn');
    const link = await share(id);
    expect((await pages.call('DELETE', `/${id}/draftLinks/${link.id}`)).statusCode).toBe(204);
    expectRefusal(await read(linkIn(link)), 410, 'content.draft-link-withdrawn');
    expect(await live(id)).toEqual([]);
    // Two editors may withdraw it at the same time.
    expect((await pages.call('DELETE', `/${id}/draftLinks/${link.id}`)).statusCode).toBe(204);
  });

  test('is deleted with its page, and is not restored with it', async () => {
    const { id } = await drafted('Deleted');
    const link = await share(id);
    expect((await pages.act('remove', id)).statusCode).toBe(200);
    expectRefusal(await read(linkIn(link)), 410, 'content.draft-link-withdrawn');
    await t.services.engine.restore(SYSTEM, 'pages', id);
    expectRefusal(await read(linkIn(link)), 410, 'content.draft-link-withdrawn');
  });

  test('that this server did not sign is none', async () => {
    const { id } = await drafted('Signed');
    const other = await drafted('Other');
    const link = linkIn(await share(id));
    const [page, row, expires, signature = ''] = link.split('.');
    const forged = [
      [other.id, row, expires, signature],
      [page, Number(row) + 1, expires, signature],
      [page, row, Number(expires) + 1, signature],
      [page, row, expires, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
      [page, row, expires, ''],
    ].map((parts) => parts.join('.'));
    for (const one of [...forged, '', 'x', "' or 1=1", link.toUpperCase()])
      expectRefusal(await read(one), 404, 'content.no-such-draft-link');
  });

  test('is limited in number for each page', async () => {
    const { id } = await drafted('Many');
    for (let count = 0; count < 20; count += 1) await share(id, 1);
    expectRefusal(await pages.call('POST', `/${id}/draftLinks`, { days: 1 }), 409, 'content.too-many-draft-links');
  });
});

describe('only editors of the page', () => {
  test('create, list and revoke its links; others do not, with any ids', async () => {
    const { id } = await drafted('Mine');
    const other = await drafted('Not its own');
    const link = await share(id);
    const student = new PageCaller(t, await t.loginAs('student'));
    const visitor = new PageCaller(t, '');
    for (const [method, path, body] of [
      ['GET', `/${id}/draftLinks`, undefined],
      ['POST', `/${id}/draftLinks`, { days: 1 }],
      ['DELETE', `/${id}/draftLinks/${link.id}`, undefined],
    ] as const) {
      expect((await student.call(method, path, body)).statusCode).toBe(403);
      expect((await visitor.call(method, path, body)).statusCode).toBe(401);
    }
    await pages.call('DELETE', `/${other.id}/draftLinks/${link.id}`);
    expect((await read(linkIn(link))).statusCode).toBe(200);
  });

  test('and the history records who created or withdrew one', async () => {
    const { id } = await drafted('Audited');
    const link = await share(id);
    await pages.call('DELETE', `/${id}/draftLinks/${link.id}`);
    const { rows } = await sql`select "actorName", "action" from "auditEntries"
      where "resource" = 'draftLinks' and "recordId" = ${String(link.id)} order by "id"`.execute(t.services.db);
    expect(rows).toEqual([
      { actorName: 'contentadmin', action: 'create' },
      { actorName: 'contentadmin', action: 'delete' },
    ]);
  });
});

test('drafts are read only so often', async () => {
  const { id } = await drafted('Often');
  const link = linkIn(await share(id));
  t.services.clock.moveTo(t.services.clock.now() + 61_000);
  const codes = new Set<number>();
  for (let count = 0; count <= 120; count += 1) codes.add((await read(link)).statusCode);
  expect([...codes]).toEqual([200, 429]);
});
