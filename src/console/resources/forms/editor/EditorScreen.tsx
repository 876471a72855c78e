import { formatCount } from '../../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { FormVersion } from '../../../../../domain/generated/resources.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { readRow, readRows } from '../../../../app/rows.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import { ConflictBanner } from '../../../editing/ConflictBanner.tsx';
import { EditorShell, useEditorPanes } from '../../../editing/EditorShell.tsx';
import { OpenEditor } from '../../../editing/OpenEditor.tsx';
import { SaveStatus } from '../../../editing/SaveStatus.tsx';
import { VersionList } from '../../../editing/VersionList.tsx';
import { FieldList } from './FieldList.tsx';
import { VersionChanges } from './FormChanges.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useFormEditor, versionSchema, type EditedForm, type FormEditor } from './useFormEditor.ts';

const BACK = { to: '/requests/manage', label: 'Manage requests' };

/** /requests/manage/form/{id}: the fields of a form, next to a preview. */
export function Screen() {
  const id = Number(useParams()['id']);
  return (
    <OpenEditor queryKey={['forms', 'edited', id]} open={() => openForm(id)} back={BACK} noun="form">
      {(opened) => <Editor key={id} opened={opened} />}
    </OpenEditor>
  );
}

interface OpenedForm {
  form: EditedForm;
  published: RequestFormSchema | null;
  versions: FormVersion[];
}

async function openForm(id: number): Promise<OpenedForm> {
  const [form, versions] = await Promise.all([readRow('forms', id) as Promise<EditedForm>, readVersions(id)]);
  return {
    form,
    versions,
    published: form.currentVersionId === null ? null : await versionSchema(form.currentVersionId),
  };
}

function readVersions(formId: number): Promise<FormVersion[]> {
  return readRows('formVersions', { filter: { formId }, sort: 'number', order: 'DESC' });
}

function Editor({ opened: { form, published, versions: initialData } }: { opened: OpenedForm }) {
  const editor = useFormEditor(form);
  const panes = useEditorPanes();
  const [isPublishing, setIsPublishing] = useState(false);
  const [base, setBase] = useState(published);
  const versions = useQuery({
    queryKey: ['forms', 'versions', form.id],
    queryFn: () => readVersions(form.id),
    initialData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const next = (versions.data[0]?.number ?? 0) + 1;
  const { draft, faults } = editor;
  return (
    <EditorShell
      label="The form"
      panes={panes}
      title={form.title}
      back={BACK}
      lead={COST_TEXTS[form.costType].meaning}
      status={<DraftStatus editor={editor} />}
      steps={editor}
      actions={
        <>
          <ButtonLink icon="settings-2" to={`/requests/manage/forms/${form.id}`}>
            Settings
          </ButtonLink>
          <Button
            variant="primary"
            icon="rocket"
            disabled={draft.kind === 'conflict' || faults.all.length > 0}
            onClick={() => setIsPublishing(true)}
          >
            Publish version {next}
          </Button>
        </>
      }
      banners={
        draft.kind === 'conflict' && (
          <ConflictBanner
            noun="form"
            onTakeTheirs={() => editor.takeTheirs(draft.theirs)}
            onKeepMine={() => editor.keepMine(draft.theirs)}
          >
            Your changes are not saved. Take their form (Undo restores yours), or save yours over it.
          </ConflictBanner>
        )
      }
      edit={{ label: 'Fields', content: <FieldList editor={editor} published={base} /> }}
      side={[
        { key: 'preview', label: 'Preview', content: <PreviewPane editor={editor} panes={panes} /> },
        {
          key: 'history',
          label: `History (${versions.data.length})`,
          content: <Versions editor={editor} versions={versions.data} />,
        },
      ]}
    >
      {isPublishing && (
        <PublishDialog
          editor={editor}
          number={next}
          published={base}
          onClose={() => setIsPublishing(false)}
          onPublished={(schema) => {
            setBase(schema);
            void versions.refetch();
          }}
        />
      )}
    </EditorShell>
  );
}

function DraftStatus({ editor: { draft, saver, faults } }: { editor: FormEditor }) {
  return (
    <SaveStatus
      draft={draft}
      onRetry={() => void saver.flush()}
      untouched="Draft saved"
      saved="Draft saved"
      faulty={`correct ${formatCount(faults.all.length, 'marked setting', 'marked settings')}`}
    />
  );
}

function Versions({ editor, versions }: { editor: FormEditor; versions: FormVersion[] }) {
  return (
    <VersionList
      versions={versions.map(({ id, number, publishedAt }, index) => ({
        key: id,
        number,
        title: `Version ${number}`,
        at: publishedAt,
        isCurrent: index === 0,
      }))}
      current="Offered now"
      empty={{ title: 'No versions yet', text: 'Each publication keeps the form as it was then.' }}
      comparison={({ key }) =>
        () => <VersionChanges id={key} schema={editor.schema} />}
      actions={[
        {
          label: 'Restore as draft',
          icon: 'rotate-ccw',
          run: async ({ key, number }) => {
            editor.edit(await versionSchema(key));
            showToast(`The draft is now version ${number}. Undo restores yours.`);
          },
        },
      ]}
    />
  );
}
