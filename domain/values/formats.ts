import { MONTH_NAMES, WEEKDAY_NAMES } from './date-names.ts';
import { wallClockOf, zoneName } from './zoned-time.ts';

/**
 * How dates, times, numbers and money are written for people: on screen, in messages, refusals, record names and files. The setting
 * `site.locale` decides the order of a date and the clock, `site.currency` the currency. Names are English. Dates are written without Intl,
 * so that server and browser agree.
 */

export type ClockHours = 12 | 24;

export interface DateTimeStyle {
  /** "24 Nov 2026" instead of "Nov 24, 2026". */
  isDayFirst: boolean;
  clock: ClockHours;
}

export interface SiteFormats {
  /** BCP 47. */
  locale: string;
  /** ISO 4217. */
  currency: string;
}

const DEFAULTS: SiteFormats = { locale: 'en-US', currency: 'USD' };
let readFormats: () => Partial<SiteFormats> | undefined = () => undefined;

/** Names where the formats are read at each use. It holds for the process or the page. */
export function readFormatsFrom(read: () => Partial<SiteFormats> | undefined): void {
  readFormats = read;
}

function siteFormat(name: keyof SiteFormats): string {
  return readFormats()?.[name] ?? DEFAULTS[name];
}

/** By the region, and the Unicode extension for the clock: "en-GB-u-hc-h12" is day first with AM and PM. */
export function dateTimeStyle(locale = siteFormat('locale')): DateTimeStyle {
  const isDayFirst = !locale.startsWith('en-US');
  const hourCycle = /-u-hc-h(12|23)$/.exec(locale)?.[1] ?? (isDayFirst ? '23' : '12');
  return { isDayFirst, clock: hourCycle === '12' ? 12 : 24 };
}

interface DateParts {
  weekday?: 'short' | 'long';
  month: 'short' | 'long';
  hasYear?: boolean;
}

const DAY_STYLES = {
  /** "Nov 24" */
  short: { month: 'short' },
  /** "Nov 24, 2026" */
  medium: { month: 'short', hasYear: true },
  /** "Tue, Nov 24" */
  weekday: { weekday: 'short', month: 'short' },
  /** "Tue, Nov 24, 2026" */
  dated: { weekday: 'short', month: 'short', hasYear: true },
  /** "November 24" */
  named: { month: 'long' },
  /** "November 24, 2026" */
  long: { month: 'long', hasYear: true },
  /** "Tuesday, November 24" */
  day: { weekday: 'long', month: 'long' },
  /** "Tuesday, November 24, 2026" */
  full: { weekday: 'long', month: 'long', hasYear: true },
} as const satisfies Record<string, DateParts>;

export type DayStyle = keyof typeof DAY_STYLES;

/** A date, or the date of a local time, such as "2026-11-24T08:25"; what is none is returned as it is. */
export function formatDay(date: string, style: DayStyle = 'medium'): string {
  const day = date.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time)) return date;
  const { weekday, month, hasYear }: DateParts = DAY_STYLES[style];
  const [year, monthIndex, number] = [day.slice(0, 4), Number(day.slice(5, 7)) - 1, Number(day.slice(8))];
  const monthText = abbreviated(MONTH_NAMES[monthIndex] ?? '', month);
  const { isDayFirst } = dateTimeStyle();
  const dayText = isDayFirst ? `${number} ${monthText}` : `${monthText} ${number}`;
  const dated = hasYear ? `${dayText}${isDayFirst ? ' ' : ', '}${year}` : dayText;
  if (weekday === undefined) return dated;
  return `${abbreviated(WEEKDAY_NAMES[new Date(time).getUTCDay()] ?? '', weekday)}, ${dated}`;
}

function abbreviated(name: string, length: 'short' | 'long'): string {
  return length === 'short' ? name.slice(0, 3) : name;
}

/** "November 2026" of a date or a month such as "2026-11". */
export function formatMonth(date: string, length: 'short' | 'long' = 'long'): string {
  const name = MONTH_NAMES[Number(date.slice(5, 7)) - 1];
  return name === undefined ? date : `${abbreviated(name, length)} ${date.slice(0, 4)}`;
}

const MINUTES_OF_DAY = 24 * 60;

