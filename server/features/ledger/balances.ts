import { transaction, type Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { openBalances } from './accounts.ts';

const COUNTERS = ['balanceCents', 'heldCents'] as const;

/** A balance gets its account with it. Its counters change by postings alone. */
export function addBalanceRules({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('balances', async (writes) => {
    const created = writes.flatMap(({ before, after }) => (before === null && after !== null ? [after.id] : []));
    const [first] = writes;
    if (first) await openBalances(first.tx, created);
    for (const { before, after } of writes) {
      if (before === null || after === null) continue;
      if (COUNTERS.some((name) => before[name] !== after[name]))
        throw new Error('Counters of balances change by postings alone (features/ledger).');
    }
  });
}

/** Balances that an earlier version stored without a ledger. */
export async function carryOver({ db }: Needs<'db'>): Promise<void> {
  await transaction(db, (tx: Tx) => openBalances(tx, 'all'));
}
