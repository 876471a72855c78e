import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDate } from '../../../../domain/values/dates.ts';
import { parseRule, ruleFault, ruleText } from '../../../../domain/hours/recurrence.ts';
import { MOST_SESSIONS, type RepeatedSession } from '../../../../domain/series-calls.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { PickedDates } from '../../../forms/widgets/PickedDates.tsx';
import { RuleBuilder } from '../../../forms/widgets/RuleBuilder.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { typedFault } from '../../../ui/datePicker/typed.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { DespiteField, despiteFault } from './DespiteField.tsx';
import { PlanList } from './PlanList.tsx';
import { changedMeanwhile, repeatPlanQuery, repeatSessions, seriesQuery, type SeriesRow } from './sessionCalls.ts';
import layout from '../../../ui/layout.module.css';
import styles from './sessions.module.css';

const BECOMES: Readonly<Record<RepeatedSession['becomes'], string>> = {
  stays: '',
  staysForTickets: 'Stays, because of its tickets',
  added: 'New',
  deleted: 'Is deleted',
};

export interface RepeatDialogProps {
  session: { id: number; version: number; seriesId: number | null; startsAt: string };
  onDone: (changes: readonly RowChange[], words: string) => void;
  /** Somebody else has changed the session meanwhile. */
  onChanged: () => void;
  onClose: () => void;
}

