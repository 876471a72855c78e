import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { blockingError } from '../../../../app/useLastAnswer.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import { listVersions, readForm, versionSchema } from '../formCalls.ts';
import type { EditedForm, VersionRow } from '../formCalls.ts';
import { ConflictBanner } from './ConflictBanner.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { FieldList } from './FieldList.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useFormEditor } from './useFormEditor.ts';
import { VersionsPane } from './VersionsPane.tsx';
import styles from './editor.module.css';

const BACK = { to: '/requests/manage', label: 'Manage requests' };

/** /requests/manage/form/{id}: the fields of a form, next to a preview. */
export function Screen() {
  const id = Number(useParams()['id']);
  // Fetched once: a refetch must not replace what is being edited.
  const opened = useQuery({
    queryKey: ['forms', 'edited', id],
    queryFn: () => openForm(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const versions = useQuery({ queryKey: ['forms', 'versions', id], queryFn: () => listVersions(id) });
  const error = blockingError(opened) ?? blockingError(versions);
  if (error) {
    return (
      <Page title="Form" back={BACK}>
        <ErrorState
          title="The form could not be loaded"
          onRetry={() => void Promise.all([opened.refetch(), versions.refetch()])}
        >
          {error.message}
        </ErrorState>
      </Page>
    );
  }
  if (!opened.data || !versions.data) {
    return (
      <Page title="Form" back={BACK}>
        <Loading label="Loading the form" lines={8} lineHeight={44} />
      </Page>
    );
  }
  const { form, published } = opened.data;
  return (
    <Editor
      key={form.id}
      form={form}
      versions={versions.data}
      published={published}
      onPublished={() => void versions.refetch()}
    />
  );
}

async function openForm(id: number): Promise<Pick<EditorProps, 'form' | 'published'>> {
  const form = await readForm(id);
  return { form, published: form.currentVersionId === null ? null : await versionSchema(form.currentVersionId) };
}

interface EditorProps {
  form: EditedForm;
  versions: VersionRow[];
  published: EditedForm['draftSchema'];
  onPublished: () => void;
}

function Editor({ form, versions, published, onPublished }: EditorProps) {
  const editor = useFormEditor(form);
  const isNarrow = useMedia('below-full');
  const [tab, setTab] = useState('fields');
  const [isPublishing, setIsPublishing] = useState(false);
  const [base, setBase] = useState(published);
  const next = (versions[0]?.number ?? 0) + 1;
  const isReady = editor.draft.kind !== 'conflict' && editor.faults.all.length === 0;
  const fields = <FieldList editor={editor} published={base} />;
  const beside = [
    { key: 'preview', label: 'Preview', content: <PreviewPane editor={editor} /> },
    {
      key: 'versions',
      label: `Versions (${versions.length})`,
      content: <VersionsPane editor={editor} versions={versions} />,
    },
  ];
  return (
    <Page
      width="full"
      title={form.title}
      back={BACK}
      lead={COST_TEXTS[form.costType].meaning}
      actions={
        <>
          <DraftStatus editor={editor} />
          <IconButton icon="undo" label="Undo" disabled={!editor.canUndo} onClick={editor.undo} />
          <IconButton icon="redo" label="Redo" disabled={!editor.canRedo} onClick={editor.redo} />
          <ButtonLink icon="settings-2" to={`/requests/manage/forms/${form.id}`}>
            Settings
          </ButtonLink>
          <Button variant="primary" icon="rocket" disabled={!isReady} onClick={() => setIsPublishing(true)}>
            Publish version {next}
          </Button>
        </>
      }
    >
      {editor.draft.kind === 'conflict' && <ConflictBanner theirs={editor.draft.theirs} editor={editor} />}
      {isNarrow ? (
        <div className={styles.narrow}>
          <Tabs
            label="The form"
            selected={tab}
            onSelect={setTab}
            tabs={[{ key: 'fields', label: 'Fields', content: fields }, ...beside]}
          />
        </div>
      ) : (
        <div className={styles.columns}>
          {fields}
          <div className={styles.side}>
            <Tabs
              label="Beside the fields"
              selected={tab === 'fields' ? 'preview' : tab}
              onSelect={setTab}
              tabs={beside}
            />
          </div>
        </div>
      )}
      {isPublishing && (
        <PublishDialog
          editor={editor}
          number={next}
          published={base}
          onClose={() => setIsPublishing(false)}
          onPublished={(schema) => {
            setBase(schema);
            onPublished();
          }}
        />
      )}
    </Page>
  );
}
