import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { GatewayRefund } from '../../platform/gateway.ts';
import type { PaymentServices } from '../../services.ts';
import { reverse } from '../ledger/reverse.ts';
import { lockForPayment, requireGateway } from './card-payments.ts';

/** Returns the amount of a refund to the card. The provider does it once for each refund, so a failed job is repeated. */
export async function refundCard(services: PaymentServices, refundId: number): Promise<void> {
  const refund = await services.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select(['r.state', 'r.amountCents', 'p.intentId'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (refund?.intentId == null || (refund.state !== 'created' && refund.state !== 'pending')) return;
  const { amountCents, intentId } = refund;
  await settleRefund(services, refundId, await requireGateway(services).refund({ refundId, intentId, amountCents }));
}

/** Records the state of a refund at the provider. The amount of a failed refund is paid again. */
export async function settleRefund(
  services: PaymentServices,
  refundId: number,
  { providerId, state }: GatewayRefund,
): Promise<void> {
  const { engine } = services;
  await engine.transaction(async (tx) => {
    const { chargeId, paymentId } = await tx
      .selectFrom('refunds')
      .select(['chargeId', 'paymentId'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow();
    const { charge, payable } = await lockForPayment({ services, tx }, chargeId);
    const [payment] = await engine.lock(tx, 'payments', [paymentId]);
    const [refund] = await engine.lock(tx, 'refunds', [refundId]);
    if (!payment || !refund || refund.state === 'failed') return;
    // An older answer of the provider can arrive last. A refund that has succeeded can still fail.
    if (refund.state === 'succeeded' && state !== 'failed') return;
    const options = { tx, command: true } as const;
    await engine.update(SYSTEM, 'refunds', refundId, { providerId, state }, options);
    if (state !== 'failed' || refund.journalId == null) return;
    await reverse(tx, refund.journalId, { memo: 'The refund has failed', actorId: null });
    const refundedCents = payment.refundedCents - refund.amountCents;
    await engine.update(SYSTEM, 'payments', paymentId, { refundedCents }, options);
    const paidCents = charge.paidCents + refund.amountCents;
    if (payment.isLate) return;
    const after = await engine.update(SYSTEM, 'charges', chargeId, { paidCents }, options);
    if (after.state === 'paid')
      await payable.refunded?.(tx, SYSTEM, charge.sourceId, { charge: after, amountCents: -refund.amountCents });
  });
}
