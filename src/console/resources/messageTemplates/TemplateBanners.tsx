import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConflictBanner } from '../../editing/ConflictBanner.tsx';
import { TemplateChanges } from './TemplateChanges.tsx';
import type { TemplateEditing } from './useTemplateEditor.ts';
import layout from '../../../ui/layout.module.css';

/** Notices above the editor: a conflict, a fault, or a newer default text. */
export function TemplateBanners({ editor }: { editor: TemplateEditing }) {
  const { detail, conflict, text, isBusy } = editor;
  const [isCompared, setIsCompared] = useState(false);
  const { state, isShippedNewer, shipped, shippedThen, canSave } = detail;
  return (
    <>
      {conflict !== null && (
        <ConflictBanner
          noun="template"
          onTakeTheirs={() => editor.take(conflict)}
          onKeepMine={() => editor.keepMine(conflict)}
        >
          <p>{conflict.savedBy ?? 'Someone'} saved it. Your changes are not saved. Your text compared with theirs:</p>
          <TemplateChanges before={conflict.current} after={text} />
        </ConflictBanner>
      )}
      {state === 'faulty' && (
        <Banner tone="error" role="none" title="This text is not used">
          The event no longer has a placeholder of this text, so the default text is sent. Correct the marked fields and
          save, or restore the default text.
        </Banner>
      )}
      {isShippedNewer && shippedThen !== null && (
        <Banner
          role="none"
          title="The default text has changed since this text was written"
          actions={
            <>
              <Button size="small" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
                Compare
              </Button>
              {canSave && (
                <Button size="small" busy={isBusy} onClick={() => void editor.save(null)}>
                  Use the default text
                </Button>
              )}
            </>
          }
        >
          {isCompared ? (
            <div className={layout.stack3}>
              <p>Changes in the default text:</p>
              <TemplateChanges before={shippedThen} after={shipped} />
              <p>Compared with your text:</p>
              <TemplateChanges before={shipped} after={text} />
            </div>
          ) : (
            'Your text stays in use.'
          )}
        </Banner>
      )}
    </>
  );
}
