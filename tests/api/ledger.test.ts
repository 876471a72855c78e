import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceAccount } from '../../server/features/ledger/accounts.ts';
import { carryOver } from '../../server/features/ledger/balances.ts';
import { bookExpired } from '../../server/features/ledger/expiry.ts';
import { captureHold, hold, voidExpiredHolds, voidHold } from '../../server/features/ledger/holds.ts';
import { post } from '../../server/features/ledger/post.ts';
import { reverse } from '../../server/features/ledger/reverse.ts';
import { spend } from '../../server/features/ledger/spend.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { counters, differences, differencesIn, entry, makeBalance, pay } from './ledger-support.ts';
import { ROOT, startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  await t.close();
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(t.services.db, work);
const ahead = (days: number): string => new Date(t.services.clock.now() + days * 86_400_000).toISOString();
const dayAhead = (days: number): string => ahead(days).slice(0, 10);
const by = { memo: 'Wrong person', actorId: null };

describe('an entry', () => {
  test('moves money between two accounts', async () => {
    const id = await makeBalance(t, 1_000);
    expect(await pay(t.services.db, id, 300)).toMatchObject({ isRepeat: false });
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 700, heldCents: 0 });
  });

  test('is refused where a balance would fall below its floor, and leaves nothing', async () => {
    const id = await makeBalance(t, 1_000, { floorCents: -200, kind: 'departmental' });
    await expect(pay(t.services.db, id, 1_201)).rejects.toMatchObject({
      problem: { code: 'ledger.not-enough', status: 409 },
    });
    await pay(t.services.db, id, 1_200);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: -200, heldCents: 0 });
  });

  test('is booked once for a source, its id and its purpose', async () => {
    const id = await makeBalance(t, 1_000);
    const key = { sourceId: 'once' };
    const first = await pay(t.services.db, id, 400, key);
    expect(await pay(t.services.db, id, 400, key)).toEqual({ journalId: first.journalId, isRepeat: true });
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 600, heldCents: 0 });
    await expect(pay(t.services.db, id, 401, key)).rejects.toMatchObject({ problem: { code: 'ledger.key-reused' } });
  });

  test('of no amount, of parts of a cent or within one account is a mistake', async () => {
    const account = balanceAccount(await makeBalance(t, 1_000));
    for (const wrong of [
      entry(account, 'sales', 0),
      entry(account, 'sales', 0.5),
      entry(account, account, 1),
      entry(account, 'sales', -1),
    ])
      await expect(within((tx) => post(tx, wrong))).rejects.toThrow('whole cents');
  });

  test('with several movements changes each balance once', async () => {
    const [from, to] = [await makeBalance(t, 500), await makeBalance(t, 0)];
    const movements = [
      { debit: balanceAccount(from), credit: balanceAccount(to), amountCents: 500 },
      { debit: balanceAccount(to), credit: 'sales' as const, amountCents: 450 },
    ];
    await within((tx) => post(tx, { ...entry('cash', 'sales', 1), movements }));
    expect(await counters(t.services.db, from)).toEqual({ balanceCents: 0, heldCents: 0 });
    expect(await counters(t.services.db, to)).toEqual({ balanceCents: 50, heldCents: 0 });
  });
});

describe('a hold', () => {
  const reserve = (balanceId: number, amountCents: number, sourceId: string, expiresAt = ahead(1)) =>
    within((tx) => hold(tx, { balanceId, amountCents, source: 'test', sourceId, expiresAt }));

  test('makes an amount unspendable until it is voided', async () => {
    const id = await makeBalance(t, 1_000);
    const holdId = await reserve(id, 800, 'voided');
    expect(await reserve(id, 800, 'voided')).toBe(holdId);
    await expect(reserve(id, 700, 'voided')).rejects.toMatchObject({ problem: { code: 'ledger.key-reused' } });
    await expect(pay(t.services.db, id, 201)).rejects.toMatchObject({ problem: { code: 'ledger.not-enough' } });
    await expect(reserve(id, 201, 'too much')).rejects.toMatchObject({ problem: { code: 'ledger.not-enough' } });
    expect(await within((tx) => voidHold(tx, holdId))).toBe(true);
    expect(await within((tx) => voidHold(tx, holdId))).toBe(false);
    await pay(t.services.db, id, 1_000);
  });

  test('is captured once, and its rest is spendable again', async () => {
    const id = await makeBalance(t, 1_000);
    const holdId = await reserve(id, 800, 'captured');
    const capture = () => within((tx) => captureHold(tx, holdId, { credit: 'sales', amountCents: 500, ...by }));
    const first = await capture();
    expect(await capture()).toEqual({ ...first, isRepeat: true });
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 500, heldCents: 0 });
    expect(await within((tx) => voidHold(tx, holdId))).toBe(false);
  });

  test('that was voided or has expired cannot be captured', async () => {
    const id = await makeBalance(t, 1_000);
    const voided = await reserve(id, 100, 'void first');
    await within((tx) => voidHold(tx, voided));
    const expired = await reserve(id, 100, 'expired', ahead(-1));
    for (const holdId of [voided, expired])
      await expect(within((tx) => captureHold(tx, holdId, { credit: 'sales', ...by }))).rejects.toMatchObject({
        problem: { code: 'ledger.hold-closed' },
      });
    await voidExpiredHolds(t.services);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 1_000, heldCents: 0 });
  });
});

