import { useCallback, useState, type ReactNode } from 'react';
import type { CalendarItem } from '../../calendar/types.ts';
import { OCCURRENCE_SCOPES, type OccurrenceScope } from '../../../domain/hours/calendar.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { pluralInside } from '../engine/consoleContext.ts';

type Deed = 'move' | 'delete';

/** Which occurrences of a series a change is about; null when that is left without an answer. */
export type AskScope = (deed: Deed, item: CalendarItem) => Promise<OccurrenceScope | null>;

interface Question {
  deed: Deed;
  item: CalendarItem;
  answer: (scope: OccurrenceScope | null) => void;
}

const WORDS: Record<OccurrenceScope, string> = {
  one: 'Only this one',
  following: 'This one and all that follow',
  all: 'All of them, past ones too',
};

/** `question` is the open dialog, to be drawn by the caller. */
export function useScopeQuestion(resource: ClientResource): { ask: AskScope; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = useCallback<AskScope>(
    (deed, item) =>
      new Promise((resolve) => {
        const answer = (scope: OccurrenceScope | null) => {
          setAsked(null);
          resolve(scope);
        };
        setAsked({ deed, item, answer });
      }),
    [],
  );
  return { ask, question: asked && <ScopeDialog key={asked.item.id} resource={resource} question={asked} /> };
}

function ScopeDialog({ resource, question: { deed, item, answer } }: { resource: ClientResource; question: Question }) {
  const [scope, setScope] = useState<OccurrenceScope>('one');
  return (
    <Dialog
      title={deed === 'move' ? `Move “${item.title}”?` : `Delete “${item.title}”?`}
      onClose={() => answer(null)}
      actions={
        <>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button variant={deed === 'move' ? 'primary' : 'danger'} onClick={() => answer(scope)}>
            {deed === 'move' ? 'Move' : 'Delete'}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={`It repeats. Which ${pluralInside(resource)}?`}
        choices={OCCURRENCE_SCOPES.map((value) => ({ value, label: WORDS[value] }))}
        value={scope}
        onChange={(value) => setScope(OCCURRENCE_SCOPES.find((one) => one === value) ?? 'one')}
      />
    </Dialog>
  );
}
