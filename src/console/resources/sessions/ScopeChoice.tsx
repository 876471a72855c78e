import { OCCURRENCE_SCOPES } from '../../../../domain/hours/calendar.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';

const WORDS: Readonly<Record<OccurrenceScope, string>> = {
  one: 'Only this session',
  following: 'This session and all that follow',
  all: 'All sessions of the series that are not over',
};

/** How far a change of a series goes. */
export function ScopeChoice({ scope, onScope }: { scope: OccurrenceScope; onScope: (scope: OccurrenceScope) => void }) {
  return (
    <RadioGroup
      label="It is one of a series"
      choices={OCCURRENCE_SCOPES.map((value) => ({ value, label: WORDS[value] }))}
      value={scope}
      onChange={(value) => onScope(OCCURRENCE_SCOPES.find((one) => one === value) ?? 'one')}
    />
  );
}
