import { dateTimeStyle, formatDay } from '../../../domain/values/formats.ts';
import { readHour, type HourPlace } from '../hourText.ts';
import { DAY } from './days.ts';
import { readLooseDate, readLooseDateTime, readLooseTime, type Loose } from './looseTyped.ts';
import { formatMask, parseMask } from './masks.ts';
import type { TimeAccuracy } from './timeRules.ts';
import { NO_ZONE, wallNow, type PickerZone } from './zone.ts';

export type PickerMode = 'date' | 'datetime' | 'time';

/** How instants are written and read in an input. */
export interface TypedFormat {
  mode: PickerMode;
  zone: PickerZone;
  /** Tried in order; the first one displays. */
  masks: readonly string[];
  /** Of a time that begins or ends something. */
  hour?: HourPlace | undefined;
}

const DATES = ['L', 'YYYY-MM-DD', 'YYYY/MM/DD', 'MMM D, YYYY', 'D MMM YYYY'];
/** By accuracy. */
const CLOCK_12 = ['h A', 'h:mm A', 'h:mm:ss A', 'h:mm:ss.SSS A'];
const CLOCK_24 = ['HH:mm', 'HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS'];

/** The usual masks of a mode: the clock asked for displays, and both are read. */
export function usualMasks(mode: PickerMode, accuracy: TimeAccuracy, is24: boolean): string[] {
  if (mode === 'date') return DATES;
  const [first, second] = is24 ? [CLOCK_24, CLOCK_12] : [CLOCK_12, CLOCK_24];
  const display = first[accuracy - 1] ?? 'h:mm A';
  const clocks = [...new Set([display, ...[...first, ...second].toReversed()])];
  if (mode === 'time') return clocks;
  return [...DATES.flatMap((date) => clocks.map((clock) => `${date} ${clock}`)), 'YYYY-MM-DD[T]HH:mm'];
}

/** `isOpen`: more keys could make it another value, so it is read when the input is left. */
export type Typed = { instant: number; isOpen?: true } | { fault: string } | null;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** The name of a zone after a time: "MST", "GMT+10:30". */
const ZONE_NAME = /^(.*?\d.*?)\s+([A-Z]{3,5}|GMT[+-]\d{1,2}(?::\d{2})?)$/i;
/** A time on a 12-hour clock without AM or PM, not a decimal hour: "2:30", "5". */
const LACKS_HALF = /^(?:[1-9]|1[0-2])(?:[:.]\d{2})?$/;
const WORDS: Readonly<Record<string, string>> = { noon: '12:00 PM', midnight: '12:00 AM' };

/** The instant that a text means; null for an empty one. */
export function readTyped(text: string, format: TypedFormat): Typed {
  const typed = text.trim();
  if (typed === '') return null;
  const { mode, zone, hour } = format;
  const exact = readHours(typed, hour) ?? (mode === 'datetime' && INSTANT.test(typed) ? Date.parse(typed) : NaN);
  if (!Number.isNaN(exact)) return { instant: exact };
  const spoken =
    mode === 'date' ? typed : typed.replace(/\b(noon|midnight)$/i, (word) => WORDS[word.toLowerCase()] ?? '');
  const whole = readLocal(spoken, format);
  const [, time, zoneName] = (mode === 'datetime' ? ZONE_NAME.exec(spoken) : null) ?? [];
  const isNamed = time !== undefined && (whole === null || 'impossible' in whole);
  const local = isNamed ? (readLocal(time, format) ?? whole) : whole;
  if (local === null) return { fault: shapeFault(typed, mode) };
  if ('impossible' in local) return { fault: local.impossible };
  if (hour === 'end' && local.wall === 0) return { instant: DAY };
  const found = instantAt(local.wall, zone, isNamed ? zoneName : undefined);
  return local.isOpen && 'instant' in found ? { ...found, isOpen: true } : found;
}

/** Decimal and other short hours, which some times are typed as, in ms of the day; null for others. */
function readHours(typed: string, hour: TypedFormat['hour']): number | null {
  // Opening hours are hours of the day too: 5:30 is in the afternoon.
  if (hour === undefined || LACKS_HALF.test(typed)) return null;
  const minutes = Math.round((readHour(typed, hour) ?? NaN) * 60);
  return minutes < 24 * 60 || (minutes === 24 * 60 && hour === 'end') ? minutes * 60_000 : null;
}

/** By the masks first; a time without AM or PM is no mask's on a 12-hour clock. */
function readLocal(text: string, { mode, masks, zone }: TypedFormat): Loose {
  const is24 = !hasHalf(masks[0] ?? '');
  const loose = (): Loose => {
    if (mode === 'time') return readLooseTime(text, is24);
    const today = wallNow(zone);
    return mode === 'date' ? readLooseDate(text, today) : readLooseDateTime(text, today, is24);
  };
  let impossible: Loose = null;
  for (const mask of masks) {
    const result = parseMask(text, mask);
    if (result !== null && 'wall' in result) {
      const other = !is24 && mode !== 'date' && !hasHalf(mask) ? loose() : null;
      return other !== null && 'wall' in other && other.isOpen ? other : { ...result, isOpen: false };
    }
    impossible ??= result;
  }
  const found = loose();
  return found !== null && 'wall' in found ? found : (impossible ?? found);
}

