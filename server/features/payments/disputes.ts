import { sql, type SqlBool } from 'kysely';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { GatewayDispute } from '../../platform/gateway.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs, PaymentServices } from '../../services.ts';
import { hasAnyRole } from '../accounts/held-roles.ts';
import { post } from '../ledger/post.ts';
import { reverse } from '../ledger/reverse.ts';
import { notify } from '../messages/notify.ts';
import type { Payment } from './card-payments.ts';

type Dispute = RowOf<'disputes'>;

const PATH = '/payment/books/disputes';
const COMMAND = { command: true } as const;

function isClosed(state: Dispute['state']): boolean {
  return state === 'won' || state === 'lost';
}

/** Brings a dispute to what the provider reports now. Safe to repeat; a notification that comes before its payment is repeated later. */
export async function readDispute(
  services: PaymentServices & Needs<'gatewayAccount'>,
  providerId: string,
): Promise<void> {
  const reported = await services.gatewayAccount?.readDispute(providerId);
  if (reported == null) throw new Error(`The card provider does not know the dispute ${providerId}.`);
  const { engine } = services;
  await engine.transaction(async (tx) => {
    const payments = await lockPayments(services, tx, reported);
    const [payment] = payments;
    if (!payment) throw new Error(`No payment has the dispute ${providerId}.`);
    const { dispute, isNew } = await storeDispute(services, tx, payment.id, reported);
    await bookMovements(tx, payment, reported);
    const after = await applyState(services, tx, { dispute, payment }, reported);
    const isDisputed = after.state !== 'won';
    for (const { id, isDisputed: known } of payments)
      if (known !== isDisputed) await engine.update(SYSTEM, 'payments', id, { isDisputed }, { tx, ...COMMAND });
    if (isNew) await notifyStaff(services, tx, { dispute: after, payment });
  });
}

/** The payment itself comes first. Parts of it that were applied to other charges follow. */
async function lockPayments({ engine }: PaymentServices, tx: Tx, { intentId }: GatewayDispute): Promise<Payment[]> {
  const found = await tx.selectFrom('payments').select('id').where('intentId', '=', intentId).execute();
  return engine.lock(
    tx,
    'payments',
    found.map(({ id }) => id),
  );
}

async function storeDispute(
  { engine }: PaymentServices,
  tx: Tx,
  paymentId: number,
  { providerId, amountCents, reason, state, openedAt, respondBy }: GatewayDispute,
): Promise<{ dispute: Dispute; isNew: boolean }> {
  const known = await tx.selectFrom('disputes').select('id').where('providerId', '=', providerId).executeTakeFirst();
  if (known) {
    const [dispute] = await engine.lock(tx, 'disputes', [known.id]);
    if (!dispute) throw new Error('Disputes are not deleted.');
    return { dispute, isNew: false };
  }
  const open = isClosed(state) ? 'underReview' : state;
  const values = { paymentId, providerId, amountCents, reason, state: open, openedAt, respondBy } as const;
  return { dispute: await engine.create(SYSTEM, 'disputes', values, { tx, ...COMMAND }), isNew: true };
}

/** What the provider withdrew or returned, each once. */
async function bookMovements(tx: Tx, payment: Payment, { providerId, movements }: GatewayDispute): Promise<void> {
  for (const { id, amountCents, at } of movements) {
    if (amountCents === 0) continue;
    const [debit, credit] = amountCents < 0 ? (['disputes', 'clearing'] as const) : (['clearing', 'disputes'] as const);
    await post(tx, {
      ...{ source: 'disputes', sourceId: `${providerId}:${id}`, purpose: 'dispute', actorId: null, eventAt: at },
      memo: `Dispute of payment ${payment.id}`,
      userId: payment.payerId ?? null,
      movements: [{ debit, credit, amountCents: Math.abs(amountCents) }],
    });
  }
}

/** A decision is not undone by what was read before it. A lost amount becomes an expense. */
async function applyState(
  { engine, clock }: PaymentServices,
  tx: Tx,
  { dispute, payment }: { dispute: Dispute; payment: Payment },
  { state: reported, respondBy, amountCents }: GatewayDispute,
): Promise<Dispute> {
  const state = isClosed(dispute.state) && !isClosed(reported) ? dispute.state : reported;
  const withdrawnCents = await bookedCents(tx, dispute.providerId);
  let lossJournalId = dispute.lossJournalId ?? null;
  if (state === 'lost' && lossJournalId === null && withdrawnCents > 0)
    ({ journalId: lossJournalId } = await post(tx, {
      ...{ source: 'disputes', sourceId: dispute.providerId, purpose: 'settlement', actorId: null },
      memo: `Lost dispute of payment ${dispute.paymentId}`,
      userId: payment.payerId ?? null,
      movements: [{ debit: 'lostDisputes', credit: 'disputes', amountCents: withdrawnCents }],
    }));
  else if (state === 'won' && lossJournalId !== null)
    await reverse(tx, lossJournalId, { memo: 'The dispute is won', actorId: null });
  const closedAt = isClosed(state) ? (dispute.closedAt ?? clock.instant()) : null;
  const values = { state, respondBy, amountCents, withdrawnCents, lossJournalId, closedAt };
  return engine.update(SYSTEM, 'disputes', dispute.id, values, { tx, ...COMMAND });
}

async function bookedCents(tx: Tx, providerId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when a."code" = 'disputes' then p."amountCents" else -p."amountCents" end), 0)::bigint as cents
    from "ledgerJournals" j join "ledgerPostings" p on p."journalId" = j."id" join "ledgerAccounts" a on a."id" = p."debitId"
    where j."source" = 'disputes' and j."purpose" = 'dispute' and j."sourceId" like ${`${providerId}:%`}`.execute(tx);
  return Number(rows[0]?.cents ?? 0);
}

/** Everyone whose role can read disputes. */
async function notifyStaff(
  services: PaymentServices,
  tx: Tx,
  { dispute, payment }: { dispute: Dispute; payment: Payment },
): Promise<void> {
  const { rows: rules } = await sql<{ role: string }>`
    select distinct "role" from "permissions" where "resource" = 'disputes' and "actions" ? 'read'`.execute(tx);
  const staff = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.active', '=', true)
    .where(sql<SqlBool>`${hasAnyRole(rules.map(({ role }) => role))}`)
    .orderBy('u.id')
    .execute();
  const { title } = await tx
    .selectFrom('charges')
    .select('title')
    .where('id', '=', payment.chargeId)
    .executeTakeFirstOrThrow();
  const path = `${PATH}/${dispute.id}/show`;
  await notify(services, tx, {
    event: 'paymentDisputed',
    audience: 'staff',
    recipients: staff.map(({ id }) => id),
    about: { resource: 'disputes', id: dispute.id, title: `Dispute ${dispute.providerId}`, path },
    values: {
      dispute: { text: `Dispute ${dispute.providerId}`, path },
      amount: dispute.amountCents,
      thing: title,
      reason: dispute.reason ?? 'unknown',
      respondBy: dispute.respondBy ?? null,
    },
  });
}
