import { formatCount } from '../../../../domain/values/formats.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { RecordActions } from '../../../actions/ActionBar.tsx';
import { CommandDialog } from '../../../actions/CommandDialog.tsx';
import { useAsksBefore } from '../../../actions/resourceActions.ts';
import type { StartedAction } from '../../../actions/startedAction.ts';
import { readRow } from '../../../app/rows.ts';
import type { FormData } from '../../../forms/shared/formServices.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { clock } from '../../../ui/clock.ts';
import { dataProvider } from '../../engine/dataProvider.ts';
import { listPath } from '../../engine/paths.ts';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { ConflictDialog } from '../../form/ConflictDialog.tsx';
import { EditPage, viewEntry, type EditFrameProps } from '../../form/EditPage.tsx';
import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import { changedFields, formDataOf, shownSections } from '../../engine/recordChanges.ts';
import { SectionList } from '../../form/SectionList.tsx';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { RecordFacts } from '../../show/RecordFacts.tsx';
import { RecordTitle } from '../../values/ReferenceName.tsx';
import { startedChange } from './startedChange.ts';
import { editWarnings, withStart } from './sessionValues.ts';
import styles from '../../form/form.module.css';

/** Reads the record again. What has been entered and is not saved stays. */
interface Editing {
  again: () => void;
  unsavedRef: { current: FormData };
}
const EditingContext = createContext<Editing>({ again: () => undefined, unsavedRef: { current: {} } });

/** /scheduling/editinstance/{id}: a session, alone or with others of its series. */
export function EditSessionPage({ resource, id }: SpecialPageProps) {
  const client = useQueryClient();
  const [{ round, entered }, setRound] = useState({ round: 0, entered: {} as FormData });
  const unsavedRef = useRef<FormData>({});
  const editing = useMemo((): Editing => {
    const again = () => {
      for (const name of [resource.name, 'eventSeries']) void client.invalidateQueries({ queryKey: [name] });
      setRound((now) => ({ round: now.round + 1, entered: unsavedRef.current }));
    };
    return { again, unsavedRef };
  }, [client, resource.name]);
  return (
    <EditingContext value={editing}>
      <EditPage {...{ resource, id }} key={round} form={SessionForm} frame={SessionFrame} unsaved={entered} />
    </EditingContext>
  );
}

/** The generated form. Changes of a series, with conflicts or of tickets are confirmed before they are saved. */
function SessionForm(props: RecordFormProps) {
  const { resource, record = {}, data, onChange, onSubmit } = props;
  const { again, unsavedRef } = use(EditingContext);
  const [asking, setAsking] = useState<StartedAction | null>(null);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const asksBefore = useAsksBefore(resource);
  const { update } = resource.formSchema;
  useEffect(() => {
    unsavedRef.current = changedFields(formDataOf(record, update), data);
  }, [unsavedRef, record, update, data]);
  const submit = async (checked: FormData) => {
    const values = changedFields(formDataOf(record, update), checked) as Row;
    const started = startedChange(resource, 'change', record, values);
    if (started === null || Object.keys(values).length === 0) return onSubmit(checked);
    // Where that cannot be found out, saving says why.
    const needsQuestion = record['seriesId'] != null || (await asksBefore(started).catch(() => false));
    return needsQuestion ? setAsking(started) : onSubmit(checked);
  };
  const warnings = editWarnings(data, clock.now());
  const close = () => setAsking(null);
  return (
    <>
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      <GeneratedForm
        {...props}
        onChange={(next) => onChange(data['dates'] == null ? withStart(data, next, null) : next)}
        onSubmit={(checked) => void submit(checked)}
      />
      {asking && (
        <CommandDialog
          {...{ resource, ...asking }}
          onClose={close}
          onDone={() => {
            unsavedRef.current = {};
            again();
          }}
          onUndone={again}
          onRefused={async () => {
            const now: Row = { ...(await readRow('instances', Number(record['id']))) };
            if (now['version'] === record['version']) return;
            close();
            setTheirs(now);
          }}
        />
      )}
      {theirs && (
        <ConflictDialog
          resource={resource}
          base={record}
          mine={data}
          theirs={theirs}
          isSaving={false}
          action="Continue with selection"
          onResolve={(merged) => {
            unsavedRef.current = changedFields(formDataOf(theirs, update), merged);
            again();
            return Promise.resolve();
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </>
  );
}

function SessionFrame({ resource, edit, allowLeaving, formShows, children }: EditFrameProps) {
  const { again } = use(EditingContext);
  const { base } = edit;
  const seriesId = base['seriesId'];
  return (
    <RecordFrame
      resource={resource}
      title={<RecordTitle resource={resource} row={base} />}
      actions={
        <RecordActions
          resource={resource}
          row={base}
          first={[viewEntry(resource, Number(base['id']))]}
          hasPrimary={!edit.isDirty}
          onDone={({ replaces }) => (replaces === 'delete' ? allowLeaving() : again())}
          onUndone={again}
        />
      }
    >
      <div className={styles.columns}>
        <div>{children}</div>
        <div className={styles.beside}>
          <SectionList sections={shownSections(resource, 'update', edit.data)} />
          {typeof seriesId === 'number' && <SeriesLink resource={resource} seriesId={seriesId} />}
          <RecordFacts
            resource={resource}
            row={base}
            without={[...Object.keys(resource.formSchema.update.properties), ...formShows]}
          />
        </div>
      </div>
    </RecordFrame>
  );
}

/** "One of 12 sessions", which leads to all of them. */
function SeriesLink({ resource, seriesId }: { resource: ClientResource; seriesId: number }) {
  const filter = { seriesId };
  const { data: count } = useQuery({
    queryKey: [resource.name, 'count', filter],
    queryFn: async () => {
      const pagination = { page: 1, perPage: 1 };
      return (await dataProvider.getList(resource.name, { filter, pagination, sort: { field: 'id', order: 'ASC' } }))
        .total;
    },
  });
  return (
    <ButtonLink
      icon="calendar-range"
      to={{ pathname: listPath(resource), search: `?${new URLSearchParams({ filter: JSON.stringify(filter) })}` }}
    >
      {count === undefined
        ? 'All sessions of the series'
        : `All ${formatCount(count, 'session', 'sessions')} of the series`}
    </ButtonLink>
  );
}
