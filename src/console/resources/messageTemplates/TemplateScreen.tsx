import { useParams } from 'react-router-dom';
import type { TemplateDetail } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import { useUnsavedGuard } from '../../../app/unsaved.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import layout from '../../../ui/layout.module.css';
import { EditorShell, useEditorPanes } from '../../editing/EditorShell.tsx';
import { OpenEditor } from '../../editing/OpenEditor.tsx';
import { VersionList } from '../../editing/VersionList.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { SubjectInput } from './SubjectInput.tsx';
import { TemplateBanners } from './TemplateBanners.tsx';
import { TemplateChanges } from './TemplateChanges.tsx';
import { audienceLabel, LIST_PATH } from './templateNames.ts';
import { TemplateStateChips } from './TemplateStateChips.tsx';
import { useTemplateEditor, type TemplateEditing } from './useTemplateEditor.ts';

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
  const panes = useEditorPanes();
  const { detail, text, isBusy, isDirty } = editor;
  const { label, audience, category, canSave, versions } = detail;
  useUnsavedGuard(isDirty);
  return (
    <EditorShell
      label="The template"
      isStacked
      panes={panes}
      title={label}
      back={BACK}
      lead={`To: ${audienceLabel(audience)}. Kind of message: ${category}.`}
      state={<TemplateStateChips template={detail} />}
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
      banners={<TemplateBanners editor={editor} />}
      edit={{ label: 'Text', content: <TemplateFields editor={editor} /> }}
      side={[
        { key: 'preview', label: 'Preview', content: <PreviewPane detail={detail} text={text} panes={panes} /> },
        { key: 'history', label: `History (${versions.length})`, content: <Versions editor={editor} /> },
      ]}
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
          onChange={(subject) => edit({ subject })}
        />
        <CodeBoundary fallback={<Skeleton height={240} />}>
          <BodyInput {...shared} value={text.body} error={faults.body} onChange={(body) => edit({ body })} />
        </CodeBoundary>
      </div>
    </Card>
  );
}

/** Every saved version, newest first, and the default text. */
function Versions({ editor: { detail, isDirty, isBusy, save } }: { editor: TemplateEditing }) {
  const { versions, shipped, state, canSave } = detail;
  const listed = [
    ...versions.map(({ number, template, savedAt, savedBy }, index) => ({
      key: number,
      title: `Version ${number}${template === null ? ': the default text' : ''}`,
      at: savedAt,
      by: savedBy,
      isCurrent: index === 0 && state !== 'faulty',
      isNewest: index === 0,
      template,
      before: versions[index + 1]?.template ?? shipped,
    })),
    {
      key: 0,
      title: 'Default text',
      at: null,
      isCurrent: versions.length === 0,
      isNewest: state === 'shipped',
      template: null,
      before: null,
    },
  ];
  return (
    <div className={layout.stack4}>
      {isDirty && <p>Save or discard your changes before you restore an earlier text.</p>}
      <VersionList
        versions={listed}
        current="Used now"
        empty={{ title: '', text: '' }}
        comparison={({ before, template }) =>
          before && (() => <TemplateChanges before={before} after={template ?? shipped} />)
        }
        actions={[
          {
            label: 'Restore',
            icon: 'rotate-ccw',
            disabled: isDirty || isBusy,
            isOffered: ({ isNewest }) => canSave && !isNewest,
            run: ({ template }) => save(template),
          },
        ]}
      />
    </div>
  );
}
