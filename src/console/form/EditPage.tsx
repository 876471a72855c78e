import { useGetOne } from 'ra-core';
import { useState, type ComponentType, type ReactNode } from 'react';
import { formatCount } from '../../../domain/values/formats.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { callApi } from '../../app/callApi.ts';
import { confirmModal } from '../../app/dialogs/modalQueue.ts';
import { useUnsavedGuard } from '../../app/unsaved.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { Button } from '../../ui/Button.tsx';
import { RecordActions, type BarEntry } from '../../actions/ActionBar.tsx';
import { showPath } from '../engine/paths.ts';
import { RecordFrame } from '../engine/RecordFrame.tsx';
import { RecordView } from '../engine/RecordView.tsx';
import { WHOLE } from '../engine/wholeRecord.ts';
import type { RecordPageProps } from '../engine/pageProps.ts';
import { RecordFacts } from '../show/RecordFacts.tsx';
import { RecordTitle } from '../values/ReferenceName.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SectionList } from './SectionList.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { GeneratedForm } from './GeneratedForm.tsx';
import { NOTICE } from './NoteField.tsx';
import { changedFields, formDataOf, shownSections } from '../engine/recordChanges.ts';
import type { RecordFormProps } from './recordFormProps.ts';
import { useRecordForm, type RecordForm } from './useRecordForm.ts';
import { useSaveShortcut } from './useSaveShortcut.ts';
import styles from './form.module.css';

const FORM = 'edit-form';

export interface EditPageProps extends RecordPageProps {
  /** Default: the generated form. */
  form?: ComponentType<RecordFormProps>;
  /** The frame around the form. Default: the record's name and actions, with its facts at the side. */
  frame?: ComponentType<EditFrameProps>;
  /** Additional fields shown by the form; all others are facts at the side. */
  formShows?: readonly string[];
  /** Values that someone had entered when the page was opened again. */
  unsaved?: FormData;
}

const NOTHING: FormData = {};

export interface EditFrameProps {
  resource: ClientResource;
  edit: RecordForm;
  allowLeaving: () => void;
  formShows: readonly string[];
  children: ReactNode;
}

/** Waits for a fresh record: a cached one would conflict with its own later version. */
export function EditPage({
  resource,
  id,
  form = GeneratedForm,
  frame = RecordEditFrame,
  formShows = [],
  unsaved = NOTHING,
}: EditPageProps) {
  const [loaded, setLoaded] = useState<Row | null>(null);
  const { data, error, isFetchedAfterMount, refetch } = useGetOne(
    resource.name,
    { id, meta: WHOLE },
    { staleTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: loaded === null },
  );
  if (loaded === null && data && isFetchedAfterMount && !error) setLoaded(data as Row);
  return (
    <RecordView resource={resource} query={{ data: loaded ?? undefined, error: loaded ? null : error, refetch }}>
      {(record) => <EditForm {...{ resource, form, frame, formShows, unsaved }} record={record} />}
    </RecordView>
  );
}

type EditFormProps = Required<Omit<EditPageProps, 'id'>> & { record: Row };

function EditForm({ resource, record, form: Form, frame: Frame, formShows, unsaved }: EditFormProps) {
  const edit = useRecordForm(resource, record, unsaved);
  const allowLeaving = useUnsavedGuard(edit.isDirty);
  useSaveShortcut(FORM);
  const submit = async (checked: FormData) => {
    // Forms of their own ask their own questions.
    if (Form !== GeneratedForm || (await confirmNotices(resource, edit.base, checked))) await edit.save(checked);
  };
  return (
    <Frame resource={resource} edit={edit} allowLeaving={allowLeaving} formShows={formShows}>
      <Form
        id={FORM}
        resource={resource}
        mode="update"
        data={edit.data}
        record={edit.base}
        onChange={edit.change}
        onSubmit={(checked) => void submit(checked)}
        serverErrors={edit.refusal}
      >
        <SaveBar state={edit.state} action="Save changes">
          {edit.isDirty && (
            <Button variant="quiet" onClick={edit.discard}>
              Discard changes
            </Button>
          )}
        </SaveBar>
      </Form>
      {edit.conflict && (
        <ConflictDialog
          resource={resource}
          base={edit.base}
          mine={edit.conflict.mine}
          theirs={edit.conflict.theirs}
          isSaving={edit.state.kind === 'saving'}
          onResolve={edit.resolve}
          onClose={edit.dismissConflict}
        />
      )}
    </Frame>
  );
}

/** Asks before a change that notifies people. */
async function confirmNotices(resource: ClientResource, base: Row, checked: FormData): Promise<boolean> {
  if (!resource.config.notifiesOfChanges) return true;
  const data = changedFields(formDataOf(base, resource.formSchema.update), checked) as Row;
  const body = { ids: [base['id'] as number], data };
  // Where that cannot be found out, saving says why.
  const { people } = await callApi('POST /api/:resource/changes/plan', {
    params: { resource: resource.name },
    body,
  }).catch(() => ({ people: 0 }));
  return (
    people === 0 ||
    confirmModal({
      header: `Notify ${formatCount(people, 'person', 'people')}?`,
      message: NOTICE,
      confirmButtonText: 'Save changes',
    })
  );
}

/** To the record's own page. */
export function viewEntry(resource: ClientResource, id: string | number): BarEntry {
  return { key: 'view', label: 'View', icon: 'eye', to: showPath(resource, id) };
}

function RecordEditFrame({ resource, edit, allowLeaving, formShows, children }: EditFrameProps) {
  const id = edit.base['id'] as string | number;
  return (
    <RecordFrame
      resource={resource}
      title={<RecordTitle resource={resource} row={edit.base} />}
      actions={
        <RecordActions
          resource={resource}
          row={edit.base}
          part="deletions"
          first={[viewEntry(resource, id)]}
          hasPrimary={!edit.isDirty}
          onLeaving={allowLeaving}
        />
      }
    >
      <div className={styles.columns}>
        <div>{children}</div>
        <div className={styles.beside}>
          <SectionList sections={shownSections(resource, 'update', edit.data)} />
          <RecordFacts
            resource={resource}
            row={edit.base}
            without={[...Object.keys(resource.formSchema.update.properties), ...formShows]}
          />
        </div>
      </div>
    </RecordFrame>
  );
}
