import { formatCount } from '../../../../domain/values/formats.ts';
import { GRACE } from '../../../../domain/messages/grace.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import { RecordActions } from '../../../actions/ActionBar.tsx';
import { callApi } from '../../../app/callApi.ts';
import { undoChanges } from '../../../app/undoChanges.ts';
import type { FormData } from '../../../forms/formServices.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { clock } from '../../../ui/clock.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { dataProvider } from '../../engine/dataProvider.ts';
import { listPath, showPath } from '../../engine/paths.ts';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import { ConflictDialog } from '../../form/ConflictDialog.tsx';
import { EditPage, type EditFrameProps } from '../../form/EditPage.tsx';
import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import { changedFields, formDataOf, shownSections } from '../../form/recordChanges.ts';
import { SectionList } from '../../form/SectionList.tsx';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { RecordFacts } from '../../show/RecordFacts.tsx';
import { RecordName } from '../../values/ReferenceName.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { RepeatDialog } from './RepeatDialog.tsx';
import { isQuestioned, sessionIn } from './plans.ts';
import { editWarnings, withStart } from './sessionValues.ts';
import styles from '../../form/form.module.css';

/** What follows when a dialog, not the form, has written sessions. */
interface Written {
  /** Announces it with an undo, and reads the record again. */
  changed: (text: string, changes: readonly RowChange[]) => void;
  /** Reads the record again. What has been entered stays. */
  again: () => void;
  /** What has been entered and is not saved. */
  unsavedRef: { current: FormData };
}
const WrittenContext = createContext<Written>({
  changed: () => undefined,
  again: () => undefined,
  unsavedRef: { current: {} },
});

/** /scheduling/editinstance/{id}: a session, alone or with others of its series. */
export function EditSessionPage({ resource, id }: SpecialPageProps) {
  const client = useQueryClient();
  const [{ round, entered }, setRound] = useState({ round: 0, entered: {} as FormData });
  const unsavedRef = useRef<FormData>({});
  const written = useMemo((): Written => {
    const again = () => {
      for (const name of [resource.name, 'eventSeries']) void client.invalidateQueries({ queryKey: [name] });
      setRound((now) => ({ round: now.round + 1, entered: unsavedRef.current }));
    };
    return {
      again,
      unsavedRef,
      changed: (text, changes) => {
        showUndoable(text, () => undoChanges(changes).finally(again), GRACE);
        again();
      },
    };
  }, [client, resource.name]);
  return (
    <WrittenContext value={written}>
      <EditPage {...{ resource, id }} key={round} form={SessionForm} frame={SessionFrame} unsaved={entered} />
    </WrittenContext>
  );
}

/** The generated form. Changes of a series, with conflicts or of tickets are confirmed before they are saved. */
function SessionForm(props: RecordFormProps) {
  const { resource, record = {}, data, onChange, onSubmit } = props;
  const { changed, again, unsavedRef } = use(WrittenContext);
  const [planned, setPlanned] = useState<Record<string, Json> | null>(null);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const session = sessionIn(record);
  const { update } = resource.formSchema;
  useEffect(() => {
    unsavedRef.current = changedFields(formDataOf(record, update), data);
  }, [unsavedRef, record, update, data]);
  const submit = async (checked: FormData) => {
    const values = changedFields(formDataOf(record, update), checked) as Record<string, Json>;
    const isNothing = Object.keys(values).length === 0;
    const isConfirmed = session.seriesId !== null || values['status'] === 'cancelled';
    if (isNothing || !(isConfirmed || (await needsQuestion(session.id, values)))) onSubmit(checked);
    else setPlanned(values);
  };
  const warnings = editWarnings(data, clock.now());
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
      {planned && (
        <ChangeDialog
          resource={resource}
          verb={planned['status'] === 'cancelled' ? 'Cancel' : 'Change'}
          session={session}
          values={planned}
          onClose={() => setPlanned(null)}
          onDone={(changes, count) => {
            setPlanned(null);
            unsavedRef.current = {};
            changed(formatCount(count, 'session changed', 'sessions changed'), changes);
          }}
          onChangedMeanwhile={(now) => {
            setPlanned(null);
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

/** Because of conflicts, or of people who are notified. Where that cannot be found out, saving says why. */
async function needsQuestion(id: number, values: Record<string, Json>): Promise<boolean> {
  const plan = await callApi('POST /api/scheduling/sessions/:id/change/plan', {
    params: { id },
    body: { scope: 'one', values, leave: [] },
  }).catch(() => null);
  return plan !== null && isQuestioned(plan);
}

function SessionFrame({ resource, edit, allowLeaving, formShows, children }: EditFrameProps) {
  const { changed, again } = use(WrittenContext);
  const [isRepeating, setRepeating] = useState(false);
  const { base } = edit;
  const session = sessionIn(base);
  const close = () => setRepeating(false);
  const isLive = base['status'] === 'draft' || base['status'] === 'published';
  return (
    <RecordFrame
      resource={resource}
      title={<RecordName resource={resource} row={base} />}
      actions={
        <>
          <ButtonLink icon="eye" to={showPath(resource, session.id)}>
            View
          </ButtonLink>
          {resource.can.create && isLive && (
            <Button icon="calendar-plus" onClick={() => setRepeating(true)}>
              Add dates
            </Button>
          )}
          <RecordActions
            {...{ resource }}
            row={base}
            onDone={({ replaces }) => (replaces === 'delete' ? allowLeaving() : again())}
            onUndone={again}
          />
        </>
      }
    >
      <div className={styles.columns}>
        <div>{children}</div>
        <div className={styles.beside}>
          <SectionList sections={shownSections(resource, 'update', edit.data)} />
          {session.seriesId !== null && <SeriesLink resource={resource} seriesId={session.seriesId} />}
          <RecordFacts
            resource={resource}
            row={base}
            without={[...Object.keys(resource.formSchema.update.properties), ...formShows]}
          />
        </div>
      </div>
      {isRepeating && (
        <RepeatDialog
          session={{ ...session, startsAt: String(base['startsAt']) }}
          onClose={close}
          onChangedMeanwhile={() => {
            close();
            again();
            showToast('Somebody else changed this session meanwhile. It is shown as it is now.', { tone: 'warning' });
          }}
          onDone={(changes, summary) => {
            close();
            changed(summary, changes);
          }}
        />
      )}
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
