import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { TemplateDetail } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { useUnsavedGuard } from '../../../app/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { HistoryPane } from './HistoryPane.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { SubjectInput } from './SubjectInput.tsx';
import { TemplateBanners } from './TemplateBanners.tsx';
import { audienceLabel, LIST_PATH } from './templateNames.ts';
import { TemplateStateChips } from './TemplateStateChips.tsx';
import { useTemplateEditor } from './useTemplateEditor.ts';
import layout from '../../../ui/layout.module.css';
import styles from './templates.module.css';

// The rich-text editor is large.
const BodyInput = lazyComponent(() => import('./BodyInput.tsx').then((module) => module.BodyInput));

const BACK = { to: LIST_PATH, label: 'Message templates' };

/** /admin/messageTemplates/{event}/{audience}: one text, next to its preview and history. */
export function Screen() {
  const { event = '', audience = '' } = useParams();
  // Fetched once: a refetch must not replace what is being edited.
  const opened = useQuery({
    queryKey: ['messageTemplates', 'edited', event, audience],
    queryFn: () => callApi('GET /api/messageEvents/:event/:audience', { params: { event, audience } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const error = blockingError(opened);
  if (error || opened.data === undefined) {
    return (
      <Page title="Message template" back={BACK}>
        {error ? (
          <ErrorState title="The template could not be loaded" onRetry={() => void opened.refetch()}>
            {error.message}
          </ErrorState>
        ) : (
          <Loading label="Loading the template" lines={8} lineHeight={44} />
        )}
      </Page>
    );
  }
  return <Editor key={`${event} ${audience}`} opened={opened.data} />;
}

function Editor({ opened }: { opened: TemplateDetail }) {
  const editor = useTemplateEditor(opened);
  const { detail, text, faults, isBusy, isDirty } = editor;
  const { label, audience, category, placeholders, canSave, versions } = detail;
  const [tab, setTab] = useState('preview');
  useUnsavedGuard(isDirty);
  return (
    <Page
      width="full"
      title={label}
      back={BACK}
      aside={<TemplateStateChips template={detail} />}
      lead={`To: ${audienceLabel(audience)}. Kind of message: ${category}.`}
      actions={
        canSave && (
          <>
            <Button variant="quiet" disabled={!isDirty || isBusy} onClick={editor.discard}>
              Discard
            </Button>
            <Button variant="primary" disabled={!isDirty} busy={isBusy} onClick={() => void editor.save(text)}>
              Save
            </Button>
          </>
        )
      }
    >
      <div className={layout.stack4}>
        <TemplateBanners editor={editor} />
        <div className={styles.columns}>
          <Card>
            <div className={layout.stack5}>
              <SubjectInput
                value={text.subject}
                error={faults.subject}
                disabled={!canSave}
                placeholders={placeholders}
                onChange={(subject) => editor.edit({ subject })}
              />
              <CodeBoundary fallback={<Skeleton height={240} />}>
                <BodyInput
                  value={text.body}
                  error={faults.body}
                  disabled={!canSave}
                  placeholders={placeholders}
                  onChange={(body) => editor.edit({ body })}
                />
              </CodeBoundary>
            </div>
          </Card>
          <Card>
            <Tabs
              label="Beside the text"
              selected={tab}
              onSelect={setTab}
              tabs={[
                { key: 'preview', label: 'Preview', content: <PreviewPane detail={detail} text={text} /> },
                {
                  key: 'history',
                  label: `History (${versions.length})`,
                  content: (
                    <HistoryPane
                      detail={detail}
                      isDirty={isDirty}
                      isBusy={isBusy}
                      onRevert={(template) => void editor.save(template)}
                    />
                  ),
                },
              ]}
            />
          </Card>
        </div>
      </div>
    </Page>
  );
}
