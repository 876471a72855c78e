import type { CheckOutcome } from '../../../../domain/calls/debug.ts';
import { Chip, type ChipProps } from '../../../ui/Chip.tsx';

const OUTCOMES: Readonly<Record<CheckOutcome, Pick<ChipProps, 'tone' | 'icon' | 'children'>>> = {
  passed: { tone: 'green', icon: 'circle-check', children: 'Passed' },
  attention: { tone: 'orange', icon: 'triangle-alert', children: 'Needs attention' },
  failed: { tone: 'red', icon: 'triangle-alert', children: 'Failed' },
  skipped: { tone: 'grey', icon: 'circle-dashed', children: 'Nothing to check' },
};

/** What a check found. */
export function OutcomeChip({ outcome }: { outcome: CheckOutcome }) {
  return <Chip {...OUTCOMES[outcome]} />;
}
