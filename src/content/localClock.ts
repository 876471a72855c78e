/** What calendar and clock of a place show: its date and its hour as a decimal. */
export interface LocalClock { date: string; hour: number }

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and hour at an instant (milliseconds) in an IANA zone; null for a zone that this browser does not know. */
export function localClock(instant: number | null, timezone: string): LocalClock | null {
  if (instant === null) return null;
  try {
    const parts = new Map(formatOf(timezone).formatToParts(instant).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    return { date: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) + Number(of('minute')) / 60 };
  } catch {
    return null;
  }
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit',
    });
    formats.set(timezone, format);
  }
  return format;
}
