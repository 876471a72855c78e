const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: zone });
  formatters.set(zone, made);
  return made;
}

/** An instant as local time in a zone: "2026-03-08T14:30". Empty when invalid. */
export function wallClockOf(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/**
 * The instant (ISO, UTC) of a local time such as "2026-03-08T14:30" in a zone. An ambiguous time maps to the earlier instant; a
 * skipped one moves forward by the width of the gap.
 */
export function instantOf(wallClock: string, zone: string): string | undefined {
  const wanted = Date.parse(`${wallClock}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const day = 86_400_000;
  const before = wanted - offsetAt(wanted - day, zone);
  const after = wanted - offsetAt(wanted + day, zone);
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, zone) === wanted);
  return new Date(shown.length > 0 ? Math.min(...shown) : before).toISOString();
}

function offsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 60_000) * 60_000;
  return Date.parse(`${wallClockOf(new Date(whole).toISOString(), zone)}Z`) - whole;
}

/** "EST", "CET" ... at that instant: displayed with every time that is not in the reader's zone. */
export function zoneName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}
