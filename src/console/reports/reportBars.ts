import { formatCount, formatDay, formatMonth } from '../../../domain/values/formats.ts';
import type { ReportGroup } from '../../../domain/calls/reports.ts';
import type { Dimension, DimensionStep } from '../../../domain/declarations/reports.ts';
import type { Bar } from './BarChart.tsx';
import type { Days } from './period.ts';
import { lastDayOf } from './reportGroups.ts';

export interface BarContext {
  by: Dimension;
  /** The period, where it limits the buckets. */
  days: Days | null;
  measure: number;
  today: string;
}

/** The bars of a timeline. Rows without a date have no place in it. */
export function groupBars(groups: readonly ReportGroup[], context: BarContext): Bar[] {
  return groups.filter(({ key }) => key !== null).map((group) => barOf(group, context));
}

/** A day, week or month. It is whole when all of its days are over and within the period. */
function barOf({ key, figures }: ReportGroup, { by: { by }, days, measure, today }: BarContext): Bar {
  const first = String(key);
  const last = lastDayOf(first, by);
  const isInPeriod = days === null || (first >= days.from && last <= days.to);
  const value = figures[measure] ?? null;
  const isWhole = isInPeriod && last < today;
  if (by === 'month') {
    return { label: formatMonth(first, 'short'), title: formatMonth(first), value, isWhole };
  }
  const day = formatDay(first);
  return { label: formatDay(first, 'short'), title: by === 'week' ? `Week of ${day}` : day, value, isWhole };
}

/** The text alternative of a chart, whose figures are below it. */
export function chartText(
  label: string,
  step: DimensionStep,
  bars: readonly Bar[],
  format: (value: number) => string,
): string {
  return `${chartSummary(label, step, bars, format)} All figures are in the table below.`;
}

/** "Sign-ups by week, 12 weeks. The highest figure is 70, in the week of Oct 5, 2026." */
export function chartSummary(
  label: string,
  step: DimensionStep,
  bars: readonly Bar[],
  format: (value: number) => string,
): string {
  const most = bars.reduce<Bar | null>(
    (best, bar) => (bar.value !== null && bar.value > (best?.value ?? 0) ? bar : best),
    null,
  );
  const peak = most?.value == null ? '' : ` The highest figure is ${format(most.value)}, ${when(step, most.title)}.`;
  return `${label} by ${step}, ${formatCount(bars.length, step, `${step}s`)}.${peak}`;
}

function when(step: DimensionStep, title: string): string {
  if (step === 'day') return `on ${title}`;
  return step === 'week' ? `in the week${title.replace(/^Week/, '')}` : `in ${title}`;
}
