import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeDepartment, refundDepartment } from '../../server/features/departments/charge.ts';
import { transaction } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { makeBalance } from './ledger-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let contact: TestUser;
let member: TestUser;
let stranger: TestUser;
let groupId: number;
beforeAll(async () => {
  t = await startTestApp();
  groupId = Number((await makeRow(t.services, 'groups', { name: `Lab ${randomUUID()}`, active: true })).id);
  [contact, member, stranger] = await Promise.all([t.createUser(), t.createUser(), t.createUser()]);
  await t.services.engine.update(SYSTEM, 'users', member.id, { groupIds: [groupId] });
});
afterAll(() => t.close());

const department = () =>
  makeBalance(t, 100_000, { userId: contact.id, kind: 'departmental', name: `Department ${randomUUID()}` });
const addRule = (balanceId: number, given: Record<string, string | number> = {}) =>
  t.services.engine.create(SYSTEM, 'departmentRules', {
    balanceId,
    ...('userId' in given ? {} : { groupId }),
    accountCheck: 'none',
    active: true,
    ...given,
  } as never);

interface Given {
  balanceId: number;
  by?: TestUser;
  amountCents?: number;
  account?: string | null;
  sourceId?: string;
}
const charge = ({ balanceId, by = member, amountCents = 500, account = null, sourceId = randomUUID() }: Given) =>
  transaction(t.services.db, (tx) =>
    chargeDepartment(t.services, tx, SYSTEM, {
      payment: { balanceId, userId: by.id, amountCents, account },
      cause: { source: 'test', sourceId, title: 'Poster', path: '/payment/request/1' },
    }),
  );
const decide = (user: TestUser, action: 'approve' | 'decline', ...ids: number[]) =>
  t.app.inject({
    method: 'POST',
    url: `/api/departmentCharges/actions/${action}`,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { ids, inputs: { reason: 'For the fair' } },
  });
const idOf = async (sourceId: string): Promise<number> =>
  (
    await t.services.db
      .selectFrom('departmentCharges')
      .select('id')
      .where('sourceId', '=', sourceId)
      .executeTakeFirstOrThrow()
  ).id;

test('the contact charges a department, others by rules of their groups only', async () => {
  const balanceId = await department();
  expect(await charge({ balanceId, by: contact })).toBe('charged');
  await expect(charge({ balanceId })).rejects.toMatchObject({ problem: { code: 'department.not-possible' } });
  await addRule(balanceId);
  expect(await charge({ balanceId })).toBe('charged');
  await expect(charge({ balanceId, by: stranger })).rejects.toMatchObject({ problem: { status: 409 } });
  const url = '/api/payment/departments';
  const listed = async (user: TestUser) =>
    (await t.app.inject({ url, headers: { cookie: user.cookie } })).json<{ balanceId: number }[]>();
  expect((await listed(member)).map((one) => one.balanceId)).toContain(balanceId);
  expect(await listed(stranger)).toEqual([]);
  expect(expectProblem(await t.app.inject({ url })).status).toBe(401);
});

test('a rule for the person applies instead of those for groups', async () => {
  const balanceId = await department();
  await addRule(balanceId);
  await addRule(balanceId, { userId: member.id, maxCents: 100, period: 'month' });
  await expect(charge({ balanceId })).rejects.toMatchObject({ problem: { status: 409 } });
  expect(await charge({ balanceId, amountCents: 100 })).toBe('charged');
});

