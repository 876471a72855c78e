import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { balanceAccount, type AccountCode } from '../../server/features/ledger/accounts.ts';
import { differencesIn, readBooks } from '../../server/features/ledger/books.ts';
import { post, type Entry } from '../../server/features/ledger/post.ts';
import { transaction, type Db } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp } from './support.ts';

/** A personal balance with this amount, and no credit. */
export async function makeBalance(
  t: TestApp,
  cents: number,
  given: Record<string, string | number> = {},
): Promise<number> {
  const row = { kind: 'userPurse', name: 'Purse', floorCents: 0, balanceCents: cents, heldCents: 0, ...given };
  return Number((await makeRow(t.services, 'balances', row))['id']);
}

export function entry(debit: AccountCode, credit: AccountCode, amountCents: number, given: Partial<Entry> = {}): Entry {
  const movements = [{ debit, credit, amountCents }];
  return { source: 'test', sourceId: randomUUID(), purpose: 'payment', movements, memo: '', actorId: null, ...given };
}

/** A payment from a balance into sales. */
export function pay(db: Db, balanceId: number, cents: number, given: Partial<Entry> = {}) {
  return transaction(db, (tx) => post(tx, entry(balanceAccount(balanceId), 'sales', cents, given)));
}

export async function counters(db: Db, id: number): Promise<{ balanceCents: number; heldCents: number }> {
  return db.selectFrom('balances').select(['balanceCents', 'heldCents']).where('id', '=', id).executeTakeFirstOrThrow();
}

export { differencesIn };

export async function differences(db: Db): Promise<string[]> {
  return (await readBooks(db)).differences;
}

/** How many of them succeeded, and the codes with which the others were refused. */
export async function outcomes(works: readonly Promise<unknown>[]): Promise<{ succeeded: number; refused: string[] }> {
  const settled = await Promise.allSettled(works);
  const refused = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
  return { succeeded: settled.length - refused.length, refused: [...new Set(refused)] };
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'problem' in error)
    return (error.problem as { code: string }).code;
  return String(error);
}

export async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}

/** Debits less credits of an account. */
export async function accountCents({ services }: TestApp, code: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when p."debitId" = a."id" then p."amountCents" else -p."amountCents" end), 0)::bigint as cents
    from "ledgerAccounts" a join "ledgerPostings" p on a."id" in (p."debitId", p."creditId") where a."code" = ${code}`.execute(
    services.db,
  );
  return Number(rows[0]?.cents ?? 0);
}
