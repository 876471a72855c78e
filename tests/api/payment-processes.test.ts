import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentView } from '../../domain/calls/payments.ts';
import { signatureOf } from '../../server/features/gateway/stand-in/webhook.ts';
import type { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { makeRow } from '../factories/any-row.ts';
import { PROJECT, startServer, type ServerProcess } from '../factories/server-process.ts';
import { standInEnvironment, startStandIn, WEBHOOK_SECRET } from '../factories/stripe-stand-in.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { pricedForm } from './payment-support.ts';
import { caller, type RequestCaller } from './request-calls.ts';
import { PASSWORD, startTestApp, type TestApp } from './support.ts';

let standIn: StandIn;
let t: TestApp;
let folder: string;
let form: string;
let environment: Record<string, string>;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  standIn = await startStandIn();
  folder = await mkdtemp(join(tmpdir(), 'atrium-payments-'));
  t = await startTestApp({ env: standInEnvironment(standIn) });
  form = await pricedForm(await caller(t, 'RequestsAdmin'));
  await makeRow(t.services, 'systemSettings', { key: 'limits.requestsPerHour', value: '1000' });
  environment = {
    ...standInEnvironment(standIn),
    DATABASE_URL: t.services.settings.databaseUrl ?? '',
    DATA_DIR: folder,
    NODE_ENV: 'test',
    TEST_CLOCK_OFFSET: String(t.services.clock.offset),
  };
  servers.push(await startServer(PROJECT, environment), await startServer(PROJECT, environment));
}, 240_000);
afterAll(async () => {
  for (const server of servers) await server.signal('SIGTERM');
  await t.close();
  await standIn.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: string;
}

/** One call at one of the processes. Rejects when the connection is lost. */
async function call(server: number, path: string, cookie: string, json: object, key: string): Promise<Answer> {
  const answer = await fetch(`${servers[server]?.url}/api/payment/${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
    body: JSON.stringify(json),
  });
  return { status: answer.status, body: await answer.text() };
}

/** A student with a balance and requests of this price. */
async function owing(balanceCents: number, costCents: number, requests = 1) {
  const student: RequestCaller = await caller(t, 'Student');
  const balanceId = await makeBalance(t, balanceCents, { userId: student.user.id });
  const ids: number[] = [];
  for (let index = 0; index < requests; index += 1) ids.push((await student.file(form, { cost: costCents })).id);
  return { student, balanceId, ids, cookie: await logIn(student.user.username) };
}

/** Both processes have the secret of sessions that is in their folder. */
async function logIn(username: string): Promise<string> {
  const answer = await fetch(`${servers[0]?.url}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function paymentsOf(requestIds: readonly number[]) {
  return t.services.db
    .selectFrom('payments as p')
    .innerJoin('charges as c', 'c.id', 'p.chargeId')
    .select(['p.id', 'p.state', 'p.amountCents', 'c.sourceId'])
    .where('c.endpoint', '=', 'request')
    .where('c.sourceId', 'in', [...requestIds])
    .where('p.state', '=', 'captured')
    .execute();
}

test('a hundred identical payments with one key at two processes are one, with a hundred equal answers', async () => {
  const { ids, balanceId, cookie } = await owing(100_000, 700);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      call(index % 2, `request/${ids[0]}/balances`, cookie, { amountCents: 700 }, key),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await paymentsOf(ids)).toHaveLength(1);
  expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 99_300 });
});

test('a key that is used for another amount is refused with 422, and nothing is booked', async () => {
  const { ids, balanceId, cookie } = await owing(10_000, 700);
  const key = randomUUID();
  const path = `request/${ids[0]}/balances`;
  expect((await call(0, path, cookie, { amountCents: 300 }, key)).status).toBe(200);
  const changed = await Promise.all(
    Array.from({ length: 10 }, (_, index) => call(index % 2, path, cookie, { amountCents: 400 }, key)),
  );
  expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([422]));
  expect(await paymentsOf(ids)).toMatchObject([{ amountCents: 300 }]);
  expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 9_700 });
});

test('of fifty payments of $10 from $100 at two processes, ten succeed, and nothing is left', async () => {
  const { ids, balanceId, cookie } = await owing(10_000, 1_000, 50);
  const answers = await Promise.all(
    ids.map((id, index) => call(index % 2, `request/${id}/balances`, cookie, { amountCents: 1_000 }, randomUUID())),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => codeIn(body)))).toEqual(
    new Set(['ledger.not-enough']),
  );
  expect(await counters(t.services.db, balanceId)).toEqual({ balanceCents: 0, heldCents: 0 });
  expect(await differences(t.services.db)).toEqual([]);
});

