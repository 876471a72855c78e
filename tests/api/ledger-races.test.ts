import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceAccount, type AccountCode } from '../../server/features/ledger/accounts.ts';
import { bookedMovements, post } from '../../server/features/ledger/post.ts';
import { reverse } from '../../server/features/ledger/reverse.ts';
import { spend } from '../../server/features/ledger/spend.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { counters, differences, entry, makeBalance, outcomes, pay } from './ledger-support.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const by = { memo: '', actorId: null };
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, index) => work(index));
/** Without the retries of `transaction`, so that a deadlock is seen. */
const once = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => t.services.db.transaction().execute(work);

/** Every participant waits until all have come. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}

describe('fifty payments of $10 from $100', () => {
  test('are ten, and the others are refused for their amount', async () => {
    const id = await makeBalance(t, 10_000);
    const paid = await outcomes(times(50, () => pay(t.services.db, id, 1_000)));
    expect(paid).toEqual({ succeeded: 10, refused: ['ledger.not-enough'] });
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 0, heldCents: 0 });
    expect(await differences(t.services.db)).toEqual([]);
  });

  test('are ten from several balances of a person', async () => {
    const { id: userId } = await t.createUser();
    const ids = [await makeBalance(t, 2_500, { userId }), await makeBalance(t, 7_500, { userId, kind: 'grant' })];
    const paid = await outcomes(
      times(50, (index) =>
        transaction(t.services.db, (tx) =>
          spend(tx, {
            ...by,
            userId,
            amountCents: 1_000,
            credit: 'sales',
            source: 'race',
            sourceId: `${userId}-${index}`,
            purpose: 'payment',
            timezone: 'UTC',
          }),
        ),
      ),
    );
    expect(paid).toEqual({ succeeded: 10, refused: ['ledger.not-enough'] });
    for (const id of ids) expect(await counters(t.services.db, id)).toEqual({ balanceCents: 0, heldCents: 0 });
  });

  test('control: an amount that is read without a lock is spent twice', async () => {
    const id = await makeBalance(t, 1_000);
    const allHaveRead = meeting(2);
    const paid = await outcomes(
      times(2, () =>
        once(async (tx) => {
          const { balanceCents } = await counters(tx, id);
          await allHaveRead();
          if (balanceCents < 1_000) throw new Error('Not enough');
          await sql`update "balances" set "balanceCents" = ${balanceCents - 1_000} where id = ${id}`.execute(tx);
        }),
      ),
    );
    expect(paid.succeeded).toBe(2);
    await sql`update "balances" set "balanceCents" = 1000 where id = ${id}`.execute(t.services.db);
  });
});

describe('a hundred payments with one key', () => {
  test('are one', async () => {
    const id = await makeBalance(t, 10_000);
    const booked = await Promise.all(times(100, () => pay(t.services.db, id, 100, { sourceId: 'hundredfold' })));
    expect(new Set(booked.map(({ journalId }) => journalId)).size).toBe(1);
    expect(booked.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 9_900, heldCents: 0 });
  });

  test('control: a key that is only looked up is booked twice', async () => {
    const id = await makeBalance(t, 10_000);
    const allHaveRead = meeting(2);
    const booked = await outcomes(
      times(2, () =>
        once(async (tx) => {
          const payment = entry(balanceAccount(id), 'sales', 100);
          const known = await bookedMovements(tx, { ...payment, sourceId: 'looked up' });
          await allHaveRead();
          if (known.length === 0) await post(tx, payment);
        }),
      ),
    );
    expect(booked.succeeded).toBe(2);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 9_800, heldCents: 0 });
  });
});

describe('fifty reversals of a payment', () => {
  test('are one', async () => {
    const id = await makeBalance(t, 1_000);
    const { journalId } = await pay(t.services.db, id, 400);
    const reversed = await Promise.all(times(50, () => transaction(t.services.db, (tx) => reverse(tx, journalId, by))));
    expect(reversed.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 1_000, heldCents: 0 });
  });

  test('control: a payment that only looks unreversed is reversed twice', async () => {
    const id = await makeBalance(t, 1_000);
    const { journalId } = await pay(t.services.db, id, 400);
    const allHaveRead = meeting(2);
    await Promise.all(
      times(2, () =>
        once(async (tx) => {
          const reversals = tx.selectFrom('ledgerJournals').select('id').where('reversesId', '=', journalId);
          const known = await reversals.execute();
          await allHaveRead();
          if (known.length === 0) await post(tx, entry('sales', balanceAccount(id), 400));
        }),
      ),
    );
    expect(await counters(t.services.db, id)).toEqual({ balanceCents: 1_400, heldCents: 0 });
  });

  test('PostgreSQL refuses a second reversal, whatever its key', async () => {
    const id = await makeBalance(t, 1_000);
    const { journalId } = await pay(t.services.db, id, 400);
    await transaction(t.services.db, (tx) => reverse(tx, journalId, by));
    const second = once((tx) => post(tx, entry('sales', balanceAccount(id), 400, { reversesId: journalId })));
    await expect(second).rejects.toMatchObject({ code: '23505' });
  });
});

describe('opposing transfers', () => {
  const transfer = (tx: Tx, from: AccountCode, to: AccountCode) => post(tx, entry(from, to, 1));

  test('never wait for each other in a circle', async () => {
    const [a, b] = [balanceAccount(await makeBalance(t, 500)), balanceAccount(await makeBalance(t, 500))];
    const moved = await outcomes(
      times(200, (index) => once((tx) => (index % 2 ? transfer(tx, a, b) : transfer(tx, b, a)))),
    );
    expect(moved).toEqual({ succeeded: 200, refused: [] });
    expect(await differences(t.services.db)).toEqual([]);
  });

  test('control: in the order of the transfer, one of two ends in a deadlock', async () => {
    const [a, b] = [await makeBalance(t, 500), await makeBalance(t, 500)];
    const bothHaveOne = meeting(2);
    const add = (tx: Tx, id: number, cents: number) =>
      sql`update "balances" set "balanceCents" = "balanceCents" + ${cents} where id = ${id}`.execute(tx);
    const moved = await Promise.allSettled(
      [
        [a, b],
        [b, a],
      ].map(([from = 0, to = 0]) =>
        once(async (tx) => {
          await add(tx, from, -1);
          await bothHaveOne();
          await add(tx, to, 1);
          throw new Error('Not kept');
        }),
      ),
    );
    const codes = moved.map((one) => (one.status === 'rejected' ? (one.reason as { code?: string }).code : 'kept'));
    expect(codes.toSorted()).toEqual(['40P01', undefined]);
  });
});
