import { formatCount } from '../../../../domain/values/formats.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../../app/QueryView.tsx';
import type { SessionSeries } from '../../../../domain/generated/resources.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { parseRule, ruleFault, ruleText } from '../../../../domain/hours/recurrence.ts';
import type { RepeatedSession, RepeatQuestion } from '../../../../domain/calls/series.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { callApi } from '../../../app/callApi.ts';
import { readRow } from '../../../app/rows.ts';
import { PickedDates } from '../../../forms/widgets/PickedDates.tsx';
import { RuleBuilder } from '../../../forms/widgets/RuleBuilder.tsx';
import { typedFault } from '../../../ui/datePicker/typed.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { PLAN } from './plans.ts';

const NOTES: Readonly<Record<RepeatedSession['becomes'], string>> = {
  stays: '',
  staysForTickets: 'Stays, because of its tickets',
  added: 'New',
  deleted: 'Is deleted',
};

export interface RepeatDialogProps {
  session: { id: number; version: number; seriesId: number | null; startsAt: string };
  onDone: (changes: readonly RowChange[], summary: string) => void;
  onChangedMeanwhile: () => void;
  onClose: () => void;
}

/** Adds dates to a session, or lets it repeat by another rule from its date on. */
export function RepeatDialog(props: RepeatDialogProps) {
  const { session, onClose } = props;
  const { seriesId } = session;
  const series = useQuery({
    queryKey: ['eventSeries', 'rule', seriesId],
    queryFn: seriesId === null ? skipToken : () => readRow('eventSeries', seriesId),
    staleTime: 0,
  });
  // Without any change: when there are sessions now, and in which zone.
  const now = useRepeatPlan(session.id, { rule: null, dates: [], exceptDates: [] });
  if (now.data !== undefined && (seriesId === null || series.data !== undefined)) {
    const { timezone, sessions } = now.data;
    return <RepeatForm {...props} zone={timezone} last={sessions.at(-1)?.date ?? ''} series={series.data ?? null} />;
  }
  return (
    <Dialog title="Add dates" width={620} onClose={onClose} closeButton>
      <QueryView
        query={{
          data: undefined,
          error: now.error ?? series.error,
          refetch: () => void Promise.all([now.refetch(), series.refetch()]),
        }}
        what="the dates"
        lines={3}
      >
        {() => null}
      </QueryView>
    </Dialog>
  );
}

function useRepeatPlan(id: number, body: RepeatQuestion) {
  return useQuery({
    queryKey: ['instances', 'repeat', id, body],
    queryFn: ({ signal }) => callApi('POST /api/scheduling/sessions/:id/repeat/plan', { params: { id }, body, signal }),
    ...PLAN,
  });
}

interface RepeatFormProps extends RepeatDialogProps {
  zone: string;
  /** The date of the last session there is. */
  last: string;
  series: SessionSeries | null;
}

interface Repetition {
  way: 'dates' | 'rule';
  /** As typed. */
  dates: string[];
  rule: string | null;
}

