import type { InputsForRows, PlanNote } from '../../../domain/calls/action-parts.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { refundEffect } from './money-effect.ts';
import type { Endpoint, ThingRefund } from './payables.ts';
import { sumCents } from './refund-parts.ts';

/** What a command of staff would refund. */
interface Refunds {
  endpoint: Endpoint;
  things: readonly ThingRefund[];
}

/** An input of commands that end something that was paid. Its command names it in `planned`. */
export const REFUND_CHOICE: PropertySchema = {
  type: 'boolean',
  title: 'Refund what was paid',
  default: true,
};

/** Of the dialog: only where something was paid. */
export function refundInput(things: readonly ThingRefund[]): InputsForRows {
  return sumCents(things) > 0 ? { refund: { isOptional: true } } : {};
}

export function wantsRefund({ inputs }: Pick<CommandRows, 'inputs'>): boolean {
  return inputs['refund'] !== false;
}

/** Says what happens to the money. */
export async function refundNotes(call: CommandRows, { endpoint, things }: Refunds): Promise<PlanNote[]> {
  if (sumCents(things) === 0) return [];
  if (!wantsRefund(call)) return ['Nothing is refunded.'];
  return (await refundEffect(call, endpoint, things)).sentences;
}

/** The cents that are refunded; null where nothing was paid. */
export function refundedEffect(call: CommandRows, things: readonly ThingRefund[]): string | null {
  const cents = sumCents(things);
  return cents === 0 ? null : String(wantsRefund(call) ? cents : 0);
}
