import { useState } from 'react';
import { OCCURRENCE_SCOPES, type OccurrenceScope } from '../../../domain/hours/calendar.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';

const LABELS: Readonly<Record<OccurrenceScope, string>> = {
  one: 'Only this one',
  following: 'This and all following',
  all: 'All, including past ones',
};

export interface ScopeDialogProps {
  verb: 'Move' | 'Edit' | 'Delete';
  title: string;
  /** "blocks" */
  plural: string;
  scopes?: readonly OccurrenceScope[];
  onAnswer: (scope: OccurrenceScope | null) => void;
}

export function ScopeDialog({ verb, title, plural, scopes = OCCURRENCE_SCOPES, onAnswer }: ScopeDialogProps) {
  const [scope, setScope] = useState<OccurrenceScope>('one');
  return (
    <Dialog
      title={`${verb} “${title}”?`}
      onClose={() => onAnswer(null)}
      answer={{ label: verb, variant: verb === 'Delete' ? 'danger' : 'primary', onAnswer: () => onAnswer(scope) }}
    >
      <RadioGroup
        label={`It repeats. Which ${plural} do you want to change?`}
        choices={scopes.map((value) => ({ value, label: LABELS[value] }))}
        value={scope}
        onChange={(value) => setScope(scopes.find((one) => one === value) ?? 'one')}
      />
    </Dialog>
  );
}
