import { randomUUID } from 'node:crypto';
import type { Row } from '../../domain/declarations/model.ts';
import { announcePaid } from '../../server/features/payments/payables.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp } from './support.ts';

/** A charge of this person that was paid in full by this payment, but has no receipt yet. */
export async function paidCharge(t: TestApp, userId: number, given: { charge?: Row; payment?: Row } = {}) {
  const { services } = t;
  const amountCents = Number(given.charge?.['amountCents'] ?? 1250);
  const charge = await makeRow(services, 'charges', {
    endpoint: 'request',
    sourceId: 7,
    userId,
    title: 'Poster printing',
    lines: [{ label: 'Poster, 24 × 36 in', amountCents, kind: 'item' }],
    amountCents,
    paidCents: amountCents,
    state: 'paid',
    deskCode: randomUUID().slice(0, 13),
    paidAt: services.clock.instant(),
    ...given.charge,
  });
  const payment = await makeRow(services, 'payments', {
    chargeId: charge.id ?? null,
    payerId: userId,
    method: 'card',
    amountCents,
    refundedCents: 0,
    state: 'captured',
    capturedAt: services.clock.instant(),
    ...given.payment,
  });
  return { chargeId: Number(charge.id), paymentId: Number(payment.id) };
}

/** As payments do it when a charge becomes paid. */
export async function issue(t: TestApp, chargeId: number): Promise<void> {
  await t.services.engine.transaction((tx) => announcePaid(t.services, tx, chargeId));
}
