import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../../server/features/ledger/post.ts';
import { transaction } from '../../server/platform/database.ts';
import { entry } from './ledger-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let reader: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  reader = await t.createUser({ roles: ['TransactionReader'] });
});
afterAll(() => t.close());

function download(filter: object, user = reader, format = 'finance') {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["id","ASC"]', format });
  return t.app.inject({ url: `/api/transactions/export?${query}`, headers: { cookie: user.cookie } });
}

async function book(memo: string, cents: number): Promise<number> {
  const booked = await transaction(t.services.db, (tx) => post(tx, entry('cash', 'sales', cents, { memo })));
  return booked.journalId;
}

describe('the file of the finance office', () => {
  test('has the declared columns, accounts and sums of what matches', async () => {
    const first = await book('Poster | A2,\r\nglossy', 1_250);
    const second = await book('=1+1', 5);
    const answer = await download({ journalId: [first, second] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="transactions.txt"');
    const [header = '', one = '', two = '', footer = '', ...rest] = answer.body.split('\r\n');
    expect(header).toMatch(/^HEADER\|MAKESHOP\|\d{4}-\d\d-\d\d$/);
    expect(one).toMatch(
      new RegExp(
        `^JOURNAL\\|${first}\\|\\d{4}-\\d\\d-\\d\\d\\|1000\\|4000\\|12\\.50\\|Payment\\|Poster   A2, glossy\\|Posted$`,
      ),
    );
    expect(two).toContain("|0.05|Payment|'=1+1|");
    expect(footer).toBe('TRAILER|2|12.55');
    expect(rest).toEqual(['']);
  });

  test('has the sum that the list shows', async () => {
    const journalId = [await book('A', 1_000), await book('B', 234)];
    const url = `/api/transactions/sums?filter=${encodeURIComponent(JSON.stringify({ journalId }))}`;
    const sums = await t.app.inject({ url, headers: { cookie: reader.cookie } });
    expect(sums.json()).toEqual({ amountCents: 1_234 });
    const { cookie } = await t.createUser();
    expect((await t.app.inject({ url, headers: { cookie } })).statusCode).toBe(403);
    const unknown = '/api/transactions/sums?filter={"secret":1}';
    expect((await t.app.inject({ url: unknown, headers: { cookie: reader.cookie } })).statusCode).toBe(400);
  });

  test('is only for people who can export transactions, and of formats that are declared', async () => {
    expect((await download({}, await t.createUser())).statusCode).toBe(403);
    expect((await download({}, reader, 'other')).statusCode).toBe(400);
  });
});