function RepeatForm({ session, onDone, onChangedMeanwhile, onClose, zone, last, series }: RepeatFormProps) {
  const [repetition, setRepetition] = useState<Repetition>(() => ({
    way: 'dates',
    dates: [],
    rule: ruleUntil(series?.rule ?? null, last),
  }));
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(() => new Set(series?.exceptDates));
  const isRule = repetition.way === 'rule';
  const faults = repetitionFaults(repetition);
  const rule = isRule && faults.rule === undefined ? repetition.rule : null;
  const dates = isRule ? [] : repetition.dates.filter(isDate);
  const plan = useRepeatPlan(session.id, { rule, dates, exceptDates: [] });
  const sessions = (plan.data?.sessions ?? []).filter(({ becomes }) => becomes !== 'stays');
  const added = sessions.filter(({ becomes, date }) => becomes === 'added' && !(isRule && excluded.has(date)));
  const deleted = sessions.filter(({ becomes }) => becomes === 'deleted');
  const choosing = isRule ? { excluded, onExcluded: setExcluded } : {};
  return (
    <PlanDialog
      title="Add dates"
      plan={plan}
      list={{
        ...{ label: 'What changes', sessions, ...choosing },
        sessionKey: ({ date, instanceId }) => (instanceId === null ? date : String(instanceId)),
        noteOf: ({ becomes }) => NOTES[becomes],
        isFixed: ({ becomes }) => becomes !== 'added',
      }}
      written={added}
      action={{
        label: repetitionSummary(added.length, deleted.length),
        isDangerous: deleted.length > 0,
        isDisabled: plan.isFetching || added.length + deleted.length === 0,
      }}
      isValid={faults.rule === undefined && faults.dates === undefined}
      empty={
        isRule ? 'The sessions that follow already fit this rule.' : 'Choose dates on which there is no session yet.'
      }
      onApply={async (overrideReason) => {
        const exceptDates = isRule ? [...excluded] : [];
        const { changes } = await callApi('POST /api/scheduling/sessions/:id/repeat', {
          params: { id: session.id },
          body: { rule, dates, exceptDates, overrideReason },
          version: session.version,
        });
        onDone(changes, doneSummary(added.length, deleted.length));
      }}
      onChangedMeanwhile={onChangedMeanwhile}
      onClose={onClose}
    >
      {(isChecked) => (
        <RepetitionFields
          {...{ repetition, zone }}
          date={wallClockOf(session.startsAt, zone).slice(0, 10)}
          faults={{ ...faults, rule: isChecked ? faults.rule : undefined }}
          onRepetition={(changes) => setRepetition((before) => ({ ...before, ...changes }))}
        />
      )}
    </PlanDialog>
  );
}

interface RepetitionFieldsProps {
  repetition: Repetition;
  zone: string;
  /** The local date of the session. */
  date: string;
  faults: ReturnType<typeof repetitionFaults>;
  onRepetition: (changes: Partial<Repetition>) => void;
}

function RepetitionFields({ repetition, zone, date, faults, onRepetition }: RepetitionFieldsProps) {
  return (
    <>
      <p>The new sessions are copies of this one, at the same time of day.</p>
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
        value={repetition.way}
        onChange={(value) => onRepetition({ way: value === 'rule' ? 'rule' : 'dates' })}
      />
      {repetition.way === 'rule' ? (
        <Field label="How often" error={faults.rule}>
          {(ids) => (
            <RuleBuilder
              control={ids}
              rule={repetition.rule}
              date={date}
              zone={zone}
              onRule={(rule) => onRepetition({ rule })}
            />
          )}
        </Field>
      ) : (
        <Field label="Dates" error={faults.dates}>
          {(ids) => (
            <PickedDates
              control={ids}
              dates={repetition.dates}
              zone={zone}
              onDates={(dates) => onRepetition({ dates })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function repetitionFaults({ way, dates, rule }: Repetition): { dates?: string | undefined; rule?: string | undefined } {
  if (way === 'rule') return rule !== null && ruleFault(rule) !== null ? { rule: 'Enter an end date' } : {};
  const typed = dates.find((date) => !isDate(date));
  return typed === undefined ? {} : { dates: typedFault(typed, 'date') ?? 'Enter a date' };
}

/** "Add 2 sessions, delete 1" */
function repetitionSummary(added: number, deleted: number): string {
  if (deleted === 0) return `Add ${sessionCount(added)}`;
  return added === 0 ? `Delete ${sessionCount(deleted)}` : `Add ${sessionCount(added)}, delete ${deleted}`;
}

function doneSummary(added: number, deleted: number): string {
  if (deleted === 0) return `${sessionCount(added)} added`;
  return added === 0 ? `${sessionCount(deleted)} deleted` : `${sessionCount(added)} added, ${deleted} deleted`;
}

function sessionCount(count: number): string {
  return formatCount(count, 'session', 'sessions');
}

/** The rule of a series from one of its later sessions on: a rule that counts from the first session ends with the last one. */
function ruleUntil(rule: string | null, last: string): string | null {
  if (rule === null || ruleFault(rule) !== null) return null;
  const parsed = parseRule(rule);
  return parsed.count === null ? rule : ruleText({ ...parsed, count: null, until: last });
}
