import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { prepared, type Tx } from '../../platform/database.ts';
import { ProblemError, tooMany } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { PaymentServices } from '../../services.ts';
import { noPayment, type PaymentContext } from './charges.ts';
import type { Charge, Endpoint, Payable, PayableState } from './payables.ts';

/** Wrong keys. */
const ATTEMPTS: RateLimit = { name: 'payments.keys', perClient: 60, seconds: 3600 };

export interface Sought {
  endpoint: Endpoint;
  id: number;
  key: string | undefined;
}

/** Refuses guesses of keys, before anything is locked. */
export async function limitKeys({ limits }: PaymentServices, actor: Actor, { key }: Sought): Promise<void> {
  if (key === undefined) return;
  const wait = await limits.use(ATTEMPTS, clientOf(actor));
  if (wait !== null) throw tooMany('payment.too-many', 'Too many attempts', 'Wait before you try again.', wait);
}

function clientOf({ id, ip }: Actor): string {
  return String(id ?? ip ?? '');
}

/**
 * Who can see and pay it: the person who owes it, anyone with the key of its charge, and people who can read the thing. 404 for others, as if
 * there were none.
 */
export async function requireAccess(
  { services, tx, actor }: PaymentContext & { services: PaymentServices },
  { endpoint, id, key }: Sought,
  { payable, state }: { payable: Payable; state: PayableState },
): Promise<{ isOwn: boolean }> {
  const isOwn = state.ownerId === actor.id;
  const hasKey = key !== undefined && (await lastCharge(tx, endpoint, state.sourceId ?? id))?.deskCode === key;
  if (key !== undefined && (isOwn || hasKey)) services.limits.giveBack(ATTEMPTS, clientOf(actor));
  if (!isOwn && !hasKey && !(await canRead(services, actor, payable, id))) throw noPayment();
  return { isOwn };
}

/** The open charge, or the one that was closed last, with what was refunded of it. */
export async function lastCharge(
  tx: Tx,
  endpoint: Endpoint,
  sourceId: number,
): Promise<(Charge & { refundedCents: number }) | null> {
  const refunded = sql<number>`(select coalesce(sum(p."refundedCents"), 0)::bigint from "payments" p where p."chargeId" = "charges"."id")`;
  const query = tx
    .selectFrom('charges')
    .selectAll()
    .select(refunded.as('refundedCents'))
    .where('endpoint', '=', endpoint)
    .where('sourceId', '=', sourceId);
  const [row] = await prepared(
    tx,
    query
      .orderBy(sql`"openFor" is null`)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return (row as (Charge & { refundedCents: number }) | undefined) ?? null;
}

async function canRead(
  { engine }: PaymentContext['services'],
  actor: Actor,
  { resource }: Payable,
  id: number,
): Promise<boolean> {
  try {
    await engine.get(actor, resource, id);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
