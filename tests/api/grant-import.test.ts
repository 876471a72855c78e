import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GrantPlan } from '../../domain/calls/balances.ts';
import { differences } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let staff: TestUser;
let second: TestUser;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [staff, second, ada, grace] = await Promise.all([
    t.createUser({ roles: ['StoreAdmin'] }),
    t.createUser({ roles: ['StoreAdmin'] }),
    t.createUser(),
    t.createUser(),
  ]);
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

const send = (way: 'plan' | 'import', payload: object, { by = staff, key = randomUUID() as string } = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api/balances/grants/${way}`,
    headers: { cookie: by.cookie, 'idempotency-key': key },
    payload,
  });
const plan = async (text: string): Promise<GrantPlan> => (await send('plan', { text })).json<GrantPlan>();
const file = (...rows: string[]): string => ['Person,Amount,Expires,Purpose', ...rows].join('\n');

async function grantsOf(userId: number) {
  return t.services.db
    .selectFrom('balances')
    .select(['id', 'name', 'balanceCents', 'expiresOn', 'kind'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

describe('an import of free quota', () => {
  test('is previewed, and creates a balance with its own expiry for each row', async () => {
    const text = file(`${ada.username},12.50,2090-05-15,Fall 2089`, `${grace.username},$5,5/16/2090,Fall 2089`);
    const preview = await plan(text);
    expect(preview).toMatchObject({
      ...{ fault: null, faults: [], totalCents: 1_750, importedAt: null },
      counts: { grants: 2, needApproval: 0, faults: 0 },
    });
    expect(await grantsOf(ada.id)).toEqual([]);
    const key = randomUUID();
    const body = { text, basis: preview.basis, again: false };
    for (const answer of [await send('import', body, { key }), await send('import', body, { key })])
      expect(answer.json()).toEqual({ grants: 2, needApproval: 0, totalCents: 1_750 });
    expect(await grantsOf(ada.id)).toMatchObject([
      { name: 'Fall 2089', balanceCents: 1_250, expiresOn: '2090-05-15', kind: 'grant' },
    ]);
    expect(await grantsOf(grace.id)).toMatchObject([{ balanceCents: 500, expiresOn: '2090-05-16' }]);
    expect((await plan(text)).importedAt).not.toBeNull();
    expect((await send('import', body)).statusCode).toBe(409);
    expect((await send('import', { ...body, again: true })).statusCode).toBe(200);
    expect(await grantsOf(ada.id)).toHaveLength(2);
  });

  test('names every faulty row, and imports nothing then', async () => {
    const person = await t.createUser();
    const text = file(
      ...[`${person.username},5,2090-05-15,x`, 'nobody-at-all,5,2090-05-15,x', `${person.username},five,2090-05-15,x`],
      ...[`${person.username},5,2090-02-30,x`, `${person.username},5,2001-01-01,x`, `${staff.username},5,2090-05-15,x`],
    );
    const preview = await plan(text);
    expect(preview.faults.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(preview.faults[1]).toMatchObject({ cells: [person.username, 'five', '2090-05-15', 'x'] });
    const answer = await send('import', { text, basis: preview.basis, again: false });
    expect(answer.json()).toMatchObject({ status: 409, code: 'balances.not-imported' });
    expect(await grantsOf(person.id)).toEqual([]);
  });

  test('sends amounts above the limit to a second person', async () => {
    const person = await t.createUser();
    const changed = await t.app.inject({
      ...({ method: 'PUT', url: '/api/systemSettings/declared' } as const),
      headers: { cookie: await t.loginAs('administrator') },
      payload: { changes: [{ key: 'balances.approvalAbove', value: 1_000, version: null }] },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const text = file(`${person.username},10,2090-05-15,x`, `${person.username},10.01,2090-05-15,x`);
    const preview = await plan(text);
    expect(preview.counts).toEqual({ grants: 2, needApproval: 1, faults: 0 });
    await send('import', { text, basis: preview.basis, again: false });
    expect((await grantsOf(person.id)).map(({ balanceCents }) => balanceCents)).toEqual([1_000, 0]);
    const { id } = await t.services.db
      .selectFrom('balanceApprovals')
      .select('id')
      .where('amountCents', '=', 1_001)
      .executeTakeFirstOrThrow();
    const approve = (by: TestUser) =>
      t.app.inject({
        ...({
          method: 'POST',
          url: '/api/balanceApprovals/actions/approve',
          payload: { ids: [id], inputs: {} },
        } as const),
        headers: { cookie: by.cookie, 'idempotency-key': randomUUID() },
      });
    expect((await approve(staff)).statusCode).toBe(409);
    expect((await approve(second)).statusCode).toBe(200);
    expect((await grantsOf(person.id)).map(({ balanceCents }) => balanceCents)).toEqual([1_000, 1_001]);
  });

  test('is refused where the preview no longer holds, and for two at the same time', async () => {
    const person = await t.createUser();
    const text = file(`${person.username},7,2090-05-15,x`);
    const { basis } = await plan(text);
    const other = await send('import', { text, basis: '0'.repeat(64), again: false });
    expect(other.statusCode).toBe(409);
    const answers = await Promise.all([1, 2, 3].map(() => send('import', { text, basis, again: false })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await grantsOf(person.id)).toHaveLength(1);
  });

  test('needs titles, at most 1,000 rows and permission', async () => {
    expect((await plan('a,b\n1,2')).fault).toContain('person');
    expect((await plan(file(...Array.from({ length: 1_001 }, () => 'a,1,2090-01-01,')))).fault).toContain('1,000');
    expect((await send('plan', { text: 'x' }, { by: ada })).statusCode).toBe(403);
    expect((await send('plan', { text: 'x'.repeat(500_001) })).statusCode).toBeGreaterThanOrEqual(400);
  });
});
