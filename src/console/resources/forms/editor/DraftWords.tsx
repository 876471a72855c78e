import { SaveWords } from '../../../editing/SaveWords.tsx';
import { formatCount } from '../../../values/formats.ts';
import type { FormEditor } from './useFormEditor.ts';

/** How the saving of the draft stands. */
export function DraftWords({ editor: { draft, faults, saver } }: { editor: FormEditor }) {
  return (
    <SaveWords
      draft={draft}
      onRetry={() => void saver.flush()}
      untouched="Draft saved"
      saved="Draft saved"
      faulty={`mend ${formatCount(faults.all.length, 'marked setting', 'marked settings')}`}
    />
  );
}
