import { formatCount } from '../../../../domain/values/formats.ts';
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, type To } from 'react-router-dom';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Event as EventRow } from '../../../../domain/generated/resources.ts';
import type { Json } from '../../../../domain/values/json.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import type { PlannedAnswer, PlanSessions } from '../../../../domain/calls/series.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { callApi } from '../../../app/callApi.ts';
import { readRow } from '../../../app/rows.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { undoChanges } from '../../../app/undoChanges.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useUnsavedGuard } from '../../../app/unsaved.ts';
import type { FormData } from '../../../forms/shared/formServices.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { clock } from '../../../ui/clock.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { useConsole } from '../../engine/consoleContext.ts';
import { listPath, showPath } from '../../engine/paths.ts';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { SaveBar } from '../../form/SaveBar.tsx';
import type { CreateState } from '../../engine/pageProps.ts';
import { useInitialData } from '../../form/CreatePage.tsx';
import { DuplicateNotice } from '../../form/DuplicateNotice.tsx';
import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import { changedFields, withoutNulls } from '../../engine/recordChanges.ts';
import { useRefusalErrors } from '../../form/refusal.ts';
import { useSaveShortcut } from '../../form/useSaveShortcut.ts';
import { useConflictOverride } from './OverrideField.tsx';
import { PlanCard } from './PlanCard.tsx';
import { ruleFaults } from '../../form/recordRules.ts';
import { planQuestionOf, planWarnings, timesFault, withStart, withTemplate } from './sessionValues.ts';
import { SeriesFields, type SeriesChoice } from './SeriesFields.tsx';
import styles from './sessions.module.css';

const FORM = 'schedule-form';

const ONCE: SeriesChoice = { rule: null, excluded: new Set(), isBookedAsWhole: false };

/** /scheduling/scheduleinstance: a session or a series with the defaults of its event. Another address starts again. */
export function SchedulePage(props: SpecialPageProps) {
  return <Schedule key={useLocation().search} {...props} />;
}

/** The form's values, with the defaults of the chosen event. */
function useTemplatedData(initial: FormData) {
  const [held, setHeld] = useState<{ data: FormData; template: EventRow | null }>({
    data: initial,
    template: null,
  });
  const { eventId } = held.data;
  const { data: template = null } = useQuery({
    queryKey: ['events', 'template', eventId],
    queryFn: typeof eventId === 'number' ? () => readRow('events', eventId) : skipToken,
  });
  if (template !== null && template.id === eventId && template !== held.template)
    setHeld({ data: withTemplate(held.data, template, held.template), template });
  const change = (next: FormData) => setHeld((now) => ({ ...now, data: withStart(now.data, next, now.template) }));
  return [held.data, change] as const;
}

