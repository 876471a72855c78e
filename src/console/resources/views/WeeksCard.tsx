import { useMemo } from 'react';
import type { ViewsReport } from '../../../../domain/content.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import { formatDay, formatNumber } from '../../values/formats.ts';
import { downloadCsv } from '../../../ui/csvText.ts';
import { plusDays } from '../../reports/period.ts';
import styles from './views.module.css';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const WeeksChart = lazyComponent(() => import('./WeeksChart.tsx').then((module) => module.WeeksChart));

/** A bar chart of the weeks, and its figures as a table. */
export function WeeksCard({ report }: { report: ViewsReport }) {
  const weeks = useMemo(
    () =>
      report.weeks.map(({ week, views }) => ({
        week,
        views,
        isWhole: week >= report.from && plusDays(week, 6) <= report.to,
      })),
    [report],
  );
  const most = weeks.reduce(
    (best, week) => (week.views > best.views ? week : best),
    weeks[0] ?? { week: report.from, views: 0, isWhole: true },
  );
  const label = `Views in each of ${weeks.length} weeks, most of them, ${formatNumber(most.views)}, in the week of ${formatDay(most.week)}. All figures are in the table below.`;
  return (
    <Card
      title="By week"
      actions={
        <Button
          size="small"
          icon="download"
          onClick={() =>
            downloadCsv('views-by-week.csv', [['Week of', 'Views'], ...weeks.map(({ week, views }) => [week, views])])
          }
        >
          Export<span className="visually-hidden"> weeks as CSV</span>
        </Button>
      }
    >
      <div className={styles.chart}>
        <CodeBoundary fallback={<Skeleton height={260} />}>
          <WeeksChart weeks={weeks} label={label} />
        </CodeBoundary>
      </div>
      {weeks.some(({ isWhole }) => !isWhole) && (
        <p className={styles.note}>A grey bar is a week of which only some days are in the period.</p>
      )}
      <details className={styles.figures}>
        <summary>Figures of the weeks</summary>
        <Table
          caption="Views by week"
          rows={weeks.toReversed()}
          rowKey={({ week }) => week}
          columns={[
            {
              key: 'week',
              header: 'Week of',
              cell: ({ week, isWhole }) => (
                <>
                  {formatDay(week)}
                  {!isWhole && <span className={styles.quiet}>, in part</span>}
                </>
              ),
            },
            { key: 'views', header: 'Views', align: 'end', cell: ({ views }) => formatNumber(views) },
          ]}
        />
      </details>
    </Card>
  );
}
