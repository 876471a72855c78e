import type { Tx } from './database-types.ts';
import { memoryOf, RememberedSet } from './transaction-memory.ts';

/** So that imports do not hold the ids of all their rows in memory. */
const MOST = 1_000;

/** Registers rows that exist until the transaction ends, because it has inserted them or locked them against deletion. */
export function noteExistingRows(tx: Tx, table: string, ids: readonly unknown[]): void {
  const rows = existing(tx);
  if (rows.size + ids.length > MOST) return;
  for (const id of ids) rows.add(`${table} ${String(id)}`);
}

/** The transaction has deleted them itself. */
export function forgetExistingRows(tx: Tx, table: string, ids: readonly unknown[]): void {
  const rows = existing(tx);
  for (const id of ids) rows.delete(`${table} ${String(id)}`);
}

/** False where nothing is known: the row may exist. */
export function isExistingRow(tx: Tx, table: string, id: unknown): boolean {
  return existing(tx).has(`${table} ${String(id)}`);
}

function existing(tx: Tx): RememberedSet<string> {
  return memoryOf(tx, noteExistingRows, () => new RememberedSet<string>());
}
