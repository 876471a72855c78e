import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Comparison } from './Comparison.tsx';
import type { TemplateEditing } from './useTemplateEditor.ts';
import layout from '../../../ui/layout.module.css';

/** What stands between the text and its use: another's change, a fault, or a newer shipped text. */
export function TemplateBanners({ editor }: { editor: TemplateEditing }) {
  const { detail, conflict, text, isBusy } = editor;
  const [isCompared, setIsCompared] = useState(false);
  const { state, isShippedNewer, shipped, shippedThen, canSave } = detail;
  return (
    <>
      {conflict !== null && (
        <Banner
          tone="warning"
          role="alert"
          title="Somebody else saved this template meanwhile"
          actions={
            <>
              <Button size="small" onClick={() => editor.take(conflict)}>
                Take theirs
              </Button>
              <Button size="small" onClick={() => editor.keepMine(conflict)}>
                Keep mine
              </Button>
            </>
          }
        >
          <p>{conflict.savedBy ?? 'Somebody'} saved it. Yours is not saved yet. How yours differs from theirs:</p>
          <Comparison before={conflict.current} after={text} />
        </Banner>
      )}
      {state === 'faulty' && (
        <Banner tone="error" role="none" title="This text is not used">
          The event no longer offers what the text needs, so the shipped text is sent. Mend what is marked and save, or
          go back to the shipped text.
        </Banner>
      )}
      {isShippedNewer && shippedThen !== null && (
        <Banner
          role="none"
          title="The shipped text has changed since this one was written"
          actions={
            <>
              <Button size="small" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
                Compare
              </Button>
              {canSave && (
                <Button size="small" busy={isBusy} onClick={() => void editor.save(null)}>
                  Use the shipped text
                </Button>
              )}
            </>
          }
        >
          {isCompared ? (
            <div className={layout.stack3}>
              <p>What changed in the shipped text:</p>
              <Comparison before={shippedThen} after={shipped} />
              <p>How yours differs from it:</p>
              <Comparison before={shipped} after={text} />
            </div>
          ) : (
            'Yours goes on being used.'
          )}
        </Banner>
      )}
    </>
  );
}