/** Whether a mask writes AM and PM. */
function hasHalf(mask: string): boolean {
  return /a/i.test(mask.replaceAll(/\[[^\]]*\]/g, ''));
}

function instantAt(
  wall: number,
  zone: PickerZone,
  zoneName: string | undefined,
): { instant: number } | { fault: string } {
  const instants = zone.instantsOf(wall);
  const [first] = instants;
  if (first === undefined) return { fault: skippedHourText(wall, zone) };
  if (zoneName === undefined) return { instant: first };
  const named = instants.find((instant) => zone.shortName(instant).toLowerCase() === zoneName.toLowerCase());
  return named === undefined
    ? { fault: `The time zone is ${instants.map((instant) => zone.shortName(instant)).join(' or ')} then` }
    : { instant: named };
}

/** An example of the input in the format of the site: "03/14/2026 2:30 PM". */
function exampleOf(mode: PickerMode): string {
  const [day, time] = [formatMask(EXAMPLE, 'L'), formatClockTime(EXAMPLE)];
  return mode === 'datetime' ? `${day} ${time}` : mode === 'date' ? day : time;
}

const EXAMPLE = Date.UTC(2026, 2, 14, 14, 30);

/** "2:30 PM" of wall time. */
function formatClockTime(wall: number): string {
  return formatMask(wall, dateTimeStyle().clock === 24 ? 'HH:mm' : 'h:mm A');
}

const MODE_NAMES: Readonly<Record<PickerMode, string>> = {
  date: 'the date',
  datetime: 'the date and the time',
  time: 'the time',
};

function shapeFault(typed: string, mode: PickerMode): string {
  const example = exampleOf(mode);
  const isBegun = /^[\d\s/:.,-]+[ap]?$/i.test(typed);
  const day = mode === 'datetime' ? readLocal(typed, { mode: 'date', zone: NO_ZONE, masks: DATES }) : null;
  if (day !== null) return 'impossible' in day ? day.impossible : `Add the time, like ${example}, or clear it`;
  return isBegun
    ? `Complete ${MODE_NAMES[mode]}, like ${example}, or clear ${mode === 'datetime' ? 'them' : 'it'}`
    : `Enter ${mode === 'datetime' ? 'a date and a time' : `a ${mode}`}, like ${example}`;
}

/** "2:30 AM does not exist on March 8, 2026: clocks go forward from 2:00 AM to 3:00 AM" */
export function skippedHourText(wall: number, zone: PickerZone): string {
  const MINUTE = 60_000;
  const floor = Math.floor(wall / MINUTE) * MINUTE;
  let start = floor;
  while (zone.instantsOf(start - MINUTE).length === 0) start -= MINUTE;
  let end = floor + MINUTE;
  while (zone.instantsOf(end).length === 0) end += MINUTE;
  const [time, before, after] = [wall, start, end].map(formatClockTime);
  return `${time} does not exist on ${formatWallDay(wall)}: clocks go forward from ${before} to ${after}`;
}

/** "1:30 AM happens twice on November 1, 2026, as clocks go back" */
export function repeatedHourText(wall: number): string {
  return `${formatClockTime(wall)} happens twice on ${formatWallDay(wall)}, because clocks go back`;
}

function formatWallDay(wall: number): string {
  return formatDay(new Date(wall).toISOString(), 'long');
}

/** As the first mask writes it; a time that happens twice is followed by the name of the zone. */
export function writeTyped(instant: number, { mode, zone, masks }: TypedFormat): string {
  const [mask = 'L'] = masks;
  const wall = zone.toWall(instant);
  if (mode === 'time' && wall === DAY) return endOfDayText(masks);
  const text = formatMask(wall, mask);
  return mode === 'datetime' && zone.instantsOf(wall).length > 1 ? `${text} ${zone.shortName(instant)}` : text;
}

/** Midnight at the end of a day, on the clock of the first mask. */
export function endOfDayText([mask = '']: readonly string[]): string {
  return /a/i.test(mask) ? 'Midnight' : '24:00';
}

/** Why a text that a picker of this mode handed on is no value; undefined for a value. */
export function typedFault(text: string, mode: PickerMode): string | undefined {
  const read = readTyped(text, { mode, zone: NO_ZONE, masks: usualMasks(mode, 4, false) });
  if (read === null) return undefined;
  if ('fault' in read) return read.fault;
  if (mode !== 'datetime' || INSTANT.test(text.trim())) return undefined;
  return 'This time cannot be chosen. Enter another one';
}
