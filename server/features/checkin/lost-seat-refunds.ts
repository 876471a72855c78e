import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { CommandServices } from '../../services.ts';
import { refundEffect } from '../payments/money-effect.ts';
import { sumCents } from '../payments/refund-parts.ts';
import { refundsWithReleased, releasedText } from '../registration/booking/released-refunds.ts';
import type { LostSeats } from '../registration/booking/released-seats.ts';
import type { TicketRows } from './ticket-command-parts.ts';

/** The cents that are refunded for the seats that depend on lost ones, which are not refunded themselves; null for none. */
export async function lostSeatsEffect(
  services: CommandServices,
  { tx }: Pick<TicketRows, 'tx'>,
  lost: LostSeats,
): Promise<string | null> {
  const cents = sumCents((await refundsWithReleased(services, tx, lost, [])).things);
  return cents === 0 ? null : String(cents);
}

/** `required`: the session of a lost seat, such as "a missed one". */
export async function lostSeatsNotes(
  services: CommandServices,
  call: TicketRows,
  lost: LostSeats,
  required: string,
): Promise<PlanNote[]> {
  const { released, things } = await refundsWithReleased(services, call.tx, lost, []);
  if (released.length === 0) return [];
  const { sentences } = await refundEffect(call, 'ticket', things);
  return [`${releasedText(released.length, required)}.`, ...sentences];
}
