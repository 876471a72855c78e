import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

interface Account {
  id: number;
  username: string;
}
interface Order {
  id: number;
  summary: string;
  totalCents: number;
  openFor: string;
  expiresAt: string;
}
interface Line {
  name: string;
  quantity: number;
  unitCents: number;
}
interface Work {
  client: pg.PoolClient;
  account: Account;
  ip: string;
}
/** Of a row that is written. */
interface Change {
  resource: string;
  id: number;
  before: object | null;
  after: object;
}

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['amountCents'],
  properties: { amountCents: { type: 'integer', minimum: 1 } },
};

/** Pays an order from a balance: the rows that the portal writes for the same call, in one transaction with the same locks. */
export function addPaymentRoute(app: FastifyInstance, pool: pg.Pool): void {
  app.post<{ Params: { id: number }; Body: { amountCents: number } }>(
    '/pay/:id',
    { schema: { body, params: { type: 'object', properties: { id: { type: 'integer' } } } } },
    async (request) => {
      const { account, ip, params, headers } = request;
      const client = await pool.connect();
      try {
        await client.query('begin');
        const key = String(headers['idempotency-key']);
        const keyId = await insert(client, 'idempotencyKeys', {
          ...{ userId: account.id, scope: `pay order ${params.id}`, key },
          bodyHash: createHash('sha256').update(JSON.stringify(request.body)).digest('hex'),
        });
        const answer = await payOrder({ client, account, ip }, params.id, request.body.amountCents);
        await run(client, 'answer', 'update "idempotencyKeys" set "status" = 200, "answer" = $2 where "id" = $1', [
          keyId,
          JSON.stringify(answer),
        ]);
        await client.query('commit');
        return answer;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  );
}

async function payOrder(work: Work, id: number, amountCents: number) {
  const { client, account } = work;
  const [order] = await run<Order>(
    client,
    'order',
    `select * from "orders" where "id" = $1 and "userId" = $2 and "state" = 'open' and "expiresAt" > now() for update`,
    [id, account.id],
  );
  if (order?.totalCents !== amountCents) throw new Error('Nothing is due, or another amount');
  const bought = await run<Line>(client, 'lines', 'select * from "orderLines" where "orderId" = $1 order by "id"', [
    id,
  ]);
  const lines = bought.map(({ name, quantity, unitCents }) => {
    const cents = quantity * unitCents;
    return { kind: 'item', label: name, totalCents: cents, amountCents: cents };
  });
  const title = `Order ${id}`;
  const chargeId = await openCharge(work, { id, title, lines, amountCents });
  const paymentId = await capture(work, { title, chargeId, amountCents });
  await place(work, order);
  await issueReceipt(work, { title, chargeId, paymentId, lines, amountCents });
  return { state: 'paid', title, lines, amountCents, paidCents: amountCents, dueCents: 0 };
}

interface Sum {
  title: string;
  amountCents: number;
}

async function openCharge(work: Work, { id, title, lines, amountCents }: Sum & { id: number; lines: object[] }) {
  const charge = {
    ...{ endpoint: 'order', sourceId: id, userId: work.account.id, title, lines: JSON.stringify(lines), amountCents },
    ...{ taxCents: 0, discountCents: 0, paidCents: 0, state: 'open', openFor: `order:${id}` },
    deskCode: randomBytes(5).toString('hex').toUpperCase(),
  };
  const chargeId = await insert(work.client, 'charges', charge);
  await audit(work, { resource: 'charges', id: chargeId, before: null, after: charge });
  return chargeId;
}

async function capture(work: Work, { title, chargeId, amountCents }: Sum & { chargeId: number }): Promise<number> {
  const { client, account } = work;
  const payment = {
    ...{ chargeId, payerId: account.id, method: 'balance', amountCents, refundedCents: 0, settledCents: 0 },
    ...{ state: 'created', isLate: false, isDisputed: false },
  };
  const paymentId = await insert(client, 'payments', payment);
  await audit(work, { resource: 'payments', id: paymentId, before: null, after: payment });
  const [balance] = await run<{ id: number; spendable: number; accountId: number }>(
    client,
    'balance',
    `select b."id", b."balanceCents" - b."heldCents" - b."floorCents" as "spendable", a."id" as "accountId"
     from "balances" b join "ledgerAccounts" a on a."balanceId" = b."id"
     where b."userId" = $1 and b."closedAt" is null and coalesce(b."expiresOn" >= current_date, true) order by b."id"
     for no key update of b`,
    [account.id],
  );
  if (balance === undefined || balance.spendable < amountCents) throw new Error('Not enough');
  const bookedAt = new Date().toISOString();
  const journalId = await insert(client, 'ledgerJournals', {
    ...{ source: 'payments', sourceId: String(paymentId), purpose: 'payment', memo: title, actorId: account.id },
    at: bookedAt,
  });
  await run(
    client,
    'posting',
    `insert into "ledgerPostings" ("journalId", "debitId", "creditId", "amountCents", "at", "purpose")
     select $1, $2, "id", $3, $4, 'payment' from "ledgerAccounts" where "code" = 'sales'`,
    [journalId, balance.accountId, amountCents, bookedAt],
  );
  await run(
    client,
    'spend',
    'update "balances" set "balanceCents" = "balanceCents" - $2, "version" = "version" + 1, "updatedAt" = now() where "id" = $1',
    [balance.id, amountCents],
  );
  const at = new Date().toISOString();
  await change(work, 'payments', paymentId, { state: 'captured', journalId, capturedAt: at });
  await change(work, 'charges', chargeId, { paidCents: amountCents, state: 'paid', paidAt: at, openFor: null });
  return paymentId;
}

async function place(work: Work, { id }: Order): Promise<void> {
  await run(work.client, 'unreserve', 'update "orderLines" set "reserved" = 0 where "orderId" = $1', [id]);
  const placedAt = new Date().toISOString();
  await change(work, 'orders', id, { state: 'placed', placedAt, expiresAt: null, openFor: null });
}

interface Paid extends Sum {
  chargeId: number;
  paymentId: number;
  lines: object[];
}

/** Numbers have no gaps, so that one after the other is issued. */
async function issueReceipt(work: Work, { title, chargeId, paymentId, lines, amountCents }: Paid): Promise<void> {
  const { client, account } = work;
  await run(client, 'lock', `select pg_advisory_xact_lock(hashtextextended('receipts', 0))`, []);
  const [last] = await run<{ sequence: number }>(
    client,
    'last',
    'select "sequence" from "receipts" where "year" = 0 order by "sequence" desc limit 1',
    [],
  );
  const sequence = (last?.sequence ?? 0) + 1;
  const number = `R-${String(sequence).padStart(6, '0')}`;
  const issuedAt = new Date().toISOString();
  const receipt = {
    ...{
      number,
      year: 0,
      sequence,
      chargeId,
      endpoint: 'order',
      customerId: account.id,
      customerName: account.username,
    },
    ...{ issuedAt, issuer: '', title, lines: JSON.stringify(lines), amountCents, discountCents: 0, taxCents: 0 },
    payments: JSON.stringify([{ method: 'balance', paidAt: issuedAt, paymentId, amountCents }]),
    tokenHash: createHash('sha256').update(randomBytes(16)).digest('base64url'),
  };
  const id = await insert(client, 'receipts', receipt);
  await audit(work, { resource: 'receipts', id, before: null, after: receipt });
  await notify(work, { id, number, title, amountCents });
}

async function notify(
  { client, account }: Work,
  { id, number, title, amountCents }: Sum & { id: number; number: string },
) {
  const subject = `Receipt ${number}: ${title}`;
  const messageId = await insert(client, 'messages', {
    ...{ event: 'receipt', category: 'payments', kind: 'StatusUpdate', subject, audience: 'customer' },
    html: `<p>Hello ${account.username},</p><p>Thank you. <strong>${amountCents} cents</strong> were paid for ${title}.</p>`,
    values: JSON.stringify({ title, number, amount: amountCents }),
    ...{ authorKind: 'System', about: 'receipts', aboutId: id, aboutTitle: number, aboutPath: '/payment/receipts' },
  });
  await insert(client, 'messageRecipients', { messageId, userId: account.id });
  await insert(client, 'mails', {
    ...{ address: `${account.username}@campus.example`, userId: account.id, messageId, category: 'payments' },
    ...{ event: 'receipt', isMandatory: true, state: 'queued', subject, attempts: 0 },
    ...{ dueAt: new Date().toISOString(), headerId: `<${randomUUID()}@campus.example>` },
  });
}

async function change(work: Work, resource: string, id: number, after: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(after);
  const set = columns.map((name, index) => `"${name}" = $${index + 3}`).join(', ');
  const [before = {}] = await run<object>(
    work.client,
    `change ${resource}`,
    `update "${resource}" n set ${set}, "version" = n."version" + 1, "updatedAt" = now(), "updatedById" = $2
     from "${resource}" o where o."id" = n."id" and n."id" = $1 returning ${columns.map((name) => `o."${name}"`).join(', ')}`,
    [id, work.account.id, ...Object.values(after)],
  );
  await audit(work, { resource, id, before, after });
}

async function audit({ client, account, ip }: Work, { resource, id, before, after }: Change): Promise<void> {
  await insert(client, 'auditEntries', {
    ...{ actorId: account.id, actorName: account.username, ip, resource, recordId: String(id) },
    ...{ action: before === null ? 'create' : 'update', rowVersion: before === null ? 1 : 2 },
    ...{ before: before === null ? null : JSON.stringify(before), after: JSON.stringify(after) },
    at: new Date().toISOString(),
  });
}

async function insert(client: pg.PoolClient, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columns = Object.keys(row);
  const [made] = await run<{ id: number }>(
    client,
    `insert ${table}`,
    `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning "id"`,
    Object.values(row),
  );
  return made?.id ?? 0;
}

/** As a prepared statement. */
async function run<R extends object>(
  client: pg.PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  const { rows } = await client.query<R>({ name, text, values });
  return rows;
}
