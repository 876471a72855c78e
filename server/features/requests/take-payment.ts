import { isCapable } from '../../../domain/declarations/capabilities.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { CommandServices } from '../../services.ts';
import { dueOf } from '../payments/capture.ts';
import { openCharge, previewCharge } from '../payments/charges.ts';
import { DESK_METHODS, payAtDesk, type DeskMethod } from '../payments/pay.ts';

/** Staff take the whole amount at the desk. The payment completes the request, by the workflow. */
export function addTakePaymentCommand(services: CommandServices): void {
  services.engine.command('requests.takePayment', {
    resource: 'submissions',
    unchanged: 'costCents',
    inputs: {
      required: ['method'],
      properties: {
        method: { type: 'string', title: 'Received as', ...DESK_METHODS },
        note: { type: 'string', title: 'Note', maxLength: 500 },
      },
    },
    refusals: async (call) => refusals(call),
    notes: async ({ tx, actor, rows }) => {
      const [only] = rows.length === 1 ? rows : [];
      if (!only) return [];
      const { priced, open } = await previewCharge({ services, tx, actor }, 'request', only.id);
      if (priced === null) return [];
      const due = priced.amountCents - (open?.paidCents ?? 0);
      return [`Take ${formatMoney(due)}. The amount is recorded, and the request continues.`];
    },
    run: async ({ tx, actor, rows, inputs }) => {
      const context = { services, tx, actor };
      for (const { id } of rows) {
        const opened = await openCharge(context, 'request', id);
        const note = String(inputs['note'] ?? '').trim() || null;
        const method = inputs['method'] as DeskMethod;
        await payAtDesk(context, opened, { method, amountCents: dueOf(opened.charge), note });
      }
    },
  });
}

function refusals({ actor, rows }: CommandRows<'submissions'>): Map<number, string> {
  const explainRefusal = ({ submittedById, status }: (typeof rows)[number]): string | null => {
    if (!isCapable(actor, 'processRequests')) return 'Only people who process requests can do this.';
    if (submittedById === actor.id) return 'Someone else must take your own payment.';
    if (rows.length > 1) return 'Take one payment at a time.';
    return status === 'PaymentPending' ? null : 'The request is not waiting for a payment.';
  };
  return new Map(
    rows.flatMap((row): [number, string][] => {
      const refusal = explainRefusal(row);
      return refusal === null ? [] : [[row.id, refusal]];
    }),
  );
}
