import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { EditedForm } from '../formCalls.ts';
import type { FormEditor } from './useFormEditor.ts';

/** Two people have edited the form concurrently: choose whose version continues. Taking theirs can be undone. */
export function ConflictBanner({ theirs, editor }: { theirs: EditedForm; editor: FormEditor }) {
  return (
    <Banner
      tone="warning"
      title="Somebody else changed this form meanwhile"
      actions={
        <>
          <Button size="small" onClick={() => editor.takeTheirs(theirs)}>
            Take theirs
          </Button>
          <Button size="small" onClick={() => editor.keepMine(theirs)}>
            Keep mine
          </Button>
        </>
      }
    >
      Your changes are not saved. Take their form (Undo brings yours back), or save yours over it.
    </Banner>
  );
}
