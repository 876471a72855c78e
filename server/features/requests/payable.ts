import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { dueCents, STATUS_LABELS } from '../../../domain/requests/workflow.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { registerPayable, type Charge, type PayableState } from '../payments/payables.ts';
import { itemCents } from '../payments/refund-parts.ts';
import { applyPayment } from './change-status.ts';
import { requestContext } from './context.ts';
import { dueLines, isPayable, paidDiscount } from './due-lines.ts';
import { capacityOf, relationOf } from './relation.ts';
import { requestName } from './request-subject.ts';
import { formRow, lockedSubmissions, type SubmissionRow } from './rows.ts';

/** Requests are paid while they wait for it. */
export function registerRequestPayable(services: CommandServices): void {
  registerPayable(services, {
    endpoint: 'request',
    resource: 'submissions',
    waitingFor: async (db, userId) => {
      const rows = await db
        .selectFrom('submissions')
        .select('id')
        .where('submittedById', '=', userId)
        .where('status', '=', 'PaymentPending')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    load: (tx, id) => payableRequest(services, tx, id),
    paid: (tx, actor, id, charge) => recordPaid({ services, tx, actor }, id, charge),
    refunded: (tx, actor, id, { amountCents }) => recordRefund({ services, tx, actor }, id, amountCents),
  });
}

async function payableRequest(services: CommandServices, tx: Tx, id: number): Promise<PayableState | null> {
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) return null;
  const form = await formRow(tx, row.formId);
  const title = form?.title ?? 'Request';
  const reason = reasonNotDue(row);
  return {
    ownerId: row.submittedById,
    title: requestName({ id, subject: row.subject, form: title }),
    path: `/requests/viewsubmission/${id}`,
    lines: dueLines(row, title),
    ...(await paidDiscount(tx, row)),
    state: reason === null ? 'due' : 'notDue',
    ...(reason === null ? {} : { reason }),
  };
}

function reasonNotDue(row: SubmissionRow): string | null {
  if (row.costCents === null) return 'The price of this request is not set yet.';
  if (dueCents(row) === 0) return 'This request is paid.';
  if (isPayable(row)) return null;
  return `This request does not wait for a payment. Its status is ${STATUS_LABELS[row.status]}.`;
}

interface PaymentStep {
  services: CommandServices;
  tx: Tx;
  actor: Actor;
}

/** People who pay for someone else are not part of the request. */
function byOf(actor: Actor, row: SubmissionRow): Actor {
  return capacityOf(relationOf(actor, row.submittedById)) === null ? SYSTEM : actor;
}

/** The discount and the tax become a part of the price: what was paid is what it cost. */
async function recordPaid({ services, tx, actor }: PaymentStep, id: number, charge: Charge): Promise<void> {
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) return;
  const context = await requestContext(services, tx, byOf(actor, row));
  const { lines, amountCents, discountCents, taxCents } = charge;
  // Prices can include the tax: what was added to them is the difference.
  const costCents = (row.costCents ?? 0) + amountCents - itemCents(lines);
  const facts = [
    `Paid ${formatMoney(amountCents)}`,
    ...(discountCents > 0 ? [`Discount ${formatMoney(discountCents)}`] : []),
    ...(taxCents > 0 ? [`Tax ${formatMoney(taxCents)}`] : []),
  ];
  await applyPayment(context, row, { costCents, paidCents: row.paidCents + amountCents }, facts.join(' · '));
}

async function recordRefund({ services, tx, actor }: PaymentStep, id: number, amountCents: number): Promise<void> {
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) return;
  const context = await requestContext(services, tx, actor);
  const text =
    amountCents > 0 ? `Refunded ${formatMoney(amountCents)}` : `Refund of ${formatMoney(-amountCents)} failed`;
  await applyPayment(context, row, { costCents: row.costCents, paidCents: row.paidCents - amountCents }, text);
}
