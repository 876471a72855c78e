export { formatClock, formatDay, formatInstant, formatInstantFully } from '../../ui/instants.ts';

const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6 });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "14:30:00" -> "14:30" */
export function formatTime(time: string): string {
  return time.slice(0, 5);
}

export function formatCount(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
