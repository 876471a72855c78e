import { formatNumber } from '../../../domain/values/formats.ts';

/** "12% more than in the 4 weeks before"; null where there is nothing to compare with. `earlier`: "the 4 weeks before". */
export function formatChange(now: number, before: number, earlier: string): string | null {
  return formatPercentChange(now, before, earlier, { same: 'as many', less: 'fewer' });
}

/** As `formatChange`, of an amount that is not counted. */
export function formatAmountChange(now: number, before: number, earlier: string): string | null {
  return formatPercentChange(now, before, earlier, { same: 'as much', less: 'less' });
}

function formatPercentChange(
  now: number,
  before: number,
  earlier: string,
  { same, less }: { same: string; less: string },
): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return `${same} as in ${earlier}`;
  return `${formatNumber(Math.abs(percent))}% ${percent > 0 ? 'more' : less} than in ${earlier}`;
}

export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  const percent = (part / whole) * 100;
  return percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

export interface Sorting {
  key: string;
  order: 'ASC' | 'DESC';
}
