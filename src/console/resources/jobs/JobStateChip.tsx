import type { JobState } from '../../../../domain/operations/jobs.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { STATES, stateLabel } from './jobWords.ts';

export function JobStateChip({ state }: { state: JobState }) {
  return (
    <Chip tone={STATES[state].tone} icon={STATES[state].icon}>
      {stateLabel(state)}
    </Chip>
  );
}
