import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchGroup } from '../../domain/calls/content.ts';
import type { UpcomingSessions } from '../../domain/calls/sessions.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let student: TestUser;
let staff: TestUser;
let sessionId: number;
let hiddenId: number;

beforeAll(async () => {
  t = await startTestApp();
  student = await t.createUser({ roles: ['Student'] });
  staff = await t.createUser({ roles: ['Staff'] });
  const category = await makeRow(t.services, 'categories', { name: 'Glassware', active: true });
  const event = { title: 'Xylophone carving', summary: 'Tune the bars.', categoryId: category['id'] ?? null };
  sessionId = await makeSession(t, [3 * DAY, 3 * DAY + HOUR], { event });
  hiddenId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], {
    event: { ...event, title: 'Xylophone zwiebelfest', visibleToRoles: ['Staff'] },
  });
});
afterAll(() => t.close());

async function search(query: string, user: TestUser | null): Promise<Map<string, SearchGroup>> {
  const answer = await t.app.inject({
    url: `/api/documentation/search?query=${encodeURIComponent(query)}&count=3`,
    headers: user === null ? {} : { cookie: user.cookie },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return new Map(answer.json<SearchGroup[]>().map((group) => [group.source, group]));
}

const namesIn = (groups: Map<string, SearchGroup>, source: string) =>
  groups.get(source)?.response.map(({ name, url }) => [name, url]);

describe('the header search', () => {
  test('finds sessions and forms before pages', async () => {
    expect([...(await search('laser', student)).keys()]).toEqual(['Events', 'Requests', 'This site']);
  });

  test('finds the sessions that the reader can see, by their start', async () => {
    const listed = [['Xylophone carving', `/signup/details/${sessionId}`]];
    for (const user of [null, student]) expect(namesIn(await search('xylophone', user), 'Events')).toEqual(listed);
    expect(namesIn(await search('xylophone', staff), 'Events')).toEqual([
      ['Xylophone zwiebelfest', `/signup/details/${hiddenId}`],
      ...listed,
    ]);
  });

  test('corrects a typo, and takes no word of a page for one', async () => {
    expect((await search('xylofone', null)).get('Events')).toMatchObject({
      corrected: 'xylophone',
      response: [{ id: sessionId, excerpt: expect.arrayContaining([expect.stringContaining('Tune the bars.')]) }],
    });
    expect((await search('bars bathtub', null)).get('Events')).toMatchObject({ isPartial: true });
    const groups = await search('safety', null);
    expect(groups.get('This site')?.response.length).toBeGreaterThan(0);
    expect(groups.get('Events')?.response).toEqual([]);
  });

  test('finds a published form by an option, for visitors, too', async () => {
    const listed = [['Software license', '/requests/view/software-license']];
    for (const user of [null, student]) expect(namesIn(await search('matlab', user), 'Requests')).toEqual(listed);
    const { id } = await t.services.db
      .updateTable('forms')
      .set({ active: false })
      .where('name', '=', 'software-license')
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const user of [null, student]) expect(namesIn(await search('matlab', user), 'Requests')).toEqual([]);
    await t.services.db.updateTable('forms').set({ active: true }).where('id', '=', id).execute();
  });
});

describe('other searches', () => {
  const get = async <T>(url: string, user: TestUser | null): Promise<T> =>
    (await t.app.inject({ url, headers: user === null ? {} : { cookie: user.cookie } })).json<T>();

  test('of sessions corrects a typo by what the reader can see', async () => {
    const url = '/api/events/sessions?q=xylofone&page=1';
    const found = await get<UpcomingSessions>(url, student);
    expect([found.corrected, found.sessions.map(({ id }) => id)]).toEqual(['xylophone', [sessionId]]);
    expect(await get('/api/events/sessions?q=zwiebelfset&page=1', student)).toMatchObject({ total: 0 });
    expect(await get('/api/events/sessions?q=zwiebelfset&page=1', staff)).toMatchObject({
      corrected: 'zwiebelfest',
      total: 1,
    });
  });

  test('of forms works from one character and tolerates typos', async () => {
    const forms = (q: string) =>
      get<{ ids: number[]; corrected?: string }>(`/api/requests/forms/search?q=${q}`, student);
    expect((await forms('p')).ids.length).toBeGreaterThan(1);
    const poster = await forms('postr+printing');
    expect(poster.ids).toEqual((await forms('poster+printing')).ids);
    expect((await forms('qqqqqqq')).ids).toEqual([]);
  });

  test('of my requests corrects a typo by my own words', async () => {
    const rowOf = (user: TestUser) =>
      makeRow(t.services, 'submissions', { submittedById: user.id, data: { what: 'My zitherworks' } });
    const { id } = await rowOf(student);
    await rowOf(staff);
    const url = (user: TestUser, q: string) =>
      `/api/requests/submissions?filter=${encodeURIComponent(JSON.stringify({ submittedById: user.id, q }))}`;
    const answer = await t.app.inject({ url: url(student, 'zitehrworks'), headers: { cookie: student.cookie } });
    expect(answer.headers['corrected-search']).toBe('zitherworks');
    expect(answer.json<{ id: number }[]>().map((row) => row.id)).toEqual([id]);
    const foreign = await t.app.inject({ url: url(staff, 'zitehrworks'), headers: { cookie: student.cookie } });
    expect([foreign.json(), foreign.headers['corrected-search']]).toEqual([[], undefined]);
  });
});
