import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TemplateChanges } from './TemplateChanges.tsx';
import type { TemplateEditing } from './useTemplateEditor.tsx';
import layout from '../../../ui/layout.module.css';

/** Notices above the editor: a fault, or a newer default text. */
export function TemplateBanners({ editor: { detail, text, edit } }: { editor: TemplateEditing }) {
  const [isCompared, setIsCompared] = useState(false);
  const { state, isShippedNewer, shipped, shippedThen, canSave } = detail;
  return (
    <>
      {state === 'faulty' && (
        <Banner tone="error" role="none" title="This text is not used">
          It has a placeholder that no longer exists, so the default text is sent. Correct the marked fields and save,
          or restore the default text.
        </Banner>
      )}
      {isShippedNewer && shippedThen !== null && (
        <Banner
          role="none"
          title="The default text has changed since this text was saved"
          actions={
            <>
              <Button size="small" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
                Compare
              </Button>
              {canSave && (
                <Button size="small" onClick={() => edit(shipped)}>
                  Use default text
                </Button>
              )}
            </>
          }
        >
          {isCompared ? (
            <div className={layout.stack3}>
              <p>Changes in the default text:</p>
              <TemplateChanges before={shippedThen} after={shipped} />
              <p>Your text compared with the default text:</p>
              <TemplateChanges before={shipped} after={text} />
            </div>
          ) : (
            'Your text is still used.'
          )}
        </Banner>
      )}
    </>
  );
}
