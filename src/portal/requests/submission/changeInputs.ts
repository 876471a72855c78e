import type { ChangeStatus, SubmissionDetail } from '../../../../domain/request-calls.ts';
import type { Ask } from '../../../../domain/workflow.ts';

/** What the dialog holds, as it was typed. */
export interface ChangeInputs {
  reason: string;
  cost: string;
  expectedOn: string;
}

export type InputFaults = Partial<Record<Ask, string>>;

export function emptyInputs(detail: Pick<SubmissionDetail, 'costCents' | 'expectedOn'>): ChangeInputs {
  const cost = detail.costCents === null ? '' : (detail.costCents / 100).toFixed(2);
  return { reason: '', cost, expectedOn: detail.expectedOn ?? '' };
}

export function faultsOf(inputs: ChangeInputs, asks: readonly Ask[]): InputFaults {
  const faults: InputFaults = {};
  for (const ask of asks) {
    if (inputs[ask].trim() === '') faults[ask] = 'This field is required';
    else if (ask === 'cost' && centsOf(inputs.cost) === undefined) faults.cost = 'Enter an amount, like 12.50';
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
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[\s,$]/g, ''));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}
