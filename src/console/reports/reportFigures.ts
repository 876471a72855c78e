import { formatMoney, formatNumber, siteCurrency } from '../../../domain/values/formats.ts';
import { plainAmount } from '../../../domain/values/money.ts';
import { formatSize } from '../../ui/formatSize.ts';
import type { FigureUnit } from '../../../domain/declarations/reports.ts';
import { formatAmountChange, formatChange, formatShare } from './figures.ts';

/** Hours from which a duration is written in days. */
const DAYS_FROM = 48;
const NO_FIGURE = '–';

const FORMATS: Readonly<Record<FigureUnit, (value: number) => string>> = {
  number: (value) => formatNumber(round(value, 2)),
  money: formatMoney,
  size: (value) => (value < 0 ? `-${formatSize(-value)}` : formatSize(value)),
  percent: (value) => formatShare(value, 1),
  duration: formatHours,
};

export function formatFigure(value: number | null, unit: FigureUnit): string {
  return value === null ? NO_FIGURE : FORMATS[unit](value);
}

/** "5.2 h", from two days on "3.1 days". */
function formatHours(hours: number): string {
  return Math.abs(hours) < DAYS_FROM ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`;
}

type Change = (now: number, before: number, earlier: string) => string | null;

const CHANGES: Readonly<Record<FigureUnit, Change>> = {
  number: formatChange,
  money: formatAmountChange,
  size: formatAmountChange,
  percent: (now, before, earlier) => {
    const points = Math.round(now * 100) - Math.round(before * 100);
    if (points === 0) return `the same as in ${earlier}`;
    return `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'} ${points > 0 ? 'higher' : 'lower'} than in ${earlier}`;
  },
  duration: (now, before, earlier) => {
    const hours = round(now - before, 1);
    if (hours === 0) return `as long as in ${earlier}`;
    return `${formatHours(Math.abs(hours))} ${hours > 0 ? 'longer' : 'shorter'} than in ${earlier}`;
  },
};

export interface FigureChange {
  unit: FigureUnit;
  now: number | null;
  before: number | null;
  earlier: string;
}

/** How a figure differs from that of an earlier period; null where there is nothing to compare with. */
export function formatFigureChange({ unit, now, before, earlier }: FigureChange): string | null {
  return now === null || before === null ? null : CHANGES[unit](now, before, earlier);
}

const CSV_UNITS: Readonly<Record<Exclude<FigureUnit, 'money'>, string>> = {
  number: '',
  size: ' (bytes)',
  percent: '',
  duration: ' (hours)',
};

/** The heading of a figure in a CSV file, with its unit. */
export function csvHeading(label: string, unit: FigureUnit): string {
  return `${label}${unit === 'money' ? ` (${siteCurrency()})` : CSV_UNITS[unit]}`;
}

/** A figure as programs read it: a share from 0 to 1, a duration in hours, an amount without its currency. */
export function csvFigure(value: number | null, unit: FigureUnit): string | number {
  if (value === null) return '';
  return unit === 'money' ? Number(plainAmount(value)) : round(value, 4);
}

/** Whether the figures of groups add up, so that a group has a share of the total. */
export function hasShares(unit: FigureUnit): boolean {
  return unit === 'number' || unit === 'money' || unit === 'size';
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
