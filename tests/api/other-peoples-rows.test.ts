import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Resources whose rows have an owner, and that every account may read as far as they are its own. */
const OWNED: [resource: string, owner: string][] = [
  ['submissions', 'submittedById'],
  ['tickets', 'userId'],
  ['balances', 'userId'],
];

test.each(OWNED)(
  'of %s one sees one’s own rows, and other people’s are as if they did not exist',
  async (resource, owner) => {
    const [mine, other] = [await t.createUser(), await t.createUser()];
    const own = await makeRow(t.services, resource, { [owner]: mine.id });
    const theirs = await makeRow(t.services, resource, { [owner]: other.id });
    const headers = { cookie: mine.cookie };
    expect((await t.app.inject({ url: `/api/${resource}/${own.id}`, headers })).statusCode).toBe(200);
    expect((await t.app.inject({ url: `/api/${resource}/${theirs.id}`, headers })).statusCode).toBe(404);

    for (const [method, rest, payload] of [
      ['GET', '', undefined],
      ['GET', '/history', undefined],
      ['PUT', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/revert', { entryId: 1 }],
    ] as const) {
      const call = (id: unknown) =>
        t.app.inject({ method, url: `/api/${resource}/${id}${rest}`, headers, ...(payload ? { payload } : {}) });
      const [answer, nowhere] = [await call(theirs.id), await call(987_654_321)];
      expectProblem(answer);
      expect(answer.statusCode, `${method} ${rest}`).toBe(nowhere.statusCode);
      expect(answer.body).toBe(nowhere.body);
    }
  },
);

test.each(OWNED)('no filter, sort or count on %s shows that other people’s rows exist', async (resource, owner) => {
  const [mine, other] = [await t.createUser(), await t.createUser()];
  await makeRow(t.services, resource, { [owner]: mine.id });
  const theirs = await makeRow(t.services, resource, { [owner]: other.id });
  for (const filter of [
    {},
    { [owner]: other.id },
    { id: [theirs.id] },
    { [`${owner}_gt`]: 0 },
    { _or: [{ id: theirs.id }, { [owner]: mine.id }] },
    { _not: { [owner]: mine.id } },
  ]) {
    const answer = await t.app.inject({
      url: `/api/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,99]`,
      headers: { cookie: mine.cookie },
    });
    expect(answer.statusCode, JSON.stringify(filter)).toBe(200);
    expect(answer.json<{ id: unknown }[]>().map(({ id }) => id)).not.toContain(theirs.id);
    expect(answer.headers['content-range']).toMatch(/\/[01]$/);
  }
});
