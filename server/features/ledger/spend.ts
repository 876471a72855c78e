import { sql } from 'kysely';
import type { Rows } from '../../../domain/generated/tables.ts';
import { PREPARED, type Tx } from '../../platform/database.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import { balanceAccount, type AccountCode } from './accounts.ts';
import {
  bookedMovements,
  keyReused,
  notEnough,
  periodClosed,
  postNew,
  type Booked,
  type Entry,
  type Movement,
} from './post.ts';

interface Spending extends Omit<Entry, 'movements' | 'reversesId'> {
  userId: number;
  credit: AccountCode;
  amountCents: number;
  /** Of the site: a free quota can be spent until its last day has ended here. */
  timezone: string;
}

/**
 * Pays with the person's own balances: first free quota, the one that expires first before others, then the balances in their spending order. A
 * repeated call returns the first journal. 409 `ledger.not-enough` where they do not have the amount together.
 */
export async function spend(tx: Tx, spending: Spending): Promise<Booked> {
  const { userId, credit, amountCents, timezone, ...entry } = spending;
  const balances = await lockSpendable(tx, userId, timezone);
  const movements: Movement[] = [];
  let due = amountCents;
  for (const { id, spendable } of balances) {
    const part = Math.min(due, spendable);
    if (part > 0) movements.push({ debit: balanceAccount(id), credit, amountCents: part });
    due -= Math.max(part, 0);
  }
  const journalId = due > 0 ? null : await postNew(tx, { ...entry, movements });
  if (journalId !== null) return { journalId, isRepeat: false };
  return earlier(tx, spending, due > 0 ? notEnough() : periodClosed());
}

/** What was booked may come from other balances than it would come from now. */
async function earlier(tx: Tx, spending: Spending, otherwise: Error): Promise<Booked> {
  const booked = await bookedMovements(tx, spending);
  if (!booked[0]) throw otherwise;
  const total = booked.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isSame = total === spending.amountCents && booked.every(({ credit }) => credit === spending.credit);
  if (!isSame) throw keyReused();
  return { journalId: booked[0].id, isRepeat: true };
}

/** Locked by id, in the order in which they are spent. */
async function lockSpendable(tx: Tx, userId: number, timezone: string) {
  // As text: to build it takes longer than its execution.
  const { rows: locked } = await sql<Spendable & { spendable: number }>`${PREPARED}
    select "id", "kind", "priority", "expiresOn", "balanceCents" - "heldCents" - "floorCents" as "spendable" from "balances"
    where "userId" = ${userId} and "kind" in ('grant', 'userPurse') and "closedAt" is null
      and coalesce("expiresOn" >= (atrium_now() at time zone ${timezone})::date, true)
    order by "id" for no key update`.execute(tx);
  noteLockedRows(
    tx,
    'balances',
    locked.map(({ id }) => id),
  );
  return locked.toSorted(inSpendingOrder);
}

type Spendable = Pick<Rows['balances'], 'id' | 'kind' | 'priority' | 'expiresOn'>;

/** Free quota first, the one that expires first before others, then the balances by their priority. */
export function inSpendingOrder(a: Spendable, b: Spendable): number {
  return orderText(a) < orderText(b) ? -1 : 1;
}

function orderText({ kind, priority, expiresOn, id }: Spendable): string {
  return [
    kind === 'grant' ? 0 : 1,
    expiresOn ?? '9999',
    String(priority).padStart(5, '0'),
    String(id).padStart(16, '0'),
  ].join(' ');
}
