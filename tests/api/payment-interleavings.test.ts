import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { createCaptured } from '../../server/features/payments/capture.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { refundCard } from '../../server/features/payments/card-refunds.ts';
import { loadPayable } from '../../server/features/payments/charges.ts';
import { refundableOf } from '../../server/features/payments/refund-parts.ts';
import { refundThings } from '../../server/features/payments/refunds.ts';
import { post } from '../../server/features/ledger/post.ts';
import { putIn } from '../../server/features/store/cart.ts';
import { checkOut } from '../../server/features/store/checkout.ts';
import { expireOrder } from '../../server/features/store/order-states.ts';
import { ProblemError } from '../../server/platform/problem.ts';
import { counters, differences, entry, makeBalance } from './ledger-support.ts';
import { MemoryGateway, payCaller } from './payment-support.ts';
import { makeItem, makeStore, shopper, stockDifferences, type Shopper } from './store-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const PRICE = 200;
const FUNDS = 1_000_000;

let t: TestApp;
let gateway: MemoryGateway;
let staff: Shopper;
let storeId: number;
let itemId: number;
beforeAll(async () => {
  t = await startTestApp();
  gateway = new MemoryGateway();
  t.services.gateway = gateway;
  staff = shopper(t, await t.createUser({ roles: ['StoreAdmin'] }));
  storeId = await makeStore(t);
  itemId = await makeItem(t, storeId, { stock: 10_000 });
});
afterAll(() => t.close());

/** A customer, whose orders follow each other. */
interface Payer {
  user: TestUser;
  balanceId: number;
}

/** An order whose customer has just paid on the provider's page, which the portal does not know yet. */
interface Purchase extends Payer {
  orderId: number;
  paymentId: number;
}

async function makePayer(): Promise<Payer> {
  const user = await t.createUser({ roles: ['Student'] });
  return { user, balanceId: await makeBalance(t, FUNDS, { userId: user.id }) };
}

async function makePurchase(payer: Payer): Promise<Purchase> {
  const { id } = payer.user;
  await putIn(t.services.db, id, [{ itemId, quantity: 1 }], 'replace');
  const orderId = await checkOut(t.services, { ...SYSTEM, id }, { storeId, totalCents: PRICE, key: undefined });
  const paymentId = await payCaller(t, payer.user).card(`order/${orderId}`);
  gateway.pay(paymentId);
  return { ...payer, orderId, paymentId };
}

const OPERATIONS = {
  pay: ({ user, orderId }: Purchase) => payCaller(t, user).payWithBalances(`order/${orderId}`, PRICE),
  cancel: ({ orderId }: Purchase) => staff.act('orders', 'cancel', orderId, { reason: 'Not needed' }),
  async expire({ orderId }: Purchase) {
    await sql`update "orders" set "expiresAt" = atrium_now() - interval '1 second'
      where "id" = ${orderId} and "state" = 'open'`.execute(t.services.db);
    await expireOrder(t.services, orderId);
  },
  late: ({ paymentId }: Purchase) => settlePayment(t.services, paymentId),
  duplicate: ({ paymentId }: Purchase) => settlePayment(t.services, paymentId),
  refund: ({ orderId }: Purchase) =>
    t.services.engine.transaction(async (tx) => {
      const context = { services: t.services, tx, actor: SYSTEM };
      await loadPayable(context, 'order', orderId);
      const amountCents = (await refundableOf(tx, 'order', [orderId])).get(orderId) ?? 0;
      if (amountCents > 0) await refundThings(context, 'order', [{ id: orderId, amountCents }], 'Broken');
    }),
};
type Operation = keyof typeof OPERATIONS;