describe('a reversal', () => {
  test('books the opposite once, and is not reversed itself', async () => {
    const id = await makeBalance(t, 1_000);
    const { journalId } = await pay(t.services.db, id, 300);
    const first = await within((tx) => reverse(tx, journalId, by));
    expect(await within((tx) => reverse(tx, journalId, by))).toEqual({ ...first, isRepeat: true });
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 1_000, heldCents: 0 });
    await expect(within((tx) => reverse(tx, first.journalId, by))).rejects.toMatchObject({
      problem: { code: 'ledger.is-reversal' },
    });
  });

  test('is refused when the balance no longer has the amount', async () => {
    const id = await makeBalance(t, 0);
    const { journalId } = await within((tx) => post(tx, entry('cash', balanceAccount(id), 500)));
    await pay(t.services.db, id, 400);
    await expect(within((tx) => reverse(tx, journalId, by))).rejects.toMatchObject({
      problem: { code: 'ledger.not-enough' },
    });
  });
});

describe('a person pays with', () => {
  const spendAs = (userId: number, amountCents: number, sourceId: string) =>
    within((tx) =>
      spend(tx, {
        userId,
        amountCents,
        credit: 'sales',
        sourceId,
        source: 'test',
        purpose: 'payment',
        timezone: 'UTC',
        ...by,
      }),
    );

  test('free quota by its expiry, then with balances in their order, and never with what has expired', async () => {
    const { id: userId } = await t.createUser();
    const last = await makeBalance(t, 1_000, { userId, priority: 2 });
    const second = await makeBalance(t, 100, { userId, kind: 'grant', expiresOn: dayAhead(30), priority: 1 });
    const first = await makeBalance(t, 100, { userId, kind: 'grant', expiresOn: dayAhead(3) });
    const third = await makeBalance(t, 100, { userId, priority: 1 });
    const expired = await makeBalance(t, 500, { userId, kind: 'grant', expiresOn: dayAhead(-2) });
    const left = async () =>
      Promise.all(
        [first, second, third, last, expired].map(async (id) => (await counters(t.services.db, id)).balanceCents),
      );
    await spendAs(userId, 150, 'a');
    expect(await left()).toEqual([0, 50, 100, 1_000, 500]);
    const booked = await spendAs(userId, 200, 'b');
    expect(await left()).toEqual([0, 0, 0, 950, 500]);
    expect(await spendAs(userId, 200, 'b')).toEqual({ ...booked, isRepeat: true });
    await expect(spendAs(userId, 951, 'c')).rejects.toMatchObject({ problem: { code: 'ledger.not-enough' } });
    await within((tx) => reverse(tx, booked.journalId, by));
    expect(await left()).toEqual([0, 50, 100, 1_000, 500]);
  });

  test('nothing of what has expired, which is booked without what is reserved', async () => {
    const id = await makeBalance(t, 500, { kind: 'grant', expiresOn: dayAhead(-2) });
    const reserved = {
      balanceId: id,
      amountCents: 200,
      source: 'test',
      sourceId: 'before expiry',
      expiresAt: ahead(1),
    };
    const holdId = await within((tx) => hold(tx, reserved));
    await bookExpired(t.services);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 200, heldCents: 200 });
    await within((tx) => voidHold(tx, holdId));
    await bookExpired(t.services);
    await bookExpired(t.services);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 0, heldCents: 0 });
  });
});

test('a balance of an earlier version is carried over with its amount, once', async () => {
  const owner = await t.createUser();
  const { rows } = await sql<{ id: number }>`
    insert into "balances" ("userId", "name", "kind", "balanceCents") values (${owner.id}, 'Old', 'userPurse', 1230) returning id`.execute(
    t.services.db,
  );
  const id = rows[0]?.id ?? 0;
  expect(await differences(t.services.db)).toEqual([`Balance ${id} has no account.`]);
  await Promise.all([carryOver(t.services), carryOver(t.services)]);
  expect(await differences(t.services.db)).toEqual([]);
  await pay(t.services.db, id, 1_230);
});

