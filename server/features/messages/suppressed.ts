import type { Db, Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

export interface Suppression {
  address: string;
  code: number | null;
  reason: string;
  source: 'refusal' | 'bounce';
}

/** Suppresses mails to the address until staff lift it. */
export async function suppress(tx: Tx, { address, reason, ...of }: Suppression): Promise<void> {
  await tx
    .insertInto('suppressedAddresses')
    .values({ ...of, address: address.toLowerCase(), reason: reason === '' ? 'No reason was given.' : reason })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
}

/** Addresses are the same however they are written. */
export function addSuppressionRules({ engine }: Needs<'engine'>): void {
  engine.rules.amend('suppressedAddresses', (changes) =>
    typeof changes.address === 'string' ? { ...changes, address: changes.address.trim().toLowerCase() } : changes,
  );
}

/** `byStaff`: only suppressions by staff. */
export async function isSuppressed(db: Db, address: string, { byStaff = false } = {}): Promise<boolean> {
  const found = await db
    .selectFrom('suppressedAddresses')
    .select('source')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return found !== undefined && (!byStaff || (found.source ?? 'staff') === 'staff');
}
