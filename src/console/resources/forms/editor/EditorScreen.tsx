import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { COST_TYPE_WORDS } from '../costTypeWords.ts';
import { listVersions, readForm, versionSchema } from '../formCalls.ts';
import type { EditedForm, VersionRow } from '../formCalls.ts';
import { ConflictBanner } from './ConflictBanner.tsx';
import { DraftWords } from './DraftWords.tsx';
import { FieldList } from './FieldList.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useFormEditor } from './useFormEditor.ts';
import { useNarrow } from './useNarrow.ts';
import { VersionsPane } from './VersionsPane.tsx';
import styles from './editor.module.css';

const BACK = { to: '/requests/manage', label: 'Manage requests' };

/** /requests/manage/form/{id}: what a form asks, beside how it looks. */
export function Screen() {
  const id = Number(useParams()['id']);
  const form = useQuery({ queryKey: ['forms', 'edited', id], queryFn: () => readForm(id), staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' });
  const versions = useQuery({ queryKey: ['forms', 'versions', id], queryFn: () => listVersions(id) });
  const current = form.data?.currentVersionId ?? versions.data?.[0]?.id ?? null;
  const published = useQuery({
    queryKey: ['forms', 'version', current], queryFn: () => versionSchema(current ?? 0), enabled: current !== null, staleTime: Infinity,
  });
  const error = form.error ?? versions.error ?? published.error;
  if (error) {
    return <Page title="Form" back={BACK}><ErrorState title="The form could not be loaded" onRetry={() => void form.refetch()}>{error.message}</ErrorState></Page>;
  }
  if (!form.data || !versions.data || (current !== null && !published.data) || form.isRefetching && form.dataUpdatedAt === 0) {
    return <Page title="Form" back={BACK}><Loading label="Loading the form" lines={8} lineHeight={44} /></Page>;
  }
  return <Editor key={form.data.id} form={form.data} versions={versions.data} published={published.data ?? null} onPublished={() => void versions.refetch()} />;
}

interface EditorProps { form: EditedForm; versions: VersionRow[]; published: EditedForm['draftSchema']; onPublished: () => void }

function Editor({ form, versions, published, onPublished }: EditorProps) {
  const editor = useFormEditor(form);
  const isNarrow = useNarrow();
  const [part, setPart] = useState('fields');
  const [isPublishing, setIsPublishing] = useState(false);
  const [base, setBase] = useState(published);
  const next = (versions[0]?.number ?? 0) + 1;
  const isReady = editor.draft.kind !== 'conflict' && editor.faults.all.length === 0;
  const fields = <FieldList editor={editor} published={base} />;
  const beside = [
    { key: 'preview', label: 'Preview', content: <PreviewPane editor={editor} /> },
    { key: 'versions', label: `Versions (${versions.length})`, content: <VersionsPane editor={editor} versions={versions} /> },
  ];
  return (
    <Page
      width="full"
      title={form.title}
      back={BACK}
      lead={COST_TYPE_WORDS[form.costType].meaning}
      actions={
        <>
          <DraftWords editor={editor} />
          <IconButton icon="undo" label="Undo" disabled={!editor.canUndo} onClick={editor.undo} />
          <IconButton icon="redo" label="Redo" disabled={!editor.canRedo} onClick={editor.redo} />
          <ButtonLink icon="settings-2" to={`/requests/manage/forms/${form.id}`}>Settings</ButtonLink>
          <Button variant="primary" icon="rocket" disabled={!isReady} onClick={() => setIsPublishing(true)}>Publish version {next}</Button>
        </>
      }
    >
      {editor.draft.kind === 'conflict' && <ConflictBanner theirs={editor.draft.theirs} editor={editor} />}
      {isNarrow ? (
        <div className={styles.narrow}>
          <Tabs label="The form" selected={part} onSelect={setPart} tabs={[{ key: 'fields', label: 'Fields', content: fields }, ...beside]} />
        </div>
      ) : (
        <div className={styles.columns}>
          {fields}
          <div className={styles.side}>
            <Tabs label="Beside the fields" selected={part === 'fields' ? 'preview' : part} onSelect={setPart} tabs={beside} />
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
