import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PricedLines } from '../../domain/payments/priced-lines.ts';
import type { PayableLine } from '../../domain/payments/discounts.ts';
import { previewLines, priceLines } from '../../server/features/pricing/price-lines.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const rowId = async (...given: [string, Record<string, unknown>?]): Promise<number> =>
  Number((await makeRow(t.services, given[0], given[1] as never))['id']);
const lineOf = (formId: number, amountCents = 1_000): PayableLine => ({
  label: 'Poster',
  amountCents,
  category: { formId },
});
const preview = (ownerId: number, lines: PayableLine[]): Promise<PricedLines> =>
  previewLines(t.services, t.services.db, { ownerId, lines });

/** What a payment of a charge leaves behind. */
async function paidCharge(tx: Tx, userId: number, { lines, taxes: _taxes, ...priced }: PricedLines): Promise<number> {
  const { id } = await tx
    .insertInto('charges')
    .values({
      ...priced,
      ...{ endpoint: 'request', sourceId: 1, userId, title: 'Poster', lines: JSON.stringify(lines) },
      ...{ paidCents: priced.amountCents, state: 'paid', deskCode: randomUUID().slice(0, 18) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const buy = (userId: number, lines: PayableLine[]): Promise<number> =>
  transaction(t.services.db, async (tx) =>
    paidCharge(tx, userId, await priceLines(tx, t.services, { ownerId: userId, lines })),
  );

function enter(user: TestUser, code: string) {
  return t.app.inject({
    method: 'POST',
    url: '/api/discounts/codes',
    headers: { cookie: user.cookie },
    payload: { code },
  });
}

describe('a discount', () => {
  test('is for members of its group, by the debtor', async () => {
    const [groupId, formId] = [await rowId('groups'), await rowId('forms')];
    await rowId('discounts', { name: 'Robotics club', groupId, percent: 20, formId });
    const [member, other] = [await t.createUser({ groupIds: [groupId] }), await t.createUser()];
    expect(await preview(member.id, [lineOf(formId)])).toMatchObject({
      amountCents: 800,
      discountReason: 'Robotics club, 20% off',
    });
    expect(await preview(other.id, [lineOf(formId)])).toMatchObject({ amountCents: 1_000, discountId: null });
  });

  test('of a category is for events of its subcategories', async () => {
    const parentId = await rowId('categories');
    const eventId = await rowId('events', { categoryId: await rowId('categories', { parentId }) });
    await rowId('discounts', { scope: 'events', categoryId: parentId, percent: null, amountCents: 300 });
    const { id } = await t.createUser();
    const line = { label: 'Fee', amountCents: 1_000, category: { eventId } };
    expect(await preview(id, [line])).toMatchObject({ amountCents: 700, discountCents: 300 });
  });

  test('needs a percentage or an amount, and parts of its scope', async () => {
    const { cookie } = await t.createUser({ roles: ['Administrator'] });
    const create = async (values: object) => {
      const payload = { name: randomUUID(), active: true, ...values };
      return t.app.inject({ method: 'POST', url: '/api/discounts', headers: { cookie }, payload });
    };
    expect(Object.keys(expectProblem(await create({})).errors ?? {})).toEqual(['percent']);
    const both = { percent: 5, amountCents: 100 };
    expect(Object.keys(expectProblem(await create(both)).errors ?? {})).toEqual(['amountCents']);
    const item = { percent: 5, scope: 'requests', storeItemId: await rowId('storeItems') };
    expect(Object.keys(expectProblem(await create(item)).errors ?? {})).toEqual(['storeItemId']);
    expect((await create({ percent: 5, active: false })).statusCode).toBe(201);
  });
});

describe('a code', () => {
  test('gives the discount to the person who enters it, in any form', async () => {
    const formId = await rowId('forms');
    await rowId('discounts', { name: 'Open house', code: 'SPRING2027', percent: 50, formId });
    const user = await t.createUser();
    expect((await preview(user.id, [lineOf(formId)])).amountCents).toBe(1_000);
    expect((await enter(user, 'spring-2027')).json()).toEqual({ name: 'Open house' });
    expect((await enter(user, 'SPRING 2027')).statusCode).toBe(200);
    expect((await preview(user.id, [lineOf(formId)])).amountCents).toBe(500);
  });

  test.each([
    ['has expired', { endsOn: '2020-01-01' }, 'discounts.code-expired'],
    ['is not valid yet', { startsOn: '2120-01-01' }, 'discounts.code-not-yet-valid'],
    ['is for a group of other people', { groupId: () => rowId('groups') }, 'discounts.code-not-for-you'],
    ['is inactive', { active: false }, 'discounts.code-inactive'],
    ['is used up', { usesTotal: 1 }, 'discounts.code-used-up'],
  ] as const)('that %s is refused with this reason, and not stored', async (_title, terms, code) => {
    const user = await t.createUser();
    const other = await t.createUser();
    const groupId = 'groupId' in terms ? { groupId: await terms.groupId() } : {};
    const letters = randomUUID().toUpperCase().replaceAll('-', '');
    const formId = await rowId('forms');
    await rowId('discounts', { code: letters, percent: 50, formId, ...terms, ...groupId });
    if ('usesTotal' in terms) {
      expect((await enter(other, letters)).statusCode).toBe(200);
      await buy(other.id, [lineOf(formId)]);
    }
    const refusal = expectProblem(await enter(user, letters));
    expect(refusal.code).toBe(code);
    expect(refusal.errors).toEqual({ code: refusal.detail });
    expect(expectProblem(await enter(user, 'NOTHING')).code).toBe('discounts.code-unknown');
    const stored = t.services.db.selectFrom('enteredCodes').select('id').where('userId', '=', user.id);
    expect(await stored.execute()).toEqual([]);
  });

  test('cannot be guessed without end', async () => {
    const user = await t.createUser();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await enter(user, `GUESS${attempt}`)).statusCode).toBe(404);
    expect((await enter(user, 'GUESS10')).statusCode).toBe(429);
  });
});

describe('the number of uses', () => {
  test('counts paid charges, of each person and in total, until they are refunded', async () => {
    const formId = await rowId('forms');
    await rowId('discounts', { percent: 50, formId, usesTotal: 2, usesPerPerson: 1 });
    const [one, two, three] = [await t.createUser(), await t.createUser(), await t.createUser()];
    const charge = await buy(one.id, [lineOf(formId)]);
    expect((await preview(one.id, [lineOf(formId)])).amountCents).toBe(1_000);
    await buy(two.id, [lineOf(formId)]);
    expect((await preview(three.id, [lineOf(formId)])).amountCents).toBe(1_000);
    await t.services.db.updateTable('charges').set({ paidCents: 0 }).where('id', '=', charge).execute();
    expect((await preview(three.id, [lineOf(formId)])).amountCents).toBe(500);
    expect((await preview(one.id, [lineOf(formId)])).amountCents).toBe(500);
  });

  test('counts a card payment in progress', async () => {
    const formId = await rowId('forms');
    await rowId('discounts', { percent: 50, formId, usesTotal: 1 });
    const { id } = await t.createUser();
    const charge = await buy(id, [lineOf(formId)]);
    await t.services.db.updateTable('charges').set({ paidCents: 0, state: 'open' }).where('id', '=', charge).execute();
    expect((await preview(id, [lineOf(formId)])).amountCents).toBe(500);
    await rowId('payments', { chargeId: charge, method: 'card', state: 'open', amountCents: 500, refundedCents: 0 });
    expect((await preview(id, [lineOf(formId)])).amountCents).toBe(1_000);
  });

  /** Three people pay at the same time with a discount that has one use left. */
  async function race(price: (tx: Tx, ownerId: number, lines: PayableLine[]) => Promise<PricedLines>): Promise<number> {
    const formId = await rowId('forms');
    await rowId('discounts', { percent: 50, formId, usesTotal: 1 });
    const people = [];
    for (let count = 0; count < 3; count += 1) people.push((await t.createUser()).id);
    const prices = people.map((userId) =>
      transaction(t.services.db, async (tx) => {
        const priced = await price(tx, userId, [lineOf(formId)]);
        await paidCharge(tx, userId, priced);
        return priced.amountCents;
      }),
    );
    return (await Promise.all(prices)).filter((cents) => cents === 500).length;
  }

  test('is kept when people pay at the same time', async () => {
    expect(await race((tx, ownerId, lines) => priceLines(tx, t.services, { ownerId, lines }))).toBe(1);
  });

  test('is exceeded without the lock', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = 3;
    const uses = await race(async (tx, ownerId, lines) => {
      const priced = await previewLines(t.services, tx, { ownerId, lines });
      missing -= 1;
      if (missing === 0) resolve();
      await promise;
      return priced;
    });
    expect(uses).toBe(3);
  });
});

describe('taxes', () => {
  test('are those of the form, event or item, and none for members of exempt groups', async () => {
    const taxRateId = await rowId('taxRates', { name: 'Sales tax', percent: 8.81 });
    const [formId, storeItemId] = [await rowId('forms', { taxRateId }), await rowId('storeItems')];
    const groupId = await rowId('groups', { taxExempt: true });
    const lines = [lineOf(formId), { label: 'Tube', amountCents: 100, category: { storeItemId } }];
    const [taxed, exempt] = [await t.createUser(), await t.createUser({ groupIds: [groupId] })];
    expect(await preview(taxed.id, lines)).toMatchObject({ amountCents: 1_188, taxCents: 88 });
    expect((await preview(taxed.id, lines)).lines.at(-1)).toEqual({
      label: 'Sales tax, 8.81%',
      amountCents: 88,
      kind: 'tax',
    });
    expect(await preview(exempt.id, lines)).toMatchObject({ amountCents: 1_100, taxCents: 0 });
    await t.services.db.updateTable('taxRates').set({ active: false }).where('id', '=', taxRateId).execute();
    expect(await preview(taxed.id, lines)).toMatchObject({ amountCents: 1_100, taxCents: 0 });
  });
});
