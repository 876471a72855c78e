import type { ChangeStatus, SubmissionDetail } from '../../../../domain/request-calls.ts';
import { formatCents, moneyFault, parseCents } from '../../../../domain/money.ts';
import type { Ask } from '../../../../domain/workflow.ts';
import { INCOMPLETE, INCOMPLETE_WORDS } from '../../../ui/DateInput.tsx';

/** What the dialog holds, as it was typed. */
export interface ChangeInputs {
  reason: string;
  cost: string;
  expectedOn: string;
}

export type InputFaults = Partial<Record<Ask, string>>;

export function emptyInputs(detail: Pick<SubmissionDetail, 'costCents' | 'expectedOn'>): ChangeInputs {
  const cost = detail.costCents === null ? '' : formatCents(detail.costCents);
  return { reason: '', cost, expectedOn: detail.expectedOn ?? '' };
}

export function faultsOf(inputs: ChangeInputs, asks: readonly Ask[]): InputFaults {
  const faults: InputFaults = {};
  for (const ask of asks) {
    if (inputs[ask].trim() === '') faults[ask] = 'This field is required';
    else if (ask === 'cost' && centsOf(inputs.cost) === undefined) faults.cost = moneyFault(inputs.cost);
    else if (inputs[ask] === INCOMPLETE) faults[ask] = INCOMPLETE_WORDS.date;
  }
  return faults;
}

export function answersOf(inputs: ChangeInputs, asks: readonly Ask[]): Partial<ChangeStatus> {
  const cents = centsOf(inputs.cost);
  return {
    ...(asks.includes('reason') ? { reason: inputs.reason.trim() } : {}),
    ...(asks.includes('cost') && cents !== undefined ? { costCents: cents } : {}),
    ...(asks.includes('expectedOn') ? { expectedOn: inputs.expectedOn } : {}),
  };
}

function centsOf(text: string): number | undefined {
  const cents = parseCents(text);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}
