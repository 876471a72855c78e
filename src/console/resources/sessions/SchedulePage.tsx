import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, type To } from 'react-router-dom';
import type { Json } from '../../../../domain/values/json.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import type { PlannedAnswer, PlanSessions } from '../../../../domain/series-calls.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { undoChanges } from '../../../app/undoChanges.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useUnsavedGuard } from '../../../app/useUnsavedGuard.ts';
import type { FormData } from '../../../forms/formServices.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { useConsole } from '../../engine/consoleContext.ts';
import { listPath, showPath } from '../../engine/paths.ts';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import { SaveBar } from '../../form/SaveBar.tsx';
import { useInitialData, type CreateState } from '../../form/CreatePage.tsx';
import { DuplicateNotice } from '../../form/DuplicateNotice.tsx';
import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import { changesOf, withoutNulls } from '../../form/recordChanges.ts';
import { useSaveShortcut } from '../../form/useSaveShortcut.ts';
import { despiteFault } from './DespiteField.tsx';
import { planQuery, planSessions, templateQuery, type EventTemplate } from './sessionCalls.ts';
import { planQuestionOf, timesFault, withStart, withTemplate } from './sessionValues.ts';
import { PlanCard, SeriesFields, type SeriesChoice } from './SeriesFields.tsx';
import styles from './sessions.module.css';

const FORM = 'schedule-form';

const ONCE: SeriesChoice = { rule: null, left: new Set(), isBookedAsWhole: false, despite: null };

/** /scheduling/scheduleinstance: a session or a series, from what its event gives. An address with other values starts again. */
export function SchedulePage(props: SpecialPageProps) {
  return <Schedule key={useLocation().search} {...props} />;
}

function Schedule({ resource }: SpecialPageProps) {
  const { zone } = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { cameFrom, duplicateOf } = (useLocation().state ?? {}) as CreateState;
  const initial = useInitialData(resource.formSchema.create);
  const [held, setHeld] = useState<{ data: FormData; template: EventTemplate | null }>({
    data: initial,
    template: null,
  });
  const [series, setSeries] = useState(ONCE);
  const [isChecked, setChecked] = useState(false);
  const [retryKey] = useState(() => new RetryKey());
  const { data } = held;
  const eventId = typeof data['eventId'] === 'number' ? data['eventId'] : null;
  const { data: template = null } = useQuery(templateQuery(eventId));
  if (template !== null && template.id === eventId && template !== held.template)
    setHeld({ data: withTemplate(data, template, held.template), template });
  const question = planQuestionOf(data, series.rule);
  const planned = useQuery(planQuery(question));
  const plan = question === null ? undefined : planned.data;
  const takingPlace = (plan?.sessions ?? []).filter(({ date }) => series.rule === null || !series.left.has(date));
  const clashing = takingPlace.filter(({ clashes }) => clashes.length > 0).length;
  const placeZone = plan?.timezone ?? zone;
  const isDirty = Object.keys(changesOf(initial, data)).length > 0 || series !== ONCE;
  const allowLeaving = useUnsavedGuard(isDirty);
  useSaveShortcut(FORM);
  const isNarrow = useMedia('below-full');
  const faults = {
    rule: series.rule !== null && ruleFault(series.rule) !== null ? 'Say the last date' : undefined,
    despite: despiteFault(clashing, series.despite),
  };

  const pathOf = ({ seriesId, instanceIds }: PlannedAnswer): To =>
    seriesId === null
      ? showPath(resource, instanceIds[0] ?? 0)
      : { pathname: listPath(resource), search: `?${new URLSearchParams({ filter: JSON.stringify({ seriesId }) })}` };

  const save = async (checked: FormData) => {
    setChecked(true);
    if (faults.rule !== undefined || faults.despite !== undefined) return;
    const body: PlanSessions = {
      values: withoutNulls(checked) as Record<string, Json>,
      rule: series.rule,
      exceptDates: series.rule === null ? [] : leftIn(series, plan?.sessions ?? []),
      isBookedAsWhole: series.rule !== null && series.isBookedAsWhole,
      despite: clashing > 0 ? series.despite : null,
    };
    const answer = await retryKey.send(body, (key) => planSessions(body, key));
    allowLeaving();
    showUndoable(formatCount(answer.instanceIds.length, 'session scheduled', 'sessions scheduled'), async () => {
      await undoChanges(answer.changes);
      await client.invalidateQueries({ queryKey: [resource.name] });
    });
    void client.invalidateQueries({ queryKey: [resource.name] });
    await navigate(cameFrom ?? pathOf(answer));
  };
  const { run, isRunning, refusal } = useCommand(
    save,
    () => void client.invalidateQueries({ queryKey: [resource.name, 'plan'] }),
  );
  const serverErrors = useMemo(
    () => (refusal ? (refusal.problem.errors ?? { root: { serverError: refusal.message } }) : undefined),
    [refusal],
  );

  const shown = {
    series,
    onSeries: setSeries,
    date: wallClockOf(question?.startsAt ?? String(data['startsAt'] ?? ''), placeZone).slice(0, 10),
    zone: placeZone,
    plan,
    isPlanning: planned.isFetching,
    fault: timesFault(data),
    failure: question === null ? null : planned.error,
    onRetry: () => void planned.refetch(),
    clashing,
    errors: isChecked ? faults : {},
  };
  return (
    <RecordFrame resource={resource} title="Schedule sessions">
      {duplicateOf !== undefined && <DuplicateNotice resource={resource} from={duplicateOf} />}
      <div className={styles.columns}>
        <GeneratedForm
          id={FORM}
          resource={resource}
          mode="create"
          data={data}
          onChange={(next) => setHeld((now) => ({ ...now, data: withStart(now.data, next, now.template) }))}
          onSubmit={(checked) => void run(checked)}
          serverErrors={serverErrors}
        >
          <SeriesFields {...shown} />
          {isNarrow && <PlanCard {...shown} />}
          <SaveBar
            state={{ kind: isRunning ? 'saving' : refusal ? 'failed' : isDirty ? 'unsaved' : 'clean' }}
            action={
              takingPlace.length > 1
                ? `Schedule ${formatCount(takingPlace.length, 'session', 'sessions')}`
                : 'Schedule session'
            }
          >
            <ButtonLink to={cameFrom ?? listPath(resource)}>Cancel</ButtonLink>
          </SaveBar>
        </GeneratedForm>
        {!isNarrow && (
          <div className={styles.side}>
            <PlanCard {...shown} />
          </div>
        )}
      </div>
    </RecordFrame>
  );
}

/** The dates that are left out, of those that there are. */
function leftIn({ left }: SeriesChoice, sessions: readonly { date: string }[]): string[] {
  return sessions.map(({ date }) => date).filter((date) => left.has(date));
}
