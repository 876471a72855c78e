import type { ReactNode } from 'react';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { isTimeline, type Dimension } from '../../../domain/declarations/reports.ts';
import { useModel } from '../../app/useModel.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GroupsCard } from './GroupsCard.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { comparisonOf, type Days } from './period.ts';
import { timelineDimension, type ReportAddress } from './reportAddress.ts';
import { useReportAnswer, type Answered, type ReportQuestion } from './useReportAnswer.ts';
import { formatFigure, formatFigureChange } from './reportFigures.ts';
import { ReportScope } from './ReportFilters.tsx';
import { isWithoutData } from './reportGroups.ts';
import { TimelineCard } from './TimelineCard.tsx';
import { WeekHoursCard } from './WeekHoursCard.tsx';
import styles from './reportScreen.module.css';

const MOST_KEY_FIGURES = 6;

export interface ReportContentProps {
  report: ClientReport;
  address: ReportAddress;
  /** Null: the report has no period. */
  days: Days | null;
  today: string;
}

export function ReportContent({ report, address, days, today }: ReportContentProps) {
  const { terms } = useModel().site;
  const { period, filter, dimension } = address.choices;
  const timeline = timelineDimension(report.dimensions, dimension);
  const comparison = days && comparisonOf(period, days, terms);
  const isOrdered = days === null || days.from <= days.to;
  const ask = (by: Dimension | undefined, of: Days | null): ReportQuestion | null =>
    by === undefined || !isOrdered ? null : { report: report.name, by, days: of, filter };
  const groups = useReportAnswer(ask(dimension, days));
  const overTime = useReportAnswer(ask(timeline, days));
  const before = useReportAnswer(comparison && ask(dimension, comparison.days));
  if (!isOrdered) return null;
  if (dimension === undefined)
    return (
      <EmptyState icon="chart-column" title="No groups available">
        You do not have access to the fields that group this report.
      </EmptyState>
    );
  const isStale = groups.isPlaceholderData;
  return (
    <QueryView
      query={groups}
      what="the figures"
      failure="The report could not be loaded"
      lines={8}
      lineHeight={40}
      failureActions={isNarrowed(address) && <ClearFilters address={address} />}
    >
      {(shown) => (
        <>
          <ReportScope report={report} filter={shown.question.filter} days={shown.question.days} />
          {isWithoutData(shown.groups, shown.question.by.by) ? (
            <NoData address={address} hasPeriod={days !== null} />
          ) : (
            <>
              <Refetching isStale={isStale}>
                <KeyFigures
                  figures={keyFigures(
                    report,
                    shown,
                    isStale || before.isPlaceholderData ? undefined : before.data,
                    comparison?.label ?? '',
                  )}
                />
              </Refetching>
              {timeline && (
                <Refetching isStale={overTime.isPlaceholderData}>
                  <TimelineCard
                    report={report}
                    answer={overTime}
                    measure={address.choices.measure}
                    onMeasure={(measure) => address.change({ measure })}
                    today={today}
                    isRepeated={isTimeline(shown.question.by.by)}
                  />
                </Refetching>
              )}
              {shown.question.by.by === 'hourOfWeek' && (
                <Refetching isStale={isStale}>
                  <WeekHoursCard
                    report={report}
                    answered={shown}
                    measure={address.choices.measure}
                    onMeasure={(measure) => address.change({ measure })}
                  />
                </Refetching>
              )}
              <Refetching isStale={isStale}>
                <GroupsCard report={report} answered={shown} address={address} />
              </Refetching>
            </>
          )}
        </>
      )}
    </QueryView>
  );
}

/** What is shown of the previous question until the next one is answered. */
function Refetching({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isStale} className={classNames(isStale && styles.stale)}>
      {children}
    </div>
  );
}

function keyFigures(
  { measures }: ClientReport,
  { total }: Answered,
  before: Answered | undefined,
  earlier: string,
): [label: string, value: string, note: string][] {
  return measures.slice(0, MOST_KEY_FIGURES).map(({ label, unit }, index) => {
    const now = total[index] ?? null;
    return [
      label,
      formatFigure(now, unit),
      formatFigureChange({ unit, now, before: before?.total[index] ?? null, earlier }) ?? '',
    ];
  });
}

function ClearFilters({ address }: { address: ReportAddress }) {
  return <Button onClick={() => address.setFilter({})}>Clear filters</Button>;
}

function NoData({ address, hasPeriod }: { address: ReportAddress; hasPeriod: boolean }) {
  const narrowed = isNarrowed(address);
  const { period } = address.choices;
  const isLongest = 'weeks' in period && period.weeks === 52;
  return (
    <EmptyState
      icon="chart-column"
      title={hasPeriod ? 'No data in this period' : 'No data'}
      actions={
        <>
          {narrowed && <ClearFilters address={address} />}
          {hasPeriod && !isLongest && (
            <Button onClick={() => address.setPeriod({ weeks: 52 })}>Show the last 52 weeks</Button>
          )}
        </>
      }
    >
      {narrowed
        ? 'Nothing matches the filters. Clear them, or choose another period.'
        : hasPeriod
          ? 'Choose another period.'
          : 'No data yet.'}
    </EmptyState>
  );
}

function isNarrowed({ choices }: ReportAddress): boolean {
  return Object.keys(choices.filter).length > 0;
}
