import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { OwnReceipt } from '../../../domain/calls/receipts.ts';
import { prepared, type Db } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import type { PaidCharge } from '../payments/payables.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { hashReceiptToken, receiptPath, receiptToken } from '../messages/receipt-links.ts';

const PAGE = 50;
const BATCH = 500;

/** Receipts of the person, and of what the person paid for others. */
export async function ownReceipts(
  services: Needs<'db' | 'settings'>,
  actor: Actor,
  before: number | undefined,
): Promise<OwnReceipt[]> {
  const userId = requireAccountId(actor);
  const rows = await services.db
    .selectFrom('receipts as r')
    .select(['r.id', 'r.number', 'r.title', 'r.issuedAt', 'r.amountCents', 'r.endpoint', 'r.chargeId'])
    .select(({ selectFrom }) =>
      selectFrom('refunds as f')
        .select(sql<number>`coalesce(sum("f"."amountCents"), 0)::int`.as('cents'))
        .whereRef('f.chargeId', '=', 'r.chargeId')
        .where('f.state', '<>', 'failed')
        .as('refundedCents'),
    )
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('r.customerId', '=', userId),
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.chargeId', '=', 'r.chargeId')
            .where('p.payerId', '=', userId)
            .where('p.state', '=', 'captured'),
        ),
      ]),
    )
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(PAGE)
    .execute();
  return Promise.all(
    rows.map(async ({ endpoint, chargeId, refundedCents, ...row }) => ({
      ...row,
      refundedCents: refundedCents ?? 0,
      path: receiptPath(endpoint, await receiptToken(services, chargeId)),
    })),
  );
}

/** `db`: null for a receipt that was just issued. */
export async function pathOfReceipt(
  services: CommandServices,
  db: Db | null,
  { id, endpoint }: PaidCharge,
): Promise<string | null> {
  const isIssued =
    db === null || (await prepared(db, db.selectFrom('receipts').select('id').where('chargeId', '=', id))).length > 0;
  return isIssued ? receiptPath(endpoint, await receiptToken(services, id)) : null;
}

/** After the server's secret was changed, earlier links no longer work, and owners get new ones. */
export async function renewLinks(services: Needs<'db' | 'settings'>): Promise<void> {
  const { db } = services;
  const linkHash = async (chargeId: number): Promise<string> =>
    hashReceiptToken(await receiptToken(services, chargeId));
  const latest = db.selectFrom('receipts').select(['id', 'chargeId', 'tokenHash']).orderBy('id', 'desc');
  const newest = await latest.limit(1).executeTakeFirst();
  if (!newest || newest.tokenHash === (await linkHash(newest.chargeId))) return;
  for (let below = newest.id + 1; ;) {
    const rows = await latest.where('id', '<', below).limit(BATCH).execute();
    for (const { id, chargeId } of rows.toReversed())
      await db
        .updateTable('receipts')
        .set({ tokenHash: await linkHash(chargeId) })
        .where('id', '=', id)
        .execute();
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    below = last.id;
  }
}
