import { useGetOne } from 'ra-core';
import { useState, type ComponentType } from 'react';
import type { ClientResource, Row } from '../../../domain/model.ts';
import { useUnsavedGuard } from '../../app/useUnsavedGuard.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { showPath } from '../engine/paths.ts';
import { RecordFrame } from '../engine/RecordFrame.tsx';
import { RecordLoading, RecordMissing } from '../engine/RecordMissing.tsx';
import { WHOLE } from '../engine/wholeRecord.ts';
import { RecordFacts } from '../show/RecordFacts.tsx';
import { RecordName } from '../values/ReferenceName.tsx';
import { ActionBar } from './ActionBar.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { GeneratedForm } from './GeneratedForm.tsx';
import type { RecordFormProps } from './recordFormProps.ts';
import { useRecordForm } from './useRecordForm.ts';
import { useSaveShortcut } from './useSaveShortcut.ts';
import styles from './form.module.css';

const FORM = 'edit-form';

export interface RecordPageProps { resource: ClientResource; id: string }

export interface EditPageProps extends RecordPageProps {
  /** Default: the generated form. */
  form?: ComponentType<RecordFormProps>;
}

/** The form waits for the record as it is now: one from the cache would meet a conflict with its own past. */
export function EditPage({ resource, id, form = GeneratedForm }: EditPageProps) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne(
    resource.name, { id, meta: WHOLE }, { staleTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const [loaded, setLoaded] = useState<Row | null>(null);
  if (loaded === null && data && isFetchedAfterMount && !error) setLoaded(data as Row);
  if (loaded) return <EditForm resource={resource} record={loaded} form={form} />;
  if (error) return <RecordMissing resource={resource} error={error} onRetry={() => void refetch()} />;
  return <RecordLoading resource={resource} />;
}

function EditForm({ resource, record, form: Form }: { resource: ClientResource; record: Row; form: ComponentType<RecordFormProps> }) {
  const form = useRecordForm(resource, record);
  const letPass = useUnsavedGuard(form.isDirty);
  useSaveShortcut(FORM);
  const id = record['id'] as string | number;
  return (
    <RecordFrame
      resource={resource}
      title={<RecordName resource={resource} row={form.base} />}
      actions={(
        <>
          <ButtonLink icon="eye" to={showPath(resource, id)}>View</ButtonLink>
          {resource.can.delete && <DeleteButton resource={resource} row={form.base} onDeleting={letPass} />}
        </>
      )}
    >
      <div className={styles.columns}>
        <Form
          id={FORM}
          resource={resource}
          mode="update"
          data={form.data}
          record={form.base}
          onChange={form.change}
          onSubmit={(checked) => void form.save(checked)}
          serverErrors={form.refusal}
        >
          <ActionBar state={form.state} action="Save changes">
            {form.isDirty && <Button variant="quiet" onClick={form.discard}>Discard changes</Button>}
          </ActionBar>
        </Form>
        <RecordFacts resource={resource} row={form.base} without={Object.keys(resource.formSchema.update.properties)} />
      </div>
      {form.conflict && (
        <ConflictDialog
          resource={resource}
          base={form.base}
          mine={form.data}
          theirs={form.conflict}
          isSaving={form.state.kind === 'saving'}
          onResolve={form.resolve}
          onClose={form.dismissConflict}
        />
      )}
    </RecordFrame>
  );
}
