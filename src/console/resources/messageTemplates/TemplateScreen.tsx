import { useParams } from 'react-router-dom';
import type { TemplateDetail } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import layout from '../../../ui/layout.module.css';
import { EditorShell, useEditorPanes } from '../../editing/EditorShell.tsx';
import { OpenEditor } from '../../editing/OpenEditor.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { SubjectInput } from './SubjectInput.tsx';
import { TemplateBanners } from './TemplateBanners.tsx';
import { TemplateChanges } from './TemplateChanges.tsx';
import { audienceLabel, LIST_PATH } from './templateNames.ts';
import { TemplateStateChips } from './TemplateStateChips.tsx';
import { useTemplateEditor, type TemplateEditing } from './useTemplateEditor.tsx';

// The rich-text editor is large.
const BodyInput = lazyComponent(() => import('./BodyInput.tsx').then((module) => module.BodyInput));

const BACK = { to: LIST_PATH, label: 'Message templates' };

/** /admin/messageTemplates/{event}/{audience}: one text, next to its preview and history. */
export function Screen() {
  const { event = '', audience = '' } = useParams();
  return (
    <OpenEditor
      queryKey={['messageTemplates', 'edited', event, audience]}
      open={() => callApi('GET /api/messageEvents/:event/:audience', { params: { event, audience } })}
      back={BACK}
      noun="template"
    >
      {(opened) => <Editor key={`${event} ${audience}`} opened={opened} />}
    </OpenEditor>
  );
}

function Editor({ opened }: { opened: TemplateDetail }) {
  const editor = useTemplateEditor(opened);
  const { detail, text, draft, edit, saver } = editor;
  const { event, audience, label, category, canSave, shipped } = detail;
  const isSaved = draft.kind === 'saved';
  const isBusy = draft.kind === 'saving';
  return (
    <EditorShell
      noun="template"
      isStacked
      panes={useEditorPanes()}
      title={label}
      back={BACK}
      lead={`To: ${audienceLabel(audience)}. Category: ${category}.`}
      state={<TemplateStateChips template={detail} />}
      editing={canSave ? editor : null}
      status={{ untouched: 'No changes' }}
      actions={(size) =>
        canSave && (
          <>
            <Button variant="quiet" size={size} disabled={isSaved || isBusy} onClick={() => edit(detail.current)}>
              Discard
            </Button>
            <Button variant="primary" size={size} disabled={isSaved} busy={isBusy} onClick={() => void saver.flush()}>
              Save
            </Button>
          </>
        )
      }
      banners={<TemplateBanners editor={editor} />}
      edit={{ label: 'Text', content: <TemplateFields editor={editor} /> }}
      preview={<TemplatePreview detail={detail} text={text} />}
      history={{
        versions: listedVersions(detail),
        current: 'Used now',
        empty: '',
        queryKey: ['messageTemplates', 'version', event, audience],
        read: ({ template }) => Promise.resolve(template ?? shipped),
        changes: (version) => <TemplateChanges before={version} after={text} />,
        restore: canSave
          ? ({ template }) => {
              edit(template ?? shipped);
              return Promise.resolve(true);
            }
          : undefined,
      }}
      conflict={editor.conflict}
    />
  );
}

function TemplateFields({ editor: { text, faults, edit, detail } }: { editor: TemplateEditing }) {
  const shared = { disabled: !detail.canSave, placeholders: detail.placeholders };
  return (
    <Card>
      <div className={layout.stack5}>
        <SubjectInput
          {...shared}
          value={text.subject}
          error={faults.subject}
          onChange={(subject) => edit({ subject }, 'subject')}
        />
        <CodeBoundary fallback={<Skeleton height={240} />}>
          <BodyInput {...shared} value={text.body} error={faults.body} onChange={(body) => edit({ body }, 'body')} />
        </CodeBoundary>
      </div>
    </Card>
  );
}

/** Every saved version, newest first, and the default text. */
function listedVersions({ versions, state }: TemplateDetail) {
  const listed = versions.map(({ number, template, savedAt, savedBy }, index) => ({
    key: number,
    name: `Version ${number}`,
    kind: template === null ? 'the default text' : undefined,
    at: savedAt as string | null,
    by: savedBy,
    isCurrent: index === 0 && state !== 'faulty',
    template,
  }));
  const isCurrent = versions.length === 0;
  return [...listed, { key: 0, name: 'Default text', kind: undefined, at: null, by: null, isCurrent, template: null }];
}
