import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { blockingError } from '../../../app/useLastAnswer.ts';
import type { ViewsReport } from '../../../../domain/content.ts';
import { api } from '../../../app/api.ts';
import { useModel } from '../../../app/useModel.ts';
import { wallClockOf } from '../../../../domain/zoned-time.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { formatDay, formatNumber } from '../../values/formats.ts';
import { formatChange } from '../../reports/figures.ts';
import {
  daysOfPeriod,
  lengthOf,
  periodBefore,
  periodIn,
  searchOf,
  formatPeriod,
  type Days,
} from '../../reports/period.ts';
import { KeyFigures } from '../../reports/KeyFigures.tsx';
import { PeriodChoice } from '../../reports/PeriodChoice.tsx';
import { ViewsTables } from './ViewsTables.tsx';
import { WeeksCard } from './WeeksCard.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './views.module.css';
import { clock } from '../../../ui/clock.ts';

/** /admin/pageViews: page views by week, category and page. */
export function Screen() {
  const { timezone } = useModel().site;
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const period = periodIn(search);
  const days = daysOfPeriod(period, today);
  const isOrdered = days.from <= days.to;
  const report = useReport(days, isOrdered);
  const before = useReport(periodBefore(period, days), isOrdered);
  return (
    <Page title="Page views" lead="How often pages were seen. Nothing is kept of who saw them." width="full">
      <div className={styles.screen}>
        <PeriodChoice
          period={period}
          days={days}
          today={today}
          onChange={(next) => setSearch(searchOf(next), { replace: true })}
        />
        <Report report={report} before={before.data} span={formatPeriod(period, days)} isOrdered={isOrdered} />
      </div>
    </Page>
  );
}

function useReport({ from, to }: Days, enabled: boolean) {
  const path = `/api/content/viewsReport?${new URLSearchParams({ from, to })}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<ViewsReport>(path, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

interface ReportProps {
  report: ReturnType<typeof useReport>;
  before: ViewsReport | undefined;
  span: string;
  isOrdered: boolean;
}

function Report({ report, before, span, isOrdered }: ReportProps) {
  if (!isOrdered) return null;
  const error = blockingError(report);
  if (error && !report.isPlaceholderData) {
    return (
      <ErrorState title="The views could not be loaded" onRetry={() => void report.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!report.data) return <Loading label="Loading the views" lines={8} lineHeight={40} />;
  if (report.data.total === 0) {
    return (
      <EmptyState icon="chart-column" title="No views in this period">
        Pages that people open are counted here. Choose another period, or come back later.
      </EmptyState>
    );
  }
  return (
    <div className={classNames(layout.stack5, report.isPlaceholderData && styles.stale)}>
      <ViewFigures report={report.data} before={before} span={span} />
      <WeeksCard report={report.data} />
      <ViewsTables report={report.data} />
    </div>
  );
}

function ViewFigures({ report, before, span }: { report: ViewsReport; before: ViewsReport | undefined; span: string }) {
  const change = before && formatChange(report.total, before.total, `the ${span} before`);
  const [first] = report.pages;
  const figures: [label: string, value: string, note: string][] = [
    ['Views', formatNumber(report.total), change ?? `${formatDay(report.from)} to ${formatDay(report.to)}`],
    ['Views in a week', formatNumber(Math.round((report.total / lengthOf(report)) * 7)), 'on average'],
    ['Most seen', first?.pageName ?? '–', first ? `${formatNumber(first.views)} views` : ''],
  ];
  return <KeyFigures figures={figures} />;
}