/** A refusal is an outcome; anything else is a fault. */
async function attempt(operation: Operation, purchase: Purchase): Promise<void> {
  try {
    const answer = (await OPERATIONS[operation](purchase)) as { statusCode?: number; body?: string } | undefined;
    if ((answer?.statusCode ?? 200) >= 500) throw new Error(answer?.body);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** What jobs would do: the notification comes at last, and refunds reach the card. */
async function finish({ paymentId, orderId }: Purchase): Promise<void> {
  await settlePayment(t.services, paymentId);
  const refunds = await t.services.db
    .selectFrom('refunds as r')
    .innerJoin('charges as c', 'c.id', 'r.chargeId')
    .select('r.id')
    .where('c.endpoint', '=', 'order')
    .where('c.sourceId', '=', orderId)
    .where('r.state', '=', 'created')
    .execute();
  for (const { id } of refunds) await refundCard(t.services, id);
}

interface Outcome {
  state: string;
  /** Cents that the order cost its customer in the end, late money excluded. */
  netCents: number;
  lateCents: number;
  chargedCents: number;
}

async function outcomeOf({ orderId }: Purchase): Promise<Outcome> {
  const { rows } = await sql<Outcome>`
    select o."state",
      coalesce(sum(p."amountCents" - p."refundedCents") filter (where not p."isLate"), 0)::int as "netCents",
      coalesce(sum(p."amountCents" - p."refundedCents") filter (where p."isLate"), 0)::int as "lateCents",
      (select coalesce(sum(c."paidCents"), 0)::int from "charges" c
        where c."endpoint" = 'order' and c."sourceId" = o."id") as "chargedCents"
    from "orders" o
    left join "charges" c on c."endpoint" = 'order' and c."sourceId" = o."id"
    left join "payments" p on p."chargeId" = c."id" and p."state" = 'captured'
    where o."id" = ${orderId} group by o."id"`.execute(t.services.db);
  return rows[0]!;
}

function expectSound(sequence: readonly Operation[], { state, netCents, lateCents, chargedCents }: Outcome): void {
  const at = sequence.join(', ');
  expect(chargedCents, at).toBe(netCents);
  // The customer pays once or not at all, and nothing for an order that has ended.
  expect([0, PRICE], at).toContain(netCents);
  expect([0, PRICE], at).toContain(lateCents);
  expect(['placed', 'canceled', 'expired'], at).toContain(state);
  if (state !== 'placed') expect(netCents, at).toBe(0);
}

/** The accounts against the provider and against the customer's balance. */
async function expectBooks(payer: Payer, expected: { heldInBalance: number }): Promise<void> {
  expect(await differences(t.services.db)).toEqual([]);
  expect(await stockDifferences(t.services.db)).toEqual([]);
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when p."debitId" = a."id" then p."amountCents" else -p."amountCents" end), 0)::int as cents
    from "ledgerAccounts" a join "ledgerPostings" p on a."id" in (p."debitId", p."creditId")
    where a."code" = 'clearing'`.execute(t.services.db);
  expect(rows[0]?.cents).toBe(gateway.netCents);
  expect(await counters(t.services.db, payer.balanceId)).toEqual({
    balanceCents: expected.heldInBalance,
    heldCents: 0,
  });
}

async function spentFromBalance({ balanceId, user }: Payer): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum("amountCents" - "refundedCents"), 0)::int as cents from "payments"
    where "payerId" = ${user.id} and "method" = 'balance' and "state" = 'captured' and ${balanceId} > 0`.execute(
    t.services.db,
  );
  return rows[0]?.cents ?? 0;
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

const NAMES = Object.keys(OPERATIONS) as Operation[];
/** The two notifications are the same call: the second one is always the duplicate. */
const SEQUENCES = permutations(NAMES).filter((names) => names.indexOf('late') < names.indexOf('duplicate'));

/** In small parts, so that a slow machine finishes each. */
const BEGINNINGS = [
  ...new Map(SEQUENCES.map(([first, second]) => [`${first} ${second}`, [first!, second!] as const])).values(),
];

describe('a card payment with a late notification', () => {
  test.each(BEGINNINGS)(
    'neither loses nor creates money in any sequence that begins with "%s, %s"',
    async (...begun) => {
      const payer = await makePayer();
      const sequences = SEQUENCES.filter((names) => begun.every((name, index) => names[index] === name));
      for (const sequence of sequences) {
        const purchase = await makePurchase(payer);
        for (const operation of sequence) await attempt(operation, purchase);
        await finish(purchase);
        expectSound(sequence, await outcomeOf(purchase));
      }
      expect(sequences.length).toBeGreaterThan(0);
      await expectBooks(payer, { heldInBalance: FUNDS - (await spentFromBalance(payer)) });
    },
  );

  test('neither loses nor creates money when all of it happens at the same time', async () => {
    const payer = await makePayer();
    for (let round = 0; round < 24; round += 1) {
      const purchase = await makePurchase(payer);
      const sequence = NAMES.map((_, index) => NAMES[(index + round) % NAMES.length]!);
      await Promise.all(sequence.map((operation) => attempt(operation, purchase)));
      await finish(purchase);
      // What was not possible while all of it happened is possible afterwards.
      await attempt('expire', purchase);
      expectSound(sequence, await outcomeOf(purchase));
    }
    await expectBooks(payer, { heldInBalance: FUNDS - (await spentFromBalance(payer)) });
  });

  test('control: two payments that read their charge without its lock are both booked', async () => {
    const payer = await makePayer();
    await putIn(t.services.db, payer.user.id, [{ itemId, quantity: 1 }], 'replace');
    const actor = { ...SYSTEM, id: payer.user.id };
    const orderId = await checkOut(t.services, actor, { storeId, totalCents: PRICE, key: undefined });
    await payCaller(t, payer.user).call('POST', `order/${orderId}/desk`, {});
    const charge = await t.services.db
      .selectFrom('charges')
      .selectAll()
      .where('endpoint', '=', 'order')
      .where('sourceId', '=', orderId)
      .executeTakeFirstOrThrow();
    const payUnlocked = () =>
      t.services.engine.transaction((tx) => {
        const values = { chargeId: charge.id, payerId: payer.user.id, method: 'cash' as const, amountCents: PRICE };
        const movements = [{ debit: 'cash' as const, credit: 'sales' as const, amountCents: PRICE }];
        return createCaptured({ services: t.services, tx, actor }, values, async (paymentId) => {
          const booked = await post(
            tx,
            entry('cash', 'sales', PRICE, { sourceId: `unlocked-${paymentId}`, movements }),
          );
          return booked.journalId;
        });
      });
    await Promise.all([payUnlocked(), payUnlocked()]);
    expect(await outcomeOf({ ...payer, orderId, paymentId: 0 })).toMatchObject({ netCents: 2 * PRICE });
  });
});
