import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { insertRecords } from '../../platform/insert-records.ts';

/** Accounts that are summed from their postings. Without counters, payments into one of them do not wait for each other. */
const SYSTEM_ACCOUNTS = {
  opening: { name: 'Opening balances', kind: 'equity' },
  cash: { name: 'Cash', kind: 'asset' },
  /** What open tills should contain. At closing it goes to `cash`. */
  drawers: { name: 'Till drawers', kind: 'asset' },
  clearing: { name: 'Card clearing', kind: 'asset' },
  bank: { name: 'Bank', kind: 'asset' },
  disputes: { name: 'Disputed card payments', kind: 'asset' },
  /** Payments with the terminal at the desk, which has another contract than the gateway. */
  terminal: { name: 'Card terminal', kind: 'asset' },
  suspense: { name: 'Suspense', kind: 'liability' },
  taxes: { name: 'Taxes', kind: 'liability' },
  sales: { name: 'Sales', kind: 'revenue' },
  expired: { name: 'Expired quota', kind: 'revenue' },
  otherIncome: { name: 'Other income', kind: 'revenue' },
  discounts: { name: 'Discounts', kind: 'expense' },
  grants: { name: 'Granted quota', kind: 'expense' },
  adjustments: { name: 'Adjustments', kind: 'expense' },
  fees: { name: 'Fees of the card provider', kind: 'expense' },
  lostDisputes: { name: 'Lost disputes', kind: 'expense' },
  overShort: { name: 'Cash over and short', kind: 'expense' },
} as const;

export type SystemAccount = keyof typeof SYSTEM_ACCOUNTS;
export type AccountCode = SystemAccount | `balance:${number}`;

/** The account of a balance, which cannot be overdrawn: its row of `balances` has the counters. */
export function balanceAccount(id: number): AccountCode {
  return `balance:${id}`;
}

/** Null for an account that is summed. */
export function balanceIdOf(code: AccountCode): number | null {
  return code.startsWith('balance:') ? Number(code.slice('balance:'.length)) : null;
}

async function addSystemAccounts(tx: Tx): Promise<void> {
  const accounts = Object.entries(SYSTEM_ACCOUNTS).map(([code, account]) => ({ code, ...account }));
  await sql`
    insert into "ledgerAccounts" ("code", "name", "kind")
    select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as given ("code" text, "name" text, "kind" text)
    where not exists (select 1 from "ledgerAccounts" a where a."code" = given."code")
    order by "code" on conflict ("code") do nothing`.execute(tx);
}

/**
 * Adds the accounts of balances that have none, of all or of these. The amount of such a balance becomes its first posting: an earlier version
 * stored it without a ledger, or it was created with it.
 */
export async function openBalances(tx: Tx, ids: readonly number[] | 'all'): Promise<void> {
  if (ids.length === 0) return;
  await addSystemAccounts(tx);
  const isMeant = ids === 'all' ? sql`true` : sql`b."id" = any(${ids}::bigint[])`;
  const { rows: opened } = await sql<Opened>`
    with missing as (
      select b."id", b."name", b."balanceCents" from "balances" b
      where ${isMeant} and not exists (select 1 from "ledgerAccounts" a where a."balanceId" = b."id")
      order by b."id" for update of b),
    opened as (
      insert into "ledgerAccounts" ("code", "name", "kind", "balanceId")
      select 'balance:' || "id", "name", 'liability', "id" from missing
      on conflict do nothing returning "id", "balanceId")
    select opened."id", opened."balanceId", missing."balanceCents" as cents
    from opened join missing on missing."id" = opened."balanceId" order by opened."balanceId"`.execute(tx);
  const amounts = opened.filter(({ cents }) => cents !== 0);
  if (amounts.length > 0) await bookOpenings(tx, amounts);
}

interface Opened {
  id: number;
  balanceId: number;
  cents: number;
}

/** The counters already have the amounts. */
async function bookOpenings(tx: Tx, accounts: readonly Opened[]): Promise<void> {
  const { id: equityId } = await tx
    .selectFrom('ledgerAccounts')
    .select('id')
    .where('code', '=', 'opening')
    .executeTakeFirstOrThrow();
  const journals = await insertRecords(
    tx,
    'ledgerJournals',
    accounts.map(({ balanceId }) => ({
      source: 'balances',
      sourceId: String(balanceId),
      purpose: 'opening',
      memo: 'Opening balance',
    })),
    { stamped: { at: 'atrium_now()' } },
  );
  const postings = accounts.map(({ id, cents }, index) => {
    const [debitId, creditId] = cents > 0 ? [equityId, id] : [id, equityId];
    const amountCents = Math.abs(cents);
    return { journalId: journals[index]?.id ?? 0, purpose: 'opening' as const, debitId, creditId, amountCents };
  });
  await insertRecords(tx, 'ledgerPostings', postings, { stamped: { at: 'atrium_now()' } });
}
