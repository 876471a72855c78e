import { formatCents, moneyFault, parseCents } from '../../domain/money.ts';
import type { ChangeStatuses } from '../../domain/request-calls.ts';
import type { TransitionInput } from '../../domain/workflow.ts';
import { INCOMPLETE, INCOMPLETE_WORDS } from '../ui/DateInput.tsx';

/** What a change of status takes along. */
export type StatusInput = Partial<Pick<ChangeStatuses, 'reason' | 'costCents' | 'expectedOn'>>;

/** What stands in the inputs of the dialog. */
export type Typed = Record<TransitionInput, string>;

/** The inputs at the start: empty, or with what the one request has already. */
export function startOfInputs(request: { costCents: number | null; expectedOn: string | null } | null): Typed {
  const cost = request?.costCents ?? null;
  return { reason: '', cost: cost === null ? '' : formatCents(cost), expectedOn: request?.expectedOn ?? '' };
}

/** The values as the call takes them, or a message for each input in the way. */
export function readTyped(
  typed: Typed,
  inputs: readonly TransitionInput[],
): { input: StatusInput } | { faults: Partial<Typed> } {
  const faults: Partial<Typed> = {};
  const cents = parseCents(typed.cost);
  for (const name of inputs) if (typed[name].trim() === '') faults[name] = 'This field is required';
  if (inputs.includes('expectedOn') && typed.expectedOn === INCOMPLETE) faults.expectedOn = INCOMPLETE_WORDS.date;
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
