import { isoDay, startOfDay, timeOf, wallOfIso } from './days.ts';
import { formatMask, parseMask } from './masks.ts';
import type { TimeAccuracy } from './timeRules.ts';
import type { PickerMode } from './typed.ts';
import type { PickerZone } from './zone.ts';

export interface PickerValues {
  /** '' when empty. A date "2026-03-01", a time "14:30", an instant "2026-03-01T21:30:00.000Z"; or as `valueMask` says. */
  string: string;
  /** Epoch milliseconds; NaN when empty. */
  number: number;
  date: Date | null;
  /** With mode time: decimal hours of a day, 0 to 24. Null when empty; text that is no time is handed on as typed. */
  hour: number | string | null;
}
export type ValueType = keyof PickerValues;

export interface Codec<Value> {
  /** Null when empty; undefined for text that is no value. */
  read: (value: Value) => number | null | undefined;
  write: (instant: number | null) => Value;
  /** Text that is no value, where values may be texts. */
  asTyped?: (text: string) => Value;
}

interface CodecOptions {
  mode: PickerMode;
  zone: PickerZone;
  accuracy: TimeAccuracy;
  mask?: string | undefined;
}

export function codecOf<Type extends ValueType>(type: Type, options: CodecOptions): Codec<PickerValues[Type]>;
export function codecOf(
  type: ValueType,
  options: CodecOptions,
): Codec<string> | Codec<number> | Codec<Date | null> | Codec<PickerValues['hour']> {
  if (type === 'number')
    return { read: (value: number) => (Number.isNaN(value) ? null : value), write: (instant) => instant ?? NaN };
  if (type === 'date')
    return {
      read: (value: Date | null) => (value === null || Number.isNaN(value.getTime()) ? null : value.getTime()),
      write: (instant) => (instant === null ? null : new Date(instant)),
    };
  return type === 'hour' ? HOURS : textCodec(options);
}

const MINUTE = 60_000;

const HOURS: Codec<PickerValues['hour']> = {
  read: (hour) => {
    if (typeof hour === 'number') return Math.round(hour * 60) * MINUTE;
    return hour === null || hour.trim() === '' ? null : undefined;
  },
  write: (instant) => (instant === null ? null : Math.round(instant / MINUTE) / 60),
  asTyped: (text) => text,
};

function textCodec({ mode, zone, accuracy, mask }: CodecOptions): Codec<string> {
  const clock = accuracy === 4 ? 'HH:mm:ss.SSS' : accuracy === 3 ? 'HH:mm:ss' : 'HH:mm';
  const write = (instant: number): string => {
    if (mask !== undefined) return formatMask(zone.toWall(instant), mask);
    if (mode === 'date') return isoDay(zone.toWall(instant));
    return mode === 'time' ? formatMask(zone.toWall(instant), clock) : new Date(instant).toISOString();
  };
  const read = (text: string): number | undefined => {
    if (mask !== undefined) {
      const parsed = parseMask(text, mask);
      return parsed !== null && 'wall' in parsed ? zone.instantOf(parsed.wall) : undefined;
    }
    const instant = mode === 'datetime' ? instantIn(text) : mode === 'time' ? timeIn(text, zone) : dayIn(text, zone);
    return Number.isNaN(instant) ? undefined : instant;
  };
  return {
    read: (text) => (text === '' ? null : read(text)),
    write: (instant) => (instant === null ? '' : write(instant)),
    asTyped: (text) => text,
  };
}

/** Browsers read much else as a date: "2/30/2026" is 2 March. */
function instantIn(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN;
}

function dayIn(text: string, zone: PickerZone): number {
  const wall = wallOfIso(text);
  return Number.isNaN(wall) ? NaN : zone.instantOf(startOfDay(wall));
}

function timeIn(text: string, zone: PickerZone): number {
  const wall = wallOfIso(`1970-01-01T${text}`);
  return Number.isNaN(wall) ? NaN : zone.instantOf(timeOf(wall));
}
