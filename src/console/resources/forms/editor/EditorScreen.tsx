import { actionsByName, type FormActions } from '../../../../../domain/requests/form-actions.ts';
import { sameJson } from '../../../../../domain/values/json.ts';
import { formatCount } from '../../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import type { FormVersion } from '../../../../../domain/generated/resources.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { readRow, readRows } from '../../../../app/rows.ts';
import { startedAction } from '../../../../actions/startedAction.ts';
import { useResource } from '../../../../app/useResources.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import { EditorShell, useEditorPanes, type ToolSize } from '../../../editing/EditorShell.tsx';
import { useDraftActions } from '../../../editing/useDraftActions.ts';
import { OpenEditor } from '../../../editing/OpenEditor.tsx';
import { FieldList } from './FieldList.tsx';
import { FormPreview } from './FormPreview.tsx';
import {
  formChanges,
  formConflict,
  useFormEditor,
  versionSchema,
  type EditedForm,
  type FormEditor,
} from './useFormEditor.tsx';

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

/** The actions of the form's requests. */
function actionsPath(formId: number): string {
  return `/requests/manage/actions?filter=${encodeURIComponent(JSON.stringify({ formId }))}`;
}

interface OpenedForm {
  form: EditedForm;
  published: RequestFormSchema | null;
  versions: FormVersion[];
  actions: FormActions;
}

async function openForm(id: number): Promise<OpenedForm> {
  const [form, versions, actions] = await Promise.all([
    readRow('forms', id) as Promise<EditedForm>,
    readVersions(id),
    readRows('formActions', { filter: { formId: id } }),
  ]);
  return {
    form,
    versions,
    actions: actionsByName(actions),
    published: form.currentVersionId === null ? null : await versionSchema(form.currentVersionId),
  };
}

function readVersions(formId: number): Promise<FormVersion[]> {
  return readRows('formVersions', { filter: { formId }, sort: 'number', order: 'DESC' });
}

function Editor({ opened: { form, published, versions: initialData, actions } }: { opened: OpenedForm }) {
  const editor = useFormEditor(form);
  const forms = useResource('forms');
  const [base, setBase] = useState(published);
  const versions = useQuery({
    queryKey: ['forms', 'versions', form.id],
    queryFn: () => readVersions(form.id),
    initialData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const [latest] = versions.data;
  const { draft, faults, schema } = editor;
  const isUnchanged =
    latest?.costType === form.costType &&
    base !== null &&
    formChanges(base, schema) === null &&
    sameJson(latest.actions ?? {}, actions);
  return (
    <EditorShell
      noun="form"
      panes={useEditorPanes()}
      title={form.title}
      back={BACK}
      lead={COST_TEXTS[form.costType].meaning}
      editing={editor}
      status={{
        untouched: 'Draft saved',
        faulty: `correct ${formatCount(faults.all.length, 'marked setting', 'marked settings')}`,
      }}
      actions={(size) => (
        <>
          <ButtonLink size={size} icon="settings-2" to={`/requests/manage/forms/${form.id}`}>
            Settings
          </ButtonLink>
          <ButtonLink size={size} icon="zap" to={actionsPath(form.id)}>
            Actions
          </ButtonLink>
          {forms && (
            <PublishButton
              forms={forms}
              editor={editor}
              size={size}
              isUnchanged={isUnchanged}
              number={(latest?.number ?? 0) + 1}
              onPublished={() => {
                setBase(schema);
                void versions.refetch();
              }}
            />
          )}
        </>
      )}
      edit={{ label: 'Fields', content: <FieldList editor={editor} published={base} /> }}
      preview={<FormPreview editor={editor} />}
      history={{
        versions: versions.data.map(({ id, number, publishedAt }, index) => ({
          key: id,
          name: `Version ${number}`,
          at: publishedAt,
          isCurrent: index === 0,
        })),
        current: 'Offered now',
        empty: 'A version is stored each time the form is published.',
        queryKey: ['forms', 'version'],
        read: ({ key }) => versionSchema(key),
        changes: (version) => formChanges(version, schema),
        restore: async ({ key }) => {
          editor.edit(await versionSchema(key));
          return true;
        },
      }}
      conflict={draft.kind === 'conflict' ? formConflict(editor, draft.theirs) : null}
    />
  );
}

interface PublishButtonProps {
  forms: ClientResource;
  editor: FormEditor;
  size: ToolSize;
  isUnchanged: boolean;
  number: number;
  onPublished: () => void;
}

function PublishButton({ forms, editor, size, isUnchanged, number, onPublished }: PublishButtonProps) {
  const { form, draft, faults, saver } = editor;
  const { start, dialog } = useDraftActions(forms, saver, {
    onDone: () => {
      onPublished();
      // What is saved next is compared with the form as it is then.
      void readRow('forms', form.id).then(
        ({ version }) => saver.rebase(version),
        () => undefined,
      );
    },
  });
  const publish = forms.actions.find(({ name }) => name === 'publish');
  if (!publish) return null;
  return (
    <>
      <Button
        variant="primary"
        size={size}
        icon="rocket"
        disabled={isUnchanged || draft.kind === 'conflict' || faults.all.length > 0}
        onClick={() => start(() => startedAction(publish, [form.id], [{ id: form.id, version: saver.version }]))}
      >
        Publish version {number}
      </Button>
      {dialog}
    </>
  );
}
