import type { Feature } from '../../feature.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import type { Services } from '../../services.ts';
import { APPROVED } from '../departments/commands.ts';
import { applyCardEvent, CARD_EVENT, registerCardEvents } from './card-events.ts';
import { endCardPayment, settlePayment } from './card-payments.ts';
import { refundCard } from './card-refunds.ts';
import { payApproved } from './departments.ts';
import { addRefundCommands } from './refund-commands.ts';
import { REFUND_CARD } from './refunds.ts';
import { registerPayments } from './routes.ts';
import { addSuspenseCommands } from './suspense.ts';
import { registerTopUp } from './topup.ts';
import { END_CARD_PAYMENT } from './void.ts';

/** Charges and their payments: what people owe, and how they pay it. */
export const payments: Feature = {
  name: 'payments',
  commands: (services) => {
    registerTopUp(services);
    addSuspenseCommands(services);
    addRefundCommands(services);
  },
  jobs: [
    { name: CARD_EVENT, run: applyCardEvent },
    { name: END_CARD_PAYMENT, run: (services, { paymentId }) => endCardPayment(services, Number(paymentId)) },
    { name: APPROVED, run: (services, { departmentChargeId }) => payApproved(services, Number(departmentChargeId)) },
    { name: REFUND_CARD, run: (services, { refundId }) => refundCard(services, Number(refundId)) },
  ],
  schedules: [{ name: 'payments.sweep', cron: '*/15 * * * *', run: settleOpenPayments }],
  routes: async (app, services) => {
    await registerPayments(app, services);
    await app.register((scope) => registerCardEvents(scope, services));
  },
};

/** Card payments whose end was not announced, as when the webhook did not arrive. One that fails does not stop the others. */
async function settleOpenPayments(services: Services): Promise<void> {
  if (services.gateway === null) return;
  const open = await services.db
    .selectFrom('payments')
    .select(['id', 'state', 'expiresAt'])
    .where('liveFor', 'is not', null)
    .orderBy('id')
    .execute();
  await forEachSettled(open, ({ id, state, expiresAt }) => {
    const isOver = expiresAt != null && Date.parse(expiresAt) <= services.clock.now();
    return state === 'created' && isOver ? endCardPayment(services, id) : settlePayment(services, id);
  });
}