test('twenty notifications of a payment, shuffled over two processes, have one effect', async () => {
  const { ids, student, cookie } = await owing(0, 1_250);
  const { status, body } = await call(0, `request/${ids[0]}/card`, cookie, {}, randomUUID());
  expect(status, body).toBe(200);
  const { paymentId } = JSON.parse(body) as { paymentId: number };
  const { sessionId } = await t.services.db
    .selectFrom('payments')
    .select('sessionId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  standIn.checkout.choose(sessionId ?? '', 'pay');
  const kinds = ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'];
  const sent = Array.from({ length: 20 }, (_, index) =>
    notify(index % 2, `checkout.session.${kinds[index % kinds.length]}`, sessionId ?? '', index),
  );
  expect(new Set((await Promise.all(sent)).map((answer) => answer.status))).toEqual(new Set([200]));
  await expect.poll(async () => (await student.see(ids[0] ?? 0)).status, { timeout: 60_000 }).toBe('PaymentComplete');
  await expect.poll(waitingEvents, { timeout: 60_000 }).toBe(0);
  expect(await paymentsOf(ids)).toMatchObject([{ id: paymentId, amountCents: 1_250 }]);
  const journals = await t.services.db
    .selectFrom('ledgerJournals')
    .select('id')
    .where('source', '=', 'payments')
    .where('sourceId', '=', String(paymentId))
    .execute();
  expect(journals).toHaveLength(1);
  expect(await differences(t.services.db)).toEqual([]);
});

test('a process that is killed loses no payment that it acknowledged, and a repeated call pays once', async () => {
  const { ids, balanceId, cookie } = await owing(100_000, 100, 60);
  const acknowledged = new Set<number>();
  const killed = Promise.withResolvers<void>();
  const calls = ids.map((id) => ({ id, key: randomUUID() }));
  const attempts = payAll(calls, async (one, client) => {
    const answer = await pay(client % 2, one, cookie).catch(() => null);
    if (answer?.status === 200) acknowledged.add(one.id);
    if (acknowledged.size === 10) killed.resolve();
    return answer?.status === 200 ? null : one;
  });
  await killed.promise;
  await servers[0]?.signal('SIGKILL');
  const lost = (await attempts).filter((one) => one !== null);
  expect(lost.length).toBeGreaterThan(0);
  expect((await paymentsOf([...acknowledged])).length).toBe(acknowledged.size);
  const repeated = await payAll(lost, (one) => pay(1, one, cookie));
  expect(repeated.filter(({ status }) => status !== 200)).toEqual([]);
  for (const { body } of repeated) expect((JSON.parse(body) as PaymentView).state).toBe('paid');
  const paid = await paymentsOf(ids);
  expect(paid.map(({ sourceId }) => sourceId).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(await counters(t.services.db, balanceId)).toEqual({ balanceCents: 100_000 - 6_000, heldCents: 0 });
  expect(await differences(t.services.db)).toEqual([]);
  servers[0] = await startServer(PROJECT, environment);
}, 240_000);

/** Eight clients. Each makes its next call as soon as its last one has ended. */
async function payAll<Call, Result>(
  calls: readonly Call[],
  make: (one: Call, client: number) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...calls];
  const results: Result[] = [];
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.push(await make(next, client));
  });
  await Promise.all(clients);
  return results;
}

function pay(server: number, { id, key }: { id: number; key: string }, cookie: string): Promise<Answer> {
  return call(server, `request/${id}/balances`, cookie, { amountCents: 100 }, key);
}

function codeIn(body: string): string {
  return (JSON.parse(body) as { code: string }).code;
}

function notify(server: number, type: string, sessionId: string, index: number): Promise<Response> {
  const seconds = Math.floor(t.services.clock.now() / 1000);
  const event = { id: `evt_${sessionId}_${index}`, object: 'event', type, created: seconds };
  const body = JSON.stringify({ ...event, data: { object: { id: sessionId, object: 'checkout.session' } } });
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signatureOf(body, WEBHOOK_SECRET, seconds),
  };
  return fetch(`${servers[server]?.url}/api/gateway/events`, { method: 'POST', headers, body });
}

/** Stored notifications whose job has not ended. */
async function waitingEvents(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'payments.cardEvent' and state in ('created', 'active', 'retry')`.execute(t.services.db);
  return rows[0]?.count ?? -1;
}
