import { sql } from 'kysely';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import type { RowOf, ValuesOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import type { AccountCode } from '../ledger/accounts.ts';
import { post, type Entry } from '../ledger/post.ts';
import type { PaymentContext } from '../payments/charges.ts';
import type { CashRefund, Drawer } from '../payments/payables.ts';

export type TillSession = RowOf<'tillSessions'>;

/** The account of the cash in drawers that are open. */
export const DRAWERS = 'drawers';

/**
 * The session that this person has open; null without one. It cannot be closed before the transaction ends. The lock is shared and has no
 * place in `LOCK_ORDER`: closing is the only change that waits for it, before it takes any other lock.
 */
export async function openSession(tx: Tx, userId: number | null): Promise<TillSession | null> {
  if (userId === null) return null;
  const row = await tx
    .selectFrom('tillSessions')
    .selectAll()
    .where('openCashier', '=', userId)
    .forShare()
    .executeTakeFirst();
  return (row as TillSession | undefined) ?? null;
}

type EntryValues = Omit<ValuesOf<'tillEntries'>, 'tillSessionId' | 'at' | 'byId'>;

/** What the ledger books for an entry whose money no payment or refund books. */
interface Booking {
  purpose: Entry['purpose'];
  debit: AccountCode;
  credit: AccountCode;
  memo: string;
}

/** Adds an entry to the session, which the caller has locked. */
export async function addEntry(
  { services, tx, actor }: PaymentContext,
  sessionId: number,
  values: EntryValues,
  booking?: Booking,
): Promise<void> {
  const data = { ...values, tillSessionId: sessionId, at: services.clock.instant(), byId: actor.id };
  const { id } = await services.engine.create(actor, 'tillEntries', data, { tx, command: true });
  if (booking === undefined) return;
  const { debit, credit, ...entry } = booking;
  const movements = [{ debit, credit, amountCents: Math.abs(values.amountCents ?? 0) }];
  await post(tx, { ...entry, source: 'tillEntries', sourceId: String(id), movements, actorId: actor.id });
}

/** For payments at the desk, wherever staff take them. */
export async function findDrawer(tx: Tx, services: CommandServices, actor: Actor): Promise<Drawer | null> {
  const session = await openSession(tx, actor.id);
  if (session === null) return null;
  return {
    account: DRAWERS,
    record: ({ tenderedCents, ...entry }) => {
      const tendered = entry.method === 'cash' && tenderedCents !== undefined ? { tenderedCents } : {};
      return addEntry({ services, tx, actor }, session.id, { ...entry, ...tendered });
    },
  };
}

/**
 * Refuses refunds of more cash than the drawer of their cashier contains. Others of the same drawer wait for the lock: their sessions are
 * locked by shared locks, which do not wait for each other.
 */
export async function requireCash(tx: Tx, _services: CommandServices, cash: readonly CashRefund[]): Promise<void> {
  for (const [id, refunds] of Map.groupBy(cash, ({ actor }) => actor.id)) {
    const session = await openSession(tx, id);
    if (session === null) continue;
    await takeLock(tx, 'drawer', String(session.id));
    const expected = await expectedCash(tx, session.id);
    if (refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) > expected) throw tooLittleCash(expected);
  }
}

function tooLittleCash(expectedCents: number) {
  const detail = `${drawerText(expectedCents)} Bring cash from the safe with “Cash in” first, or ask someone without an open drawer to refund it from the safe.`;
  return problem(409, 'till.too-little-cash', 'Not enough cash', detail);
}

/** "Your drawer contains $20.00." */
export function drawerText(expectedCents: number): string {
  return `Your drawer contains ${formatMoney(expectedCents)}.`;
}

/**
 * A refund of cash comes out of the drawer of the person who refunds it, or out of the safe if that person has none open. The refund itself
 * has booked it as cash of the safe.
 */
export async function recordRefund(tx: Tx, services: CommandServices, refundId: number): Promise<void> {
  const refund = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select(['r.amountCents', 'r.byId', 'r.chargeId', 'r.paymentId', 'r.reason', 'p.method'])
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow();
  const { method, amountCents, byId, chargeId, paymentId, reason } = refund;
  if (method !== 'cash' && method !== 'deskCard') return;
  const session = await openSession(tx, byId ?? null);
  if (session === null) return;
  const values = { kind: 'refund', method, amountCents: -amountCents, chargeId, paymentId, refundId } as const;
  const memo = `Refund ${refundId}: ${reason}`.slice(0, 300);
  await addEntry(
    { services, tx, actor: { ...SYSTEM, id: byId ?? null } },
    session.id,
    { ...values, reason: memo },
    method === 'cash' ? { purpose: 'transfer', debit: 'cash', credit: DRAWERS, memo } : undefined,
  );
}

/** The cash that should be in the drawer. */
export async function expectedCash(tx: Tx, sessionId: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('tillEntries')
    .select(sql<number>`coalesce(sum("amountCents"), 0)::bigint`.as('cents'))
    .where('tillSessionId', '=', sessionId)
    .where('method', '=', 'cash')
    .executeTakeFirstOrThrow();
  return Number(cents);
}
