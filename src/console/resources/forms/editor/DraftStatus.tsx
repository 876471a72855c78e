import { SaveStatus } from '../../../editing/SaveStatus.tsx';
import { formatCount } from '../../../values/formats.ts';
import type { FormEditor } from './useFormEditor.ts';

/** The save state of the draft. */
export function DraftStatus({ editor: { draft, faults, saver } }: { editor: FormEditor }) {
  return (
    <SaveStatus
      draft={draft}
      onRetry={() => void saver.flush()}
      untouched="Draft saved"
      saved="Draft saved"
      faulty={`mend ${formatCount(faults.all.length, 'marked setting', 'marked settings')}`}
    />
  );
}
