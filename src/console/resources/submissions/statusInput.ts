import type { ChangeStatuses } from '../../../../domain/request-calls.ts';
import type { Ask } from '../../../../domain/workflow.ts';
import { parseCents } from '../../../forms/money.ts';

export type StatusInput = Partial<Pick<ChangeStatuses, 'reason' | 'costCents' | 'expectedOn'>>;

/** What stands in the inputs of the dialog. */
export type Typed = Record<Ask, string>;

/** The values as the call takes them, or a message for each input in the way. */
export function readTyped(typed: Typed, asks: readonly Ask[]): { input: StatusInput } | { faults: Partial<Typed> } {
  const faults: Partial<Typed> = {};
  const cents = parseCents(typed.cost);
  for (const ask of asks) if (typed[ask].trim() === '') faults[ask] = 'This field is required';
  if (asks.includes('cost') && !faults.cost && (cents === undefined || cents < 0))
    faults.cost = 'Enter an amount, like 12.50';
  if (Object.keys(faults).length > 0) return { faults };
  return {
    input: {
      ...(asks.includes('reason') ? { reason: typed.reason.trim() } : {}),
      ...(asks.includes('cost') && cents !== undefined ? { costCents: cents } : {}),
      ...(asks.includes('expectedOn') ? { expectedOn: typed.expectedOn } : {}),
    },
  };
}
