import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import type { TillCustomer, TillReport, TillSale, TillState } from '../../domain/calls/till.ts';
import type { Db } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp, TestUser } from './support.ts';

export async function makeTill(t: TestApp): Promise<number> {
  const row = { name: `Till ${randomUUID()}`, floatCents: 5000, hasTerminal: true, active: true };
  return Number((await makeRow(t.services, 'tills', row))['id']);
}

interface SaleGiven {
  key?: string;
  [name: string]: unknown;
}

/** The calls of the till as a cashier makes them. */
export function cashier(t: TestApp, user: Pick<TestUser, 'cookie'>) {
  const call = (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    key: string = randomUUID(),
  ): Promise<LightMyRequestResponse> =>
    t.app.inject({
      method,
      url,
      headers: { cookie: user.cookie, 'idempotency-key': key },
      ...(payload === undefined ? {} : { payload }),
    });
  const requireOk = async <Answer>(answer: Promise<LightMyRequestResponse>): Promise<Answer> => {
    const { statusCode, body } = await answer;
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    return JSON.parse(body) as Answer;
  };
  const act = (resource: string, action: string, id: number, inputs: object) =>
    call('POST', `/api/${resource}/actions/${action}`, { ids: [id], inputs });
  const state = () => requireOk<TillState>(call('GET', '/api/till'));
  return {
    call,
    act,
    state,
    open: async (tillId: number, floatCents = 5000): Promise<number> => {
      await requireOk(act('tills', 'open', tillId, { floatCents }));
      return (await state()).session?.id ?? 0;
    },
    find: (text: string) => call('GET', `/api/till/find?text=${encodeURIComponent(text)}`),
    customer: (id: number) => requireOk<TillCustomer>(call('GET', `/api/till/customers/${id}`)),
    /** Cash for one thing, by default the exact amount. */
    trySale: (customerId: number, path: string, amountCents: number, { key, ...more }: SaleGiven = {}) => {
      const [endpoint, id] = path.split('/');
      const items = [{ endpoint, id: Number(id), amountCents }];
      const body = { customerId, items, method: 'cash', tenderedCents: amountCents, ...more };
      return call('POST', '/api/till/sales', body, key);
    },
    sale: async (answer: Promise<LightMyRequestResponse>) => requireOk<TillSale>(answer),
    report: (id: number) => requireOk<TillReport>(call('GET', `/api/till/sessions/${id}`)),
    count: (countedCents: number) =>
      requireOk<{ expectedCents: number; differenceCents: number }>(call('POST', '/api/till/count', { countedCents })),
    close: (countedCents: number, expectedCents: number, key?: string) =>
      call('POST', '/api/till/close', { countedCents, expectedCents }, key),
  };
}
export type Cashier = ReturnType<typeof cashier>;

/** What is in an account: debits less credits, in cents. */
export async function accountCents(db: Db, code: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when p."debitId" = a."id" then p."amountCents" else -p."amountCents" end), 0)::bigint as cents
    from "ledgerAccounts" a join "ledgerPostings" p on a."id" in (p."debitId", p."creditId")
    where a."code" = ${code}`.execute(db);
  return Number(rows[0]?.cents ?? 0);
}

/** What open drawers should contain by their entries. The account of the drawers has the same. */
export async function openDrawersCents(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(e."amountCents"), 0)::bigint as cents from "tillEntries" e
    join "tillSessions" s on s."id" = e."tillSessionId" where s."state" = 'open' and e."method" = 'cash'`.execute(db);
  return Number(rows[0]?.cents ?? 0);
}