/** The sessions that the form describes, and what the user does about conflicts. `fault`: why there are none. */
function usePlannedSessions(resource: ClientResource, data: FormData, { rule, excluded }: SeriesChoice) {
  const { zone } = useConsole();
  const { startsAt, endsAt } = ruleFaults(resource, data, { zone });
  const fault = startsAt ?? endsAt ?? timesFault(data);
  const question = fault === null ? planQuestionOf(data, rule) : null;
  const answer = useQuery({
    queryKey: ['instances', 'plan', question],
    queryFn:
      question === null
        ? skipToken
        : ({ signal }) => callApi('POST /api/scheduling/sessions/plan', { body: question, signal }),
    // Never fresh, because others schedule sessions too.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const planned = question === null ? null : answer;
  const sessions = planned?.data?.sessions ?? [];
  const included = rule === null ? sessions : sessions.filter(({ date }) => !excluded.has(date));
  return {
    question,
    fault,
    planned,
    sessions,
    included,
    override: useConflictOverride(included, planned?.data?.canOverrideConflicts ?? false),
  };
}

/** Creates the sessions, offers to undo that, and leads to them. */
function useScheduling(resource: ClientResource, allowLeaving: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { cameFrom } = (useLocation().state ?? {}) as CreateState;
  const [retryKey] = useState(() => new RetryKey());
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  return useCommand(
    async (body: PlanSessions) => {
      const answer = await retryKey.send(body, (key) => callApi('POST /api/scheduling/sessions', { body, key }));
      allowLeaving();
      showUndoable(formatCount(answer.instanceIds.length, 'session scheduled', 'sessions scheduled'), async () => {
        await undoChanges(answer.changes);
        await refresh();
      });
      void refresh();
      await navigate(cameFrom ?? plannedPath(resource, answer));
    },
    () => void client.invalidateQueries({ queryKey: [resource.name, 'plan'] }),
  );
}

function Schedule({ resource }: SpecialPageProps) {
  const { zone: siteZone } = useConsole();
  const { cameFrom, duplicateOf } = (useLocation().state ?? {}) as CreateState;
  const initial = useInitialData(resource.formSchema.create);
  const [data, change] = useTemplatedData(initial);
  const [series, setSeries] = useState(ONCE);
  const [isChecked, setChecked] = useState(false);
  const plan = usePlannedSessions(resource, data, series);
  const { override, included } = plan;
  const isDirty = Object.keys(changedFields(initial, data)).length > 0 || series !== ONCE;
  const { run, isRunning, refusal } = useScheduling(resource, useUnsavedGuard(isDirty));
  useSaveShortcut(FORM);
  const isNarrow = useMedia('below-full');
  const isRuleOpen = series.rule !== null && ruleFault(series.rule) !== null;
  const save = (checked: FormData) => {
    setChecked(true);
    if (override.check() && !isRuleOpen) void run(planOf(checked, series, plan));
  };
  const zone = plan.planned?.data?.timezone ?? siteZone;
  const startsAt = plan.question?.startsAt ?? String(data['startsAt'] ?? '');
  const onSeries = (changes: Partial<SeriesChoice>) => setSeries((now) => ({ ...now, ...changes }));
  const warnings = planWarnings(data, included, clock.now());
  const card = <PlanCard {...{ series, onSeries, override, warnings }} planned={plan.planned} fault={plan.fault} />;
  const repeats = (
    <SeriesFields
      {...{ series, onSeries, zone }}
      date={wallClockOf(startsAt, zone).slice(0, 10)}
      error={isChecked && isRuleOpen ? 'Enter an end date' : undefined}
    />
  );
  return (
    <RecordFrame resource={resource} title="Schedule sessions">
      {duplicateOf !== undefined && <DuplicateNotice resource={resource} from={duplicateOf} />}
      <div className={styles.columns}>
        <GeneratedForm
          id={FORM}
          resource={resource}
          mode="create"
          data={data}
          onChange={change}
          onSubmit={save}
          serverErrors={useRefusalErrors(refusal)}
          inserted={{ after: 'startsAt', content: repeats }}
        >
          {isNarrow && card}
          <SaveBar
            state={{ kind: isRunning ? 'saving' : refusal ? 'failed' : isDirty ? 'unsaved' : 'clean' }}
            action={
              included.length > 1
                ? `Schedule ${formatCount(included.length, 'session', 'sessions')}`
                : 'Schedule session'
            }
          >
            <ButtonLink to={cameFrom ?? listPath(resource)}>Cancel</ButtonLink>
          </SaveBar>
        </GeneratedForm>
        {!isNarrow && <div className={styles.side}>{card}</div>}
      </div>
    </RecordFrame>
  );
}

function planOf(
  data: FormData,
  { rule, excluded, isBookedAsWhole }: SeriesChoice,
  { sessions, override }: ReturnType<typeof usePlannedSessions>,
): PlanSessions {
  const dates = sessions.map(({ date }) => date);
  return {
    values: withoutNulls(data) as Record<string, Json>,
    rule,
    exceptDates: rule === null ? [] : dates.filter((date) => excluded.has(date)),
    isBookedAsWhole: rule !== null && isBookedAsWhole,
    overrideReason: override.reason,
  };
}

function plannedPath(resource: ClientResource, { seriesId, instanceIds }: PlannedAnswer): To {
  return seriesId === null
    ? showPath(resource, instanceIds[0] ?? 0)
    : { pathname: listPath(resource), search: `?${new URLSearchParams({ filter: JSON.stringify({ seriesId }) })}` };
}
