import { useMemo } from 'react';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import type { Dimension, DimensionStep } from '../../../domain/declarations/reports.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Card } from '../../ui/Card.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { downloadCsv } from '../../ui/csvText.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { lowerFirst } from '../../../domain/values/lower-first.ts';
import type { Bar } from './BarChart.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FewChoices } from './FewChoices.tsx';
import { groupBars, chartText } from './reportBars.ts';
import type { Answered, useReportAnswer } from './useReportAnswer.ts';
import { csvFigure, csvHeading, formatFigure } from './reportFigures.ts';
import styles from './reportScreen.module.css';

const BarChart = lazyComponent(() => import('./BarChart.tsx').then((module) => module.BarChart));

export interface TimelineCardProps {
  report: ClientReport;
  answer: ReturnType<typeof useReportAnswer>;
  /** Index of the measure shown. */
  measure: number;
  onMeasure: (name: string) => void;
  today: string;
  /** The table on the page has the same figures. */
  isRepeated: boolean;
}

export function TimelineCard({ report, answer, measure, onMeasure, today, isRepeated }: TimelineCardProps) {
  const { data } = answer;
  const shown = report.measures[measure];
  if (shown === undefined) return null;
  const save = (answered: Answered) =>
    downloadCsv(`${report.name}-by-${answered.question.by.name}.csv`, [
      [answered.question.by.label, ...report.measures.map(({ label, unit }) => csvHeading(label, unit))],
      ...answered.groups.map(({ key, figures }) => [
        key === null ? '' : String(key),
        ...report.measures.map(({ unit }, index) => csvFigure(figures[index] ?? null, unit)),
      ]),
    ]);
  return (
    <Card
      title="Over time"
      actions={
        data && !isRepeated ? (
          <ExportButton what={`figures by ${lowerFirst(data.question.by.label)}`} onExport={() => save(data)} />
        ) : undefined
      }
    >
      <div className={styles.timeline}>
        {report.measures.length > 1 && (
          <div className={styles.control}>
            <FewChoices
              label="Figure in the chart"
              isLabelHidden
              choices={report.measures.map(({ name, label }) => ({ value: name, label }))}
              value={shown.name}
              onChoose={onMeasure}
            />
          </div>
        )}
        <QueryView query={answer} what="the chart" loading={<Skeleton height={260} />} hasNotice={false}>
          {(answered) => (
            <Buckets answered={answered} measures={report.measures} measure={measure} day={report.day} today={today} />
          )}
        </QueryView>
      </div>
    </Card>
  );
}

interface BucketsProps {
  answered: Answered;
  measures: ClientReport['measures'];
  measure: number;
  day: string | null;
  today: string;
}

function Buckets({ answered, measures, measure, day, today }: BucketsProps) {
  const { question, groups } = answered;
  const { by, days } = question;
  const { label, unit } = measures[measure] ?? { label: '', unit: 'number' };
  const bars = useMemo(
    () => groupBars(groups, { by, days: day === by.field ? days : null, measure, today }),
    [groups, by, days, day, measure, today],
  );
  const [formatTick, formatBar] = useMemo(
    () => [
      (value: number) => formatFigure(value, unit),
      (value: number) => `${formatFigure(value, unit)} ${lowerFirst(label)}`,
    ],
    [unit, label],
  );
  return (
    <>
      <p className={styles.printed}>{label}</p>
      <div className={styles.chart}>
        <CodeBoundary fallback={<Skeleton height={260} />}>
          <BarChart
            bars={bars}
            label={chartText(label, by.by, bars, formatTick)}
            formatTick={formatTick}
            formatBar={formatBar}
            isWhole={unit === 'number'}
          />
        </CodeBoundary>
      </div>
      <ChartNote bars={bars} step={by.by} isAveraged={unit === 'number'} format={formatTick} />
      <BucketFigures bars={bars} by={by} label={label} format={(value) => formatFigure(value, unit)} />
    </>
  );
}

interface ChartNoteProps {
  bars: readonly Bar[];
  step: DimensionStep;
  isAveraged: boolean;
  format: (value: number) => string;
}

/** What lighter bars mean, and how much a whole bucket has on average. */
function ChartNote({ bars, step, isAveraged, format }: ChartNoteProps) {
  const whole = bars.flatMap(({ value, isWhole }) => (isWhole && value !== null ? [value] : []));
  const average = whole.reduce((sum, value) => sum + value, 0) / whole.length;
  const isPartial = bars.some((bar) => !bar.isWhole);
  if (!isPartial && (!isAveraged || whole.length < 2)) return null;
  return (
    <p className={styles.note}>
      {isAveraged && whole.length > 1 && `The average of a full ${step} is ${format(Math.round(average))}. `}
      {isPartial && `A gray bar is a ${step} that has not ended or is only partly in the period.`}
    </p>
  );
}

interface BucketFiguresProps {
  bars: readonly Bar[];
  by: Dimension;
  label: string;
  format: (value: number | null) => string;
}

function BucketFigures({ bars, by, label, format }: BucketFiguresProps) {
  return (
    <details className={styles.figures}>
      <summary>Figures of the chart</summary>
      <Table
        caption={`${label} over time`}
        rows={bars.toReversed()}
        rowKey={({ title }) => title}
        isStacking={false}
        columns={[
          {
            key: 'bucket',
            header: by.label,
            cell: ({ title, isWhole }) => (
              <>
                {title}
                {!isWhole && <span className={styles.quiet}>, partial</span>}
              </>
            ),
          },
          { key: 'figure', header: label, align: 'end', cell: ({ value }) => format(value) },
        ]}
      />
    </details>
  );
}