/** Lets a session take place on further dates, or repeat by another rule from its date on. */
export function RepeatDialog(props: RepeatDialogProps) {
  const { session, onClose } = props;
  const series = useQuery(seriesQuery(session.seriesId));
  // Without any change: when there are sessions now, and in which zone.
  const now = useQuery(repeatPlanQuery(session.id, { rule: null, dates: [], exceptDates: [] }));
  const error = now.error ?? series.error;
  if (now.data !== undefined && (session.seriesId === null || series.data !== undefined)) {
    const { timezone, sessions } = now.data;
    return <RepeatForm {...props} zone={timezone} last={sessions.at(-1)?.date ?? ''} series={series.data ?? null} />;
  }
  return (
    <Dialog title="Add dates" width={620} onClose={onClose} closeButton>
      {error ? (
        <ErrorState
          title="The dates could not be loaded"
          onRetry={() => void Promise.all([now.refetch(), series.refetch()])}
        >
          {error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading the dates" lines={3} />
      )}
    </Dialog>
  );
}

interface RepeatFormProps extends RepeatDialogProps {
  zone: string;
  /** The date of the last session there is. */
  last: string;
  series: SeriesRow | null;
}

function RepeatForm({ session, onDone, onChanged, onClose, zone, last, series }: RepeatFormProps) {
  const [way, setWay] = useState<'dates' | 'rule'>('dates');
  const [picked, setPicked] = useState<string[]>([]);
  const [repeated, setRepeated] = useState<string | null>(() => ruleUntil(series?.rule ?? null, last));
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(series?.exceptDates));
  const [despite, setDespite] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const typed = picked.find((date) => !isDate(date));
  const isRule = way === 'rule';
  const isHalf = isRule && repeated !== null && ruleFault(repeated) !== null;
  const rule = isRule && !isHalf ? repeated : null;
  const dates = isRule ? [] : picked.filter(isDate);
  const plan = useQuery(repeatPlanQuery(session.id, { rule, dates, exceptDates: [] }));
  const sessions = (plan.data?.sessions ?? []).filter(({ becomes }) => becomes !== 'stays');
  const added = sessions.filter(({ becomes, date }) => becomes === 'added' && !(isRule && left.has(date)));
  const deleted = sessions.filter(({ becomes }) => becomes === 'deleted');
  const clashing = added.filter(({ clashes }) => clashes.length > 0).length;
  const faults = {
    dates: typed === undefined ? undefined : (typedFault(typed, 'date') ?? 'Enter a date'),
    rule: isHalf ? 'Say the last date' : undefined,
    despite: despiteFault(clashing, despite),
  };
  const toggle = (date: string) => {
    const next = new Set(left);
    if (!next.delete(date)) next.add(date);
    setLeft(next);
  };
  const words = [
    ...(added.length > 0 || deleted.length === 0 ? [`add ${formatCount(added.length, 'session', 'sessions')}`] : []),
    ...(deleted.length > 0 ? [`delete ${added.length > 0 ? deleted.length : sessionsIn(deleted.length)}`] : []),
  ].join(', ');
  const { run, isRunning, refusal } = useCommand(async () => {
    setIsChecked(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    const exceptDates = isRule ? [...left] : [];
    const json = { rule, dates, exceptDates, despite: clashing > 0 ? despite : null };
    try {
      const { changes } = await repeatSessions(session.id, session.version, json);
      const done = [
        ...(added.length > 0 ? [`${sessionsIn(added.length)} added`] : []),
        ...(deleted.length > 0 ? [`${added.length > 0 ? deleted.length : sessionsIn(deleted.length)} deleted`] : []),
      ];
      onDone(changes, done.join(', '));
    } catch (error) {
      if (changedMeanwhile(error) === null) throw error;
      onChanged();
    }
  });
  const isWaiting = plan.data === undefined || plan.isPlaceholderData || plan.isFetching;
  return (
    <Dialog
      title="Add dates"
      width={620}
      onClose={onClose}
      closeButton
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            variant={deleted.length > 0 ? 'danger' : 'primary'}
            busy={isRunning}
            disabled={isWaiting || added.length + deleted.length === 0}
            onClick={() => void run()}
          >
            {words.slice(0, 1).toUpperCase() + words.slice(1)}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        <p>What is added is like this session, at the same time of day.</p>
        <RadioGroup
          label="When"
          choices={[
            { value: 'dates', label: 'On further dates' },
            {
              value: 'rule',
              label: 'By a rule from this session on',
              help: 'Until later, or on other days. Sessions that follow and do not fit the rule are deleted, unless they have tickets.',
            },
          ]}
          value={way}
          onChange={(value) => setWay(value === 'rule' ? 'rule' : 'dates')}
        />
        {isRule ? (
          <Field label="How often" error={isChecked ? faults.rule : undefined}>
            {(ids) => (
              <RuleBuilder
                control={ids}
                rule={repeated}
                date={wallClockOf(session.startsAt, zone).slice(0, 10)}
                zone={zone}
                onRule={setRepeated}
              />
            )}
          </Field>
        ) : (
          <Field label="Dates" error={faults.dates}>
            {(ids) => <PickedDates control={ids} dates={picked} zone={zone} onDates={setPicked} />}
          </Field>
        )}
        {plan.error && !plan.isFetching && (
          <ErrorState title="The dates could not be worked out" onRetry={() => void plan.refetch()}>
            {plan.error.message}
          </ErrorState>
        )}
        {plan.data?.isCut === true && (
          <Banner tone="error" title={`A series has at most ${MOST_SESSIONS} sessions`}>
            Let it stop earlier, or make two of it.
          </Banner>
        )}
        {sessions.length > 0 && (
          <div aria-busy={plan.isFetching}>
            <PlanList
              label="What changes"
              sessions={sessions}
              zone={zone}
              nameOf={({ date, instanceId }) => (instanceId === null ? date : String(instanceId))}
              keptWords={({ becomes }) => BECOMES[becomes]}
              {...(isRule
                ? { left, onToggle: toggle, isFixed: ({ becomes }: RepeatedSession) => becomes !== 'added' }
                : {})}
            />
          </div>
        )}
        {sessions.length === 0 && !plan.isFetching && plan.data !== undefined && (
          <p className={styles.kept} role="status">
            {isRule
              ? 'The sessions that follow are those of this rule already.'
              : 'Choose dates on which there is none yet.'}
          </p>
        )}
        <DespiteField
          count={clashing}
          mayOverride={plan.data?.canOverrideConflicts ?? false}
          despite={despite}
          error={isChecked ? faults.despite : undefined}
          onDespite={setDespite}
        />
      </div>
    </Dialog>
  );
}

function sessionsIn(count: number): string {
  return formatCount(count, 'session', 'sessions');
}

/** The rule of a series from one of its later sessions on: what counts from the first one ends with the last one. */
function ruleUntil(rule: string | null, last: string): string | null {
  if (rule === null || ruleFault(rule) !== null) return null;
  const parsed = parseRule(rule);
  return parsed.count === null ? rule : ruleText({ ...parsed, count: null, until: last });
}