/** A minute of the day: "9 AM", "9:30 AM"; "09:00" on a 24-hour clock. 1440 is midnight. */
export function formatMinute(minute: number, clock: ClockHours = dateTimeStyle().clock): string {
  const time = ((Math.round(minute) % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const [hour, past] = [Math.floor(time / 60), time % 60];
  const minutes = `:${String(past).padStart(2, '0')}`;
  if (clock === 24) return `${String(hour).padStart(2, '0')}${minutes}`;
  return `${hour % 12 || 12}${past === 0 ? '' : minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A decimal hour of the day: 9 is "9 AM", 12.5 "12:30 PM", 0 and 24 "12 AM". */
export function formatHour(hour: number, clock?: ClockHours): string {
  return formatMinute(hour * 60, clock);
}

/** "9 AM – 5 PM"; "Closed" when the end does not follow the start. */
export function formatHours(start: number, end: number, clock?: ClockHours): string {
  return end > start ? `${formatHour(start, clock)} – ${formatHour(end, clock)}` : 'Closed';
}

/** The time of day of a local time such as "2026-11-24T08:25" or "08:25:00". */
export function formatClock(local: string): string {
  const time = local.slice(local.indexOf('T') + 1);
  return formatMinute(Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
}

/** "Nov 24, 2026, 8:25 AM" of a local time. */
export function formatLocal(local: string, style?: DayStyle): string {
  return `${formatDay(local, style)}, ${formatClock(local)}`;
}

/** "Nov 24, 2026, 8:25 AM" of an instant (ISO 8601) in a zone; what is none is returned as it is. */
export function formatInstant(instant: string, zone: string, style?: DayStyle): string {
  const local = wallClockOf(instant, zone);
  return local === '' ? instant : formatLocal(local, style);
}

/** The date of an instant in a zone. */
export function formatInstantDay(instant: string, zone: string, style?: DayStyle): string {
  return formatDay(wallClockOf(instant, zone), style);
}

/** "8:25 AM" of an instant in a zone. */
export function formatTime(instant: string | Date, zone: string): string {
  return formatClock(wallClockOf(new Date(instant).toISOString(), zone));
}

/** With weekday, seconds and zone, for the tooltip of a short date: "Tuesday, November 24, 2026, 8:25:12 AM MST". */
export function formatInstantFully(instant: string, zone: string): string {
  const local = wallClockOf(instant, zone);
  if (local === '') return instant;
  const seconds = new Date(instant).toISOString().slice(16, 19);
  const [, hours = '', half = ''] = /^([\d:]+)(.*)$/.exec(formatClock(local)) ?? [];
  const time = `${hours.includes(':') ? hours : `${hours}:00`}${seconds}${half}`;
  return `${formatDay(local, 'full')}, ${time} ${zoneName(zone, Date.parse(instant))} (${zone.replaceAll('_', ' ')})`;
}

/**
 * Start and end, as local times: "Tue, Nov 24, 2026, 9 AM – 10:30 AM"; an end on another day has its date. The zone's name follows
 * where it is given.
 */
export function formatPeriod(start: string, end: string, style: DayStyle = 'dated', zone = ''): string {
  const until = start.slice(0, 10) === end.slice(0, 10) ? formatClock(end) : formatLocal(end, style);
  return `${formatLocal(start, style)} – ${until}${zone === '' ? '' : ` ${zone}`}`;
}

const UNITS: [milliseconds: number, one: string, many: string][] = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'hour', 'hours'],
  [60_000, 'minute', 'minutes'],
];

/** In its largest whole unit: "3 days", "1 hour"; "less than a minute". Milliseconds. */
export function formatDuration(duration: number): string {
  const unit = UNITS.find(([milliseconds]) => duration >= milliseconds);
  return unit === undefined ? 'less than a minute' : formatCount(Math.floor(duration / unit[0]), unit[1], unit[2]);
}

/** Each takes longer to make than a page's numbers take to write. */
const numbers = new Map<number | string, Intl.NumberFormat>();

function numberFormat(key: number | string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let format = numbers.get(key);
  if (format === undefined) numbers.set(key, (format = new Intl.NumberFormat('en-US', options)));
  return format;
}

/** 1234.5 -> "1,234.5", with at most so many decimals. */
export function formatNumber(value: number, decimals = 6): string {
  return numberFormat(decimals, { maximumFractionDigits: decimals }).format(value);
}

/** Of a hundred: 8.125 -> "8.125%". */
export function formatPercent(percent: number): string {
  return `${formatNumber(percent)}%`;
}

/** "1 page", "1,200 pages" */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function siteCurrency(): string {
  return siteFormat('currency');
}

export function moneyFormat(): Intl.NumberFormat {
  const currency = siteCurrency();
  return numberFormat(currency, { style: 'currency', currency });
}

/** Minor units (cents) of one unit of the currency: 100, or 1 where it has none. */
export function minorUnits(): number {
  return 10 ** (moneyFormat().resolvedOptions().maximumFractionDigits as number);
}

/** An amount in minor units: 125050 is "$1,250.50" in dollars and "¥125,050" in yen. */
export function formatMoney(amount: number): string {
  return moneyFormat().format(amount / minorUnits());
}
