import { offsetOf, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { DAY, MINUTE, dayOf } from './days.ts';

/** A part of a day, in instants, in which the clock runs on; wall minutes of the day at its ends. */
interface Stretch {
  from: number;
  to: number;
  wallFrom: number;
  wallTo: number;
}

/** Wall minutes [from, to) that begin at the axis position `at`. */
export interface AxisPiece {
  from: number;
  to: number;
  at: number;
  /** A second time, after the clock was set back in one of the days. */
  isRepeated: boolean;
}

export interface AxisRow {
  at: number;
  height: number;
  /** Wall minute of its beginning. */
  minute: number;
  isRepeated: boolean;
}

/** A part of a day that its clock does not show: skipped, or repeated in another day only. */
export interface AxisGap {
  at: number;
  height: number;
  isRepeated: boolean;
}

/**
 * The axis that the days of a view share. A position is in minutes from the top of the grid: wall time from `timeFrom`, and where a day
 * repeats an hour, that hour a second time. Only as long as clocks do not change are positions equal to minutes of the day.
 */
export interface DayAxis {
  pieces: readonly AxisPiece[];
  rows: readonly AxisRow[];
  length: number;
  /** Positions before this are cut off; already deducted from all others. */
  offset: number;
  days: ReadonlyMap<string, readonly Stretch[]>;
}

export interface AxisOptions {
  timeFrom?: number | undefined;
  timeTo?: number | undefined;
  timeStep?: number | undefined;
}

const WHOLE = 1440;

/** The axis of some dates of a zone, whose offsets must cover them. */
export function axisOf(
  dates: readonly string[],
  offsets: readonly ZoneOffset[],
  { timeFrom = 0, timeTo = WHOLE, timeStep = 60 }: AxisOptions = {},
): DayAxis {
  const days = new Map(dates.map((date) => [date, stretchesOf(date, offsets)]));
  const pieces = piecesOf([...days.values()]);
  const [from, to] = timeFrom < timeTo ? [Math.max(0, timeFrom), Math.min(WHOLE, timeTo)] : [0, WHOLE];
  const offset = startOn(pieces, from);
  const length = endOn(pieces, to) - offset;
  return { pieces, rows: slotRows(pieces, offset, length, Math.max(1, timeStep)), length, offset, days };
}

/** Minutes from the top, perhaps outside of [0, length]; null for a date off the axis. An end belongs to what comes before it. */
export function positionOf(
  axis: DayAxis,
  date: string,
  instant: number,
  edge: 'start' | 'end' = 'start',
): number | null {
  const stretches = axis.days.get(date);
  if (stretches === undefined) return null;
  const isEnd = edge === 'end';
  const index = stretches.findIndex(({ from, to }) =>
    isEnd ? instant > from && instant <= to : instant >= from && instant < to,
  );
  const stretch = stretches[index];
  if (stretch === undefined) {
    const first = stretches[0];
    return (first === undefined || instant <= first.from ? 0 : lengthOf(axis.pieces)) - axis.offset;
  }
  const minute = stretch.wallFrom + (instant - stretch.from) / MINUTE;
  const isSecond = stretches
    .slice(0, index)
    .some(({ wallFrom, wallTo }) =>
      isEnd ? minute > wallFrom && minute <= wallTo : minute >= wallFrom && minute < wallTo,
    );
  const piece = axis.pieces.find(
    ({ from, to, isRepeated }) =>
      isRepeated === isSecond && (isEnd ? minute > from && minute <= to : minute >= from && minute < to),
  );
  return (piece === undefined ? endOn(axis.pieces, minute) : piece.at + minute - piece.from) - axis.offset;
}

/**
 * The instant at a position of a date: in an hour that the date's clock skips, the moment at which it does; in one that only another
 * date repeats, the end of that hour. In whole milliseconds, wherever the position is. Positions outside of the grid are those at its
 * edges. Null for a date that is not on the axis.
 */
export function instantAt(axis: DayAxis, date: string, position: number): number | null {
  const stretches = axis.days.get(date);
  const last = stretches?.at(-1);
  if (stretches === undefined || last === undefined) return null;
  const at = Math.min(axis.length, Math.max(0, position)) + axis.offset;
  const piece = axis.pieces.find((one) => at < one.at + one.to - one.from);
  if (piece === undefined) return last.to;
  const minute = piece.from + at - piece.at;
  const covering = stretches.filter(({ wallFrom, wallTo }) => minute >= wallFrom && minute < wallTo);
  const stretch = piece.isRepeated ? covering[1] : covering[0];
  if (stretch !== undefined) return Math.round(stretch.from + (minute - stretch.wallFrom) * MINUTE);
  const wanted = piece.isRepeated ? piece.to : minute;
  const next = stretches.find(({ wallTo }) => wallTo > wanted);
  if (next === undefined) return last.to;
  return Math.round(next.from + Math.max(0, wanted - next.wallFrom) * MINUTE);
}

/** Where wall minutes of any day are; the first time where they come twice. */
export function positionOfMinute(axis: DayAxis, minute: number, edge: 'start' | 'end' = 'start'): number {
  const at = edge === 'start' ? startOn(axis.pieces, minute) : endOn(axis.pieces, minute);
  return Math.min(axis.length, Math.max(0, at - axis.offset));
}

/** The parts of a date's column that its own clock does not show. */
export function gapsOf(axis: DayAxis, date: string): AxisGap[] {
  const stretches = axis.days.get(date) ?? [];
  const gaps: AxisGap[] = [];
  const add = (from: number, to: number, isRepeated: boolean) => {
    const [at, end] = [Math.max(0, from - axis.offset), Math.min(axis.length, to - axis.offset)];
    if (end > at) gaps.push({ at, height: end - at, isRepeated });
  };
  let minute = 0;
  for (const { wallFrom, wallTo } of stretches) {
    if (wallFrom > minute) add(startOn(axis.pieces, minute), endOn(axis.pieces, wallFrom), false);
    minute = Math.max(minute, wallTo);
  }
  if (minute < WHOLE) add(startOn(axis.pieces, minute), endOn(axis.pieces, WHOLE), false);
  for (const { from, to, at, isRepeated } of axis.pieces)
    if (isRepeated && stretches.filter(({ wallFrom, wallTo }) => wallFrom <= from && to <= wallTo).length < 2)
      add(at, at + to - from, true);
  return gaps;
}

/** The instants of a date in stretches of one offset: one but on days on which clocks change. */
function stretchesOf(date: string, offsets: readonly ZoneOffset[]): Stretch[] {
  const midnight = dayOf(date) * DAY;
  const [before, after] = [midnight - DAY, midnight + 3 * DAY];
  const changes = offsets.slice(1).map(({ from }) => from);
  const edges = [before, ...changes.filter((at) => at > before && at < after), after];
  const stretches: Stretch[] = [];
  for (let index = 1; index < edges.length; index += 1) {
    const [from = 0, to = 0] = [edges[index - 1], edges[index]];
    const shift = offsetOf(from, offsets) * MINUTE - midnight;
    const start = Math.max(from, -shift);
    const end = Math.min(to, DAY - shift);
    if (end > start)
      stretches.push({ from: start, to: end, wallFrom: (start + shift) / MINUTE, wallTo: (end + shift) / MINUTE });
  }
  return stretches;
}

function piecesOf(days: readonly (readonly Stretch[])[]): AxisPiece[] {
  const repeats = new Map<string, { from: number; to: number }>();
  for (const stretches of days)
    for (let index = 1; index < stretches.length; index += 1) {
      const from = stretches[index]?.wallFrom ?? 0;
      const to = stretches[index - 1]?.wallTo ?? 0;
      if (from < to) repeats.set(`${from} ${to}`, { from, to });
    }
  const sorted = [...repeats.values()].sort((a, b) => a.to - b.to);
  const pieces: AxisPiece[] = [];
  let [minute, at] = [0, 0];
  const add = (from: number, to: number, isRepeated: boolean) => {
    if (to <= from) return;
    pieces.push({ from, to, at, isRepeated });
    at += to - from;
  };
  for (const { from, to } of sorted) {
    add(minute, to, false);
    add(from, to, true);
    minute = to;
  }
  add(minute, WHOLE, false);
  return pieces;
}

/** Begins at the top of what follows a repetition, not at its own. */
function startOn(pieces: readonly AxisPiece[], minute: number): number {
  const piece = pieces.find(({ from, to, isRepeated }) => !isRepeated && minute >= from && minute < to);
  return piece === undefined ? lengthOf(pieces) : piece.at + minute - piece.from;
}

/** Ends after the repetition of an hour only at the end of the day: until then it is in the middle of what goes on. */
function endOn(pieces: readonly AxisPiece[], minute: number): number {
  if (minute >= WHOLE) return lengthOf(pieces);
  const piece = pieces.find(({ from, to, isRepeated }) => !isRepeated && minute > from && minute <= to);
  return piece === undefined ? 0 : piece.at + minute - piece.from;
}

function lengthOf(pieces: readonly AxisPiece[]): number {
  const last = pieces.at(-1);
  return last === undefined ? 0 : last.at + last.to - last.from;
}

function slotRows(pieces: readonly AxisPiece[], offset: number, length: number, step: number): AxisRow[] {
  const rows: AxisRow[] = [];
  for (const { from, to, at, isRepeated } of pieces)
    for (let minute = from; minute < to;) {
      const next = Math.min(to, (Math.floor(minute / step) + 1) * step);
      const top = Math.max(0, at + minute - from - offset);
      const bottom = Math.min(length, at + next - from - offset);
      if (bottom > top) rows.push({ at: top, height: bottom - top, minute: next - (bottom - top), isRepeated });
      minute = next;
    }
  return rows;
}
