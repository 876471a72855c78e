import { sql } from 'kysely';
import { transaction, type Db } from '../../platform/database.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import type { Needs } from '../../services.ts';
import { balanceAccount } from './accounts.ts';
import { post } from './post.ts';

/** Books what is left of expired free quota, without what is reserved. It cannot be spent before that either. */
export async function bookExpired({ db, model }: Needs<'db' | 'model'>): Promise<void> {
  const isExpired = sql<boolean>`"kind" = 'grant' and "balanceCents" > "heldCents"
    and "expiresOn" < (atrium_now() at time zone ${model.site.timezone})::date`;
  const expired = await db.selectFrom('balances').select('id').where(isExpired).orderBy('id').execute();
  for (const { id } of expired) await bookRemainder(db, id, isExpired);
}

/** Read under the lock: money that arrived in the meantime is not lost. */
function bookRemainder(db: Db, id: number, isExpired: ReturnType<typeof sql<boolean>>): Promise<void> {
  return transaction(db, async (tx) => {
    noteLockedRows(tx, 'balances', [id]);
    const balance = await tx
      .selectFrom('balances')
      .select(['balanceCents', 'heldCents', 'version'])
      .where('id', '=', id)
      .where(isExpired)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!balance) return;
    await post(tx, {
      source: 'balances',
      // A refund can come back after the expiry, and expires as well.
      sourceId: `${id}:${balance.version}`,
      purpose: 'expiry',
      movements: [
        { debit: balanceAccount(id), credit: 'expired', amountCents: balance.balanceCents - balance.heldCents },
      ],
      memo: 'Expired',
      actorId: null,
    });
  });
}
