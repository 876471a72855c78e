import type { ReportGroup, TileAnswer } from '../../../domain/calls/reports.ts';
import { useMemo, useState } from 'react';
import { isTimeline, type Dimension } from '../../../domain/declarations/reports.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { clock } from '../../ui/clock.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { lowerFirst } from '../../../domain/values/lower-first.ts';
import { useConsole } from '../engine/consoleContext.ts';
import type { Bar } from '../reports/BarChart.tsx';
import { groupBars, chartSummary } from '../reports/reportBars.ts';
import { formatFigure } from '../reports/reportFigures.ts';
import { isWithoutData } from '../reports/reportGroups.ts';
import { GroupBars } from './GroupBars.tsx';
import { useTileMeasure, type TileGroupsProps } from './tileMeasure.ts';
import styles from './boards.module.css';

const BarChart = lazyComponent(() => import('../reports/BarChart.tsx').then((module) => module.BarChart));

/** A measure over time as a bar chart, by other dimensions as bars of the largest groups. */
export function ChartTile({ tile }: { tile: Extract<TileAnswer, { kind: 'chart' }> }) {
  const measure = useTileMeasure(tile);
  const groups = useMemo(() => groupsOfMeasure(tile.groups, measure.index), [tile.groups, measure.index]);
  const dimension: Dimension = measure.report?.dimensions.find(({ name }) => name === tile.by) ?? {
    name: tile.by,
    label: tile.by,
    field: tile.by,
    by: 'value',
  };
  if (isWithoutData(groups, dimension.by)) return <p className={styles.note}>No data in this period.</p>;
  return isTimeline(dimension.by) ? (
    <Timeline groups={groups} by={dimension} measure={measure} />
  ) : (
    <GroupBars groups={groups} by={dimension} measure={measure} />
  );
}

/** With the tile's figure alone. The answer has the figures of all measures, or only that one. */
function groupsOfMeasure(groups: readonly ReportGroup[], index: number): ReportGroup[] {
  return groups.map((group) => ({
    ...group,
    figures: [group.figures[group.figures.length === 1 ? 0 : index] ?? null],
  }));
}

function Timeline({ groups, by, measure: { label, unit } }: TileGroupsProps) {
  const { zone } = useConsole();
  const [today] = useState(() => wallClockOf(clock.instant(), zone).slice(0, 10));
  const bars = useMemo(() => groupBars(groups, { by, days: null, measure: 0, today }), [groups, by, today]);
  const [formatTick, formatBar] = useMemo(
    () => [
      (value: number) => formatFigure(value, unit),
      (value: number) => `${formatFigure(value, unit)} ${lowerFirst(label)}`,
    ],
    [unit, label],
  );
  return (
    <>
      <div className={styles.chart}>
        <CodeBoundary fallback={<Skeleton height="100%" />}>
          <BarChart
            bars={bars}
            label={chartSummary(label, by.by, bars, formatTick)}
            formatTick={formatTick}
            formatBar={formatBar}
            isWhole={unit === 'number'}
          />
        </CodeBoundary>
      </div>
      <HiddenFigures caption={`${label} by ${by.by}`} bars={bars} format={(value) => formatFigure(value, unit)} />
      {bars.at(-1)?.isWhole === false && <p className={styles.note}>The gray bar is a {by.by} that has not ended.</p>}
    </>
  );
}

interface HiddenFiguresProps {
  caption: string;
  bars: readonly Bar[];
  format: (value: number | null) => string;
}

function HiddenFigures({ caption, bars, format }: HiddenFiguresProps) {
  return (
    <ul className="visually-hidden" aria-label={caption}>
      {bars.map(({ title, value }) => (
        <li key={title}>
          {title}: {format(value)}
        </li>
      ))}
    </ul>
  );
}
