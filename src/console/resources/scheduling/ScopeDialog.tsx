import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';

export interface ScopeDialogProps {
  /** "Move", "Delete", "Edit" */
  verb: string;
  title: string;
  /** What of a series it may be about; default: all three. */
  scopes?: readonly OccurrenceScope[];
  onChoose: (scope: OccurrenceScope | null) => void;
}

const WORDS: Readonly<Record<OccurrenceScope, string>> = {
  one: 'Only this one',
  following: 'This and all following',
  all: 'All of the series',
};

/** Which occurrences of a series a change is about. */
export function ScopeDialog({ verb, title, scopes = ['one', 'following', 'all'], onChoose }: ScopeDialogProps) {
  return (
    <Dialog title={`${verb} “${title}”`} onClose={() => onChoose(null)} closeButton>
      <div className={layout.stack3}>
        <p>It repeats. Which dates is this about?</p>
        {scopes.map((scope) => (
          <Button key={scope} block onClick={() => onChoose(scope)}>
            {WORDS[scope]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
