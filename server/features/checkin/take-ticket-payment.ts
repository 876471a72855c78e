import { formatMoney } from '../../../domain/values/formats.ts';
import type { Command, CommandRows } from '../../resources/command-registry.ts';
import type { CommandServices } from '../../services.ts';
import { dueOf } from '../payments/capture.ts';
import { openCharge, previewCharge } from '../payments/charges.ts';
import { DESK_METHODS, payAtDesk, type DeskMethod } from '../payments/pay.ts';
import type { Ticket } from '../registration/seats/locked-session.ts';

type Rows = CommandRows<'tickets'>;

/** Staff take the price of a held seat at the desk, with that of the other seats of its series. The payment confirms them. */
export function takePaymentCommand(
  services: CommandServices,
): Pick<Command<'tickets'>, 'inputs' | 'notes' | 'effect' | 'run'> {
  const dueFor = async ({ tx, actor }: Rows, id: number): Promise<number | null> => {
    const { priced, open } = await previewCharge({ services, tx, actor }, 'ticket', id);
    return priced === null ? null : priced.amountCents - (open?.paidCents ?? 0);
  };
  const sumDue = async (call: Rows): Promise<number> => {
    const [only] = call.rows;
    return (only && (await dueFor(call, only.id))) ?? 0;
  };
  return {
    inputs: {
      required: ['method'],
      properties: {
        method: { type: 'string', title: 'Received as', ...DESK_METHODS, default: 'cash' },
        note: { type: 'string', title: 'Note', maxLength: 500 },
      },
    },
    notes: async (call) => [
      `Take ${formatMoney(await sumDue(call))}. The amount is recorded, and the seat is confirmed.`,
    ],
    effect: async (call) => String(await sumDue(call)),
    run: async ({ tx, actor, rows, inputs }) => {
      const context = { services, tx, actor };
      for (const { id } of rows) {
        const opened = await openCharge(context, 'ticket', id);
        const note = String(inputs['note'] ?? '').trim() || null;
        const method = inputs['method'] as DeskMethod;
        await payAtDesk(context, opened, { method, amountCents: dueOf(opened.charge), note });
      }
    },
  };
}

export function refuseTakingPayment({ actor, rows }: Rows, { userId, status }: Ticket): string | null {
  if (userId === actor.id) return 'Someone else must take your own payment.';
  if (rows.length > 1) return 'Take one payment at a time.';
  return status === 'held' ? null : 'It is not awaiting payment.';
}
