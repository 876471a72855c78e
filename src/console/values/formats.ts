const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6 });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "2026-03-01" -> "1 Mar 2026" */
export function formatDay(date: string): string {
  const instant = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? date : days.format(instant);
}

/** An instant, short: "1 Mar 2026, 14:05" in the zone. */
export function formatInstant(instant: string, zone: string): string {
  return format(instant, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
}

/** An instant to the second, with its zone: what a short date says on hover. */
export function formatInstantFully(instant: string, zone: string): string {
  const text = format(instant, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  return `${text} (${zone.replaceAll('_', ' ')})`;
}

/** The time alone, in a time zone: "10:42". */
export function formatClock(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(instant);
}

/** "14:30:00" -> "14:30" */
export function formatTime(time: string): string {
  return time.slice(0, 5);
}

export function formatCount(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, hourCycle: 'h23' });
  formats.set(key, known);
  return known.format(date);
}
