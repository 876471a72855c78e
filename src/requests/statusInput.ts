import { formatCents, moneyFault, parseCents } from '../../domain/values/money.ts';
import type { ChangeStatuses } from '../../domain/calls/requests.ts';
import type { TransitionInput } from '../../domain/requests/workflow.ts';
import { typedFault } from '../ui/datePicker/typed.ts';

/** The input that accompanies a status change. */
export type StatusInput = Partial<Pick<ChangeStatuses, 'reason' | 'costCents' | 'expectedOn'>>;

/** The raw values of the dialog's inputs. */
export type Typed = Record<TransitionInput, string>;

/** Initial values: empty, or those of a single request. */
export function startOfInputs(request: { costCents: number | null; expectedOn: string | null } | null): Typed {
  const cost = request?.costCents ?? null;
  return { reason: '', cost: cost === null ? '' : formatCents(cost), expectedOn: request?.expectedOn ?? '' };
}

/** The parsed values, or a message per invalid input. */
export function readTyped(
  typed: Typed,
  inputs: readonly TransitionInput[],
): { input: StatusInput } | { faults: Partial<Typed> } {
  const faults: Partial<Typed> = {};
  const cents = parseCents(typed.cost);
  for (const name of inputs) if (typed[name].trim() === '') faults[name] = 'This field is required';
  const day = typedFault(typed.expectedOn, 'date');
  if (inputs.includes('expectedOn') && day !== undefined) faults.expectedOn = day;
  if (inputs.includes('cost') && !faults.cost && (cents === undefined || cents < 0))
    faults.cost = moneyFault(typed.cost);
  if (Object.keys(faults).length > 0) return { faults };
  return {
    input: {
      ...(inputs.includes('reason') ? { reason: typed.reason.trim() } : {}),
      ...(inputs.includes('cost') && cents !== undefined ? { costCents: cents } : {}),
      ...(inputs.includes('expectedOn') ? { expectedOn: typed.expectedOn } : {}),
    },
  };
}
