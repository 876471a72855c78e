const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "2026-03-01" -> "1 Mar 2026" */
export function formatDay(date: string): string {
  const instant = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? date : day.format(instant);
}

/** "1 Mar 2026, 14:05" in the zone. */
export function formatInstant(instant: string, timeZone: string): string {
  return format(instant, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}

/** The full instant with its zone, for the tooltip of a short date. */
export function formatInstantFully(instant: string, timeZone: string): string {
  const text = format(instant, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return `${text} (${timeZone.replaceAll('_', ' ')})`;
}

/** "10:42" in the zone. */
export function formatClock(instant: Date, timeZone: string): string {
  return format(instant.toISOString(), { hour: '2-digit', minute: '2-digit', timeZone });
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
