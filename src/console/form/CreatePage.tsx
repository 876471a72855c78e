import { useCreate } from 'ra-core';
import { useMemo, useState, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { ResourceSchema } from '../../../domain/declarations/schemas.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useUnsavedGuard } from '../../app/unsaved.ts';
import { defaultsOf, toFormSchema } from '../../forms/shared/formSchema.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { showToast } from '../../ui/toasts.ts';
import { singularInside, singularOf } from '../../app/resourceNames.ts';
import { RecordFrame } from '../engine/RecordFrame.tsx';
import { listPath, showPath } from '../engine/paths.ts';
import { SaveBar } from './SaveBar.tsx';
import { SectionList } from './SectionList.tsx';
import { DuplicateNotice } from './DuplicateNotice.tsx';
import { GeneratedForm } from './GeneratedForm.tsx';
import type { CreateState } from '../engine/pageProps.ts';
import { changedFields, shownSections, withoutNulls } from '../engine/recordChanges.ts';
import type { RecordFormProps } from './recordFormProps.ts';
import { useRefusalErrors } from './refusal.ts';
import { useSaveShortcut } from './useSaveShortcut.ts';
import styles from './form.module.css';

const FORM = 'create-form';

export interface CreatePageProps {
  resource: ClientResource;
  /** Default: the generated form. */
  form?: ComponentType<RecordFormProps>;
}

/** Navigates to the new record, or back to the screen that requested it (state: {cameFrom}). */
export function CreatePage({ resource, form: Form = GeneratedForm }: CreatePageProps) {
  const initial = useInitialData(resource.formSchema.create);
  const navigate = useNavigate();
  const { cameFrom, duplicateOf } = (useLocation().state ?? {}) as CreateState;
  const [data, setData] = useState<FormData>(initial);
  const [create] = useCreate();
  const [retryKey] = useState(() => new RetryKey());
  const isDirty = Object.keys(changedFields(initial, data)).length > 0;
  const allowLeaving = useUnsavedGuard(isDirty);
  useSaveShortcut(FORM);

  const { run, isRunning, refusal } = useCommand(async (checked: FormData) => {
    const given = withoutNulls(checked);
    const row = await retryKey.send(given, (idempotencyKey) =>
      create(resource.name, { data: given, meta: { idempotencyKey, duplicateOf } }, { returnPromise: true }),
    );
    allowLeaving();
    showToast(`${singularOf(resource)} created`);
    await navigate(cameFrom ?? pageAfterCreate(resource, row.id));
  });
  const serverErrors = useRefusalErrors(refusal);
  return (
    <RecordFrame resource={resource} title={`New ${singularInside(resource)}`}>
      {duplicateOf !== undefined && <DuplicateNotice resource={resource} from={duplicateOf} />}
      <div className={styles.columns}>
        <Form
          id={FORM}
          resource={resource}
          mode="create"
          data={data}
          onChange={setData}
          onSubmit={(checked) => void run(checked)}
          serverErrors={serverErrors}
        >
          <SaveBar
            state={{ kind: isRunning ? 'saving' : refusal ? 'failed' : isDirty ? 'unsaved' : 'clean' }}
            action={`Create ${singularInside(resource)}`}
          >
            <ButtonLink to={cameFrom ?? listPath(resource)}>Cancel</ButtonLink>
          </SaveBar>
        </Form>
        <div className={styles.beside}>
          <SectionList sections={shownSections(resource, 'create', data)} />
        </div>
      </div>
    </RecordFrame>
  );
}

/** With the question of the action that usually follows. */
function pageAfterCreate(resource: ClientResource, id: string | number): string {
  const next = resource.actions.find(({ afterCreate }) => afterCreate);
  return showPath(resource, id) + (next ? `?action=${next.name}` : '');
}

/** The schema's defaults, overridden by data passed by "Duplicate" or by "Add" next to a related list. */
export function useInitialData(schema: ResourceSchema): FormData {
  const { state, search } = useLocation();
  return useMemo(() => {
    const given = { ...sourceIn(search), ...(state as CreateState | null)?.record };
    const known = Object.entries(given).filter(
      ([name, value]) => schema.properties[name] !== undefined && value != null,
    );
    return { ...defaultsOf(toFormSchema(schema)), ...Object.fromEntries(known) };
  }, [schema, search, state]);
}

/** react-admin's convention: ?source={"eventId":5} */
function sourceIn(search: string): FormData {
  try {
    const source: unknown = JSON.parse(new URLSearchParams(search).get('source') ?? '{}');
    return typeof source === 'object' && source !== null ? (source as FormData) : {};
  } catch {
    return {};
  }
}