describe('the limit of a person', () => {
  test('counts what was charged in the period, less refunds', async () => {
    const balanceId = await department();
    await addRule(balanceId, { maxCents: 1_000, period: 'month' });
    const sourceId = randomUUID();
    expect(await charge({ balanceId, amountCents: 700, sourceId })).toBe('charged');
    expect(await charge({ balanceId, amountCents: 700, sourceId })).toBe('charged');
    await expect(charge({ balanceId, amountCents: 400 })).rejects.toMatchObject({
      problem: { detail: 'You can charge $3.00 more to this department.' },
    });
    await transaction(t.services.db, (tx) =>
      refundDepartment(t.services, tx, SYSTEM, { source: 'test', sourceId, amountCents: 100 }),
    );
    expect(await charge({ balanceId, amountCents: 400 })).toBe('charged');
  });

  test('holds when two payments are made at the same time', async () => {
    const balanceId = await department();
    await addRule(balanceId, { maxCents: 1_000, period: 'day' });
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => charge({ balanceId, amountCents: 400 })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

describe('an account string', () => {
  test.each([
    ['###-AA', 'none', '123-xy', null],
    ['###-AA', 'none', '12-xy', 'account'],
    ['###-AA', 'none', null, 'account'],
    ['#####', 'luhn', '79927', 'account'],
    ['###########', 'luhn', '79927398713', null],
    ['AA##', 'mod97', 'AB00', 'account'],
  ] as const)('%s with check %s: %s', async (accountFormat, accountCheck, account, field) => {
    const balanceId = await department();
    await addRule(balanceId, { accountFormat, accountCheck });
    const charged = charge({ balanceId, account });
    if (field === null) expect(await charged).toBe('charged');
    else await expect(charged).rejects.toMatchObject({ problem: { errors: { [field]: expect.any(String) } } });
  });
});

describe('above an amount', () => {
  test('the contact is notified and approves, then the person pays', async () => {
    const balanceId = await department();
    await addRule(balanceId, { approvalAboveCents: 100 });
    const sourceId = randomUUID();
    expect(await charge({ balanceId, sourceId })).toBe('requested');
    expect(await charge({ balanceId, sourceId })).toBe('requested');
    const id = await idOf(sourceId);
    const messages = await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select(['m.event', 'r.userId'])
      .where('m.aboutId', '=', id)
      .where('m.about', '=', 'departmentCharges')
      .execute();
    expect(messages).toEqual([{ event: 'departmentApproval', userId: contact.id }]);
    for (const user of [member, stranger])
      expect((await decide(user, 'approve', id)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await decide(contact, 'approve', id)).statusCode).toBe(200);
    expect(await charge({ balanceId, sourceId, amountCents: 501 })).toBe('requested');
    expect((await decide(contact, 'approve', id)).statusCode).toBe(200);
    expect(await charge({ balanceId, sourceId, amountCents: 501 })).toBe('charged');
  });

  test('waiting amounts count as used, until they are declined or expire', async () => {
    const balanceId = await department();
    await addRule(balanceId, { approvalAboveCents: 300, maxCents: 1_000, period: 'month' });
    const [first, second] = [randomUUID(), randomUUID()];
    const answers = await Promise.allSettled(
      [first, second].map((sourceId) => charge({ balanceId, amountCents: 600, sourceId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const sourceId = answers[0]?.status === 'fulfilled' ? first : second;
    expect(await charge({ balanceId, amountCents: 600, sourceId })).toBe('requested');
    expect(await charge({ balanceId, amountCents: 300 })).toBe('charged');
    const more = { balanceId, amountCents: 200 };
    const refused = { problem: { detail: 'You can charge $1.00 more to this department.' } };
    await expect(charge(more)).rejects.toMatchObject(refused);
    const id = await idOf(sourceId);
    expect((await decide(contact, 'approve', id)).statusCode).toBe(200);
    await expect(charge(more)).rejects.toMatchObject(refused);
    const past = new Date(t.services.clock.now() - 1_000).toISOString();
    await t.services.db.updateTable('departmentCharges').set({ expiresAt: past }).where('id', '=', id).execute();
    expect(await charge(more)).toBe('charged');
  });

  test('an approval above the limit is refused, also of two at the same time', async () => {
    const balanceId = await department();
    const rule = await addRule(balanceId, { approvalAboveCents: 0, maxCents: 1_200, period: 'month' });
    const sources = [randomUUID(), randomUUID()];
    for (const sourceId of sources) expect(await charge({ balanceId, amountCents: 600, sourceId })).toBe('requested');
    await t.services.engine.update(SYSTEM, 'departmentRules', Number(rule['id']), { maxCents: 1_000 });
    const ids = await Promise.all(sources.map(idOf));
    expect((await decide(contact, 'approve', ...ids)).json()).toMatchObject({ code: 'resource.refused' });
    const answers = await Promise.all(ids.map((id) => decide(contact, 'approve', id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      detail: 'This exceeds the limit of the person, who can charge $4.00 more to this department.',
    });
    const [granted] = answers[0]?.statusCode === 200 ? sources : sources.slice(1);
    expect(await charge({ balanceId, amountCents: 600, sourceId: granted ?? '' })).toBe('charged');
  });

  test('a charge of a person without a rule is no longer approved', async () => {
    const balanceId = await department();
    const rule = await addRule(balanceId, { approvalAboveCents: 0 });
    const sourceId = randomUUID();
    await charge({ balanceId, sourceId });
    await t.services.engine.update(SYSTEM, 'departmentRules', Number(rule['id']), { active: false });
    expect((await decide(contact, 'approve', await idOf(sourceId))).json()).toMatchObject({
      detail: 'This person can no longer charge the department.',
    });
  });

  test('a declined charge is not paid', async () => {
    const balanceId = await department();
    await addRule(balanceId, { approvalAboveCents: 0 });
    const sourceId = randomUUID();
    await charge({ balanceId, sourceId });
    expect((await decide(contact, 'decline', await idOf(sourceId))).statusCode).toBe(200);
    await expect(charge({ balanceId, sourceId })).rejects.toMatchObject({ problem: { status: 409 } });
  });
});

test('rules are for departments, a group or a person, with a period for a limit', async () => {
  const purse = await makeBalance(t, 0);
  const balanceId = await department();
  for (const [given, field] of [
    [{ balanceId: purse, groupId }, 'balanceId'],
    [{ balanceId }, 'groupId'],
    [{ balanceId, groupId, userId: member.id }, 'userId'],
    [{ balanceId, groupId, maxCents: 5 }, 'period'],
  ] as const)
    await expect(
      t.services.engine.create(SYSTEM, 'departmentRules', { accountCheck: 'none', active: true, ...given } as never),
    ).rejects.toMatchObject({ problem: { errors: { [field]: expect.any(String) } } });
});
