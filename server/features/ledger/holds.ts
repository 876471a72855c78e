import { sql } from 'kysely';
import { transaction, type Tx } from '../../platform/database.ts';
import { noteLockedRows, noteOwnRows } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { balanceAccount, type AccountCode } from './accounts.ts';
import { changeHeld, post, type Booked, type Entry } from './post.ts';

export interface Reservation {
  balanceId: number;
  amountCents: number;
  source: string;
  sourceId: string;
  /** ISO 8601. From then on it cannot be captured. */
  expiresAt: string;
}

/**
 * Reserves an amount of a balance for what can still fail, and returns the id of the hold. A repeated call with the same source and id
 * returns the first one. 409 `ledger.not-enough` where the balance does not have it.
 */
export async function hold(tx: Tx, reservation: Reservation): Promise<number> {
  const { balanceId, amountCents, source, sourceId, expiresAt } = reservation;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new Error('A hold is of whole cents above zero.');
  const { rows } = await sql<{ id: number }>`
    insert into "ledgerHolds" ("balanceId", "amountCents", "state", "source", "sourceId", "expiresAt")
    values (${balanceId}, ${amountCents}, 'held', ${source}, ${sourceId}, ${expiresAt})
    on conflict ("source", "sourceId") do nothing returning "id"`.execute(tx);
  if (!rows[0]) return earlierHold(tx, reservation);
  noteOwnRows(tx, 'ledgerHolds', [rows[0].id]);
  await changeHeld(tx, balanceId, amountCents);
  return rows[0].id;
}

async function earlierHold(tx: Tx, { balanceId, amountCents, source, sourceId }: Reservation): Promise<number> {
  const stored = await tx
    .selectFrom('ledgerHolds')
    .select(['id', 'balanceId', 'amountCents'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirstOrThrow();
  if (stored.balanceId !== balanceId || stored.amountCents !== amountCents)
    throw problem(422, 'ledger.key-reused', 'Already reserved', 'This was already reserved with another amount.');
  return stored.id;
}

interface Capture {
  credit: AccountCode;
  /** Up to the amount of the hold; the rest is spendable again. Default: all. */
  amountCents?: number;
  memo: string;
  actorId: number | null;
}

/**
 * Pays with a hold, once: a repeated call returns the first journal. 409 `ledger.hold-closed` when it was voided or has expired.
 */
export async function captureHold(
  tx: Tx,
  id: number,
  { credit, amountCents, memo, actorId }: Capture,
): Promise<Booked> {
  const held = await lockHold(tx, id);
  if (held.journalId !== null) return { journalId: held.journalId, isRepeat: true };
  if (held.state !== 'held' || held.isExpired)
    throw problem(409, 'ledger.hold-closed', 'No longer reserved', 'The reserved amount was released. Start again.');
  const amount = amountCents ?? held.amountCents;
  if (amount > held.amountCents) throw new Error('A hold cannot pay more than it reserves.');
  const entry: Entry = {
    source: 'ledgerHolds',
    sourceId: String(id),
    purpose: 'payment',
    movements: [{ debit: balanceAccount(held.balanceId), credit, amountCents: amount }],
    memo,
    actorId,
  };
  const booked = await post(tx, entry, new Map([[held.balanceId, held.amountCents]]));
  await tx
    .updateTable('ledgerHolds')
    .set({ state: 'captured', journalId: booked.journalId })
    .where('id', '=', id)
    .execute();
  return booked;
}

/** Makes the amount spendable again. False when there is nothing to release any more. */
export async function voidHold(tx: Tx, id: number): Promise<boolean> {
  const held = await lockHold(tx, id);
  if (held.state !== 'held') return false;
  await tx.updateTable('ledgerHolds').set({ state: 'voided' }).where('id', '=', id).execute();
  await changeHeld(tx, held.balanceId, -held.amountCents);
  return true;
}

async function lockHold(tx: Tx, id: number) {
  noteLockedRows(tx, 'ledgerHolds', [id]);
  return tx
    .selectFrom('ledgerHolds')
    .select(['balanceId', 'amountCents', 'state', 'journalId'])
    .select(sql<boolean>`"expiresAt" <= atrium_now()`.as('isExpired'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Each in a transaction of its own, so that none waits for the balances of others. */
export async function voidExpiredHolds({ db }: Needs<'db'>): Promise<void> {
  const expired = await db
    .selectFrom('ledgerHolds')
    .select('id')
    .where('state', '=', 'held')
    .where('expiresAt', '<=', sql<string>`atrium_now()`)
    .orderBy('id')
    .execute();
  for (const { id } of expired) await transaction(db, (tx) => voidHold(tx, id));
}