describe('the books', () => {
  test.each([
    [
      'a counter that was changed',
      sql`update "balances" set "balanceCents" = "balanceCents" + 1`,
      / has 701, its postings 700\.$/,
    ],
    [
      'an amount reserved without a hold',
      sql`update "balances" set "heldCents" = 1`,
      / has 1 reserved, its holds 0\.$/,
    ],
  ])('report %s', async (_name, change, message) => {
    const id = await makeBalance(t, 700);
    const spoiled = t.services.db.transaction().execute(async (tx) => {
      await sql`${change} where id = ${id}`.execute(tx);
      throw new Error((await differencesIn(tx)).join());
    });
    await expect(spoiled).rejects.toThrow(message);
  });
});

test('a posting has the time and the type of its transaction, and another one is a difference', async () => {
  const id = await makeBalance(t, 700);
  await pay(t.services.db, id, 1);
  const ownPostings = sql`select 1 from "ledgerJournals" j where j."id" = p."journalId" and j."at" = p."at" and j."purpose" = p."purpose"`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from "ledgerPostings" p where not exists (${ownPostings})`.execute(t.services.db);
  expect(rows).toEqual([{ count: 0 }]);
  for (const change of [sql`"at" = "at" - interval '1 second'`, sql`"purpose" = 'fee'`]) {
    const spoiled = t.services.db.transaction().execute(async (tx) => {
      await sql`alter table "ledgerPostings" disable trigger user`.execute(tx);
      await sql`update "ledgerPostings" set ${change} where "id" = (select max("id") from "ledgerPostings")`.execute(
        tx,
      );
      throw new Error((await differencesIn(tx)).join());
    });
    await expect(spoiled).rejects.toThrow(/^Posting \d+ has another time or type than transaction \d+\.$/);
  }
});

describe('nothing but the ledger writes money', () => {
  test.each(['ledgerJournals', 'ledgerPostings'])(
    'PostgreSQL refuses to change, delete or truncate %s',
    async (table) => {
      await pay(t.services.db, await makeBalance(t, 100), 1);
      const name = sql.table(table);
      for (const statement of [
        sql`update ${name} set id = id`,
        sql`delete from ${name}`,
        sql`truncate ${name} cascade`,
      ])
        await expect(statement.execute(t.services.db)).rejects.toMatchObject({ code: '42501' });
    },
  );

  test('an anonymization changes texts of the books, and no amounts', async () => {
    await pay(t.services.db, await makeBalance(t, 100), 1);
    const anonymizing = (change: ReturnType<typeof sql>) =>
      transaction(t.services.db, async (tx) => {
        await sql`set local atrium.anonymizing = 'on'`.execute(tx);
        await change.execute(tx);
      });
    await anonymizing(sql`update "ledgerJournals" set "memo" = 'Anonymized'`);
    for (const change of [
      sql`update "ledgerPostings" set "amountCents" = "amountCents" + 1`,
      sql`delete from "ledgerPostings"`,
    ])
      await expect(anonymizing(change)).rejects.toMatchObject({ code: '42501' });
  });

  test('PostgreSQL refuses a balance below its floor', async () => {
    const id = await makeBalance(t, 100);
    const overdraw = sql`update "balances" set "balanceCents" = -1 where id = ${id}`.execute(t.services.db);
    await expect(overdraw).rejects.toMatchObject({ code: '23514' });
  });

  test('no other module writes its tables or changes the counters of balances', async () => {
    const files = (await readdir(join(ROOT, 'server'), { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.startsWith(join('features', 'ledger')),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(ROOT, 'server', file), 'utf8')));
    const writing = [
      /(insert into|update|delete from|truncate)\s+"?ledger(Accounts|Journals|Postings|Holds)/i,
      /(insertInto|updateTable|deleteFrom|insertRecords|create|update|delete)\([^)]{0,60}'ledger(Accounts|Journals|Postings|Holds)/,
      /"(balanceCents|heldCents)"\s*=[^=]/,
      /(updateTable|engine\.update)\([^;]*?\b(balanceCents|heldCents)\s*:/,
    ];
    expect(files.filter((_, index) => writing.some((write) => write.test(texts[index] ?? '')))).toEqual([]);
    // The patterns find what they are meant to find.
    const own = await readFile(join(ROOT, 'server', 'features', 'ledger', 'post.ts'), 'utf8');
    expect(writing.filter((write) => write.test(own)).length).toBeGreaterThan(1);
  });

  test('and in it, only one function adds postings besides those of opening balances', async () => {
    const folder = join(ROOT, 'server', 'features', 'ledger');
    const writing = /(insert into|insertInto\(|insertRecords\(\s*tx,)\s*['"]ledgerPostings/;
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    expect(files.filter((_, index) => writing.test(texts[index] ?? '')).toSorted()).toEqual(['accounts.ts', 'post.ts']);
  });

  test('a write through the engine cannot change a counter', async () => {
    const id = await makeBalance(t, 100);
    const { engine } = t.services;
    const change = engine.update(SYSTEM, 'balances', id, { balanceCents: 5 }, { command: true });
    await expect(change).rejects.toThrow('postings alone');
  });
});
