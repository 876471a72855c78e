import { formatClock } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { startOfDay, timeOf } from './days.ts';
import { dayFault, dayOfTimes, snapped, type PickerConfig } from './pickerConfig.ts';
import { editBound, type WallRange } from './selection.ts';
import type { Bound } from './timeRules.ts';
import { readTyped, skippedHourText, writeTyped } from './typed.ts';
import type { Codec } from './values.ts';
import { wallNow } from './zone.ts';

export interface Bounds<Value> {
  start: Value;
  end: Value;
}

type Instants = Bounds<number | null>;
type Drafts = Partial<Bounds<string>>;

interface PickerValueOptions<Value> {
  config: PickerConfig;
  codec: Codec<Value>;
  /** A single value is the start; the end is then empty. */
  value: Bounds<Value>;
  onValue: (value: Bounds<Value>) => void;
}

/** The value of a picker as instants, and the texts of its inputs, which stay as typed while they are no value. */
export function usePickerValue<Value>({ config, codec, value, onValue }: PickerValueOptions<Value>) {
  const texts = useTexts(value);
  const { drafts, read } = texts;
  const { zone } = config;
  const decoded = inOrder({ start: codec.read(value.start), end: codec.read(value.end) });
  const instants: Instants = { start: decoded.start ?? null, end: decoded.end ?? null };
  const toWall = (instant: number | null) => (instant === null ? null : zone.toWall(instant));
  const walls: WallRange = { start: toWall(instants.start), end: toWall(instants.end) };
  const parse = (text: string, bound: Bound) => parseBound({ text, bound, config, instants, walls });

  const emit = (next: Bounds<Value>) => {
    if (valueKey(next) === valueKey(value)) return;
    texts.handOver(next);
    onValue(next);
  };
  const written = (next: Instants): Bounds<Value> => ({ start: codec.write(next.start), end: codec.write(next.end) });

  /**
   * Reads what has been typed. While the input has the focus its text stays as it is, and what more keys may make another value is not
   * taken yet. What cannot be read stays in the input; a picker of texts hands it on as it is, so that it is refused.
   */
  const settle = (bound: Bound, isLeft: boolean) => {
    const text = drafts[bound];
    if (text === undefined) return;
    if (text.trim() === '' && config.isRequired) return isLeft ? texts.dropDraft(bound) : undefined;
    const found = parse(text, bound);
    if (read[bound] !== text && ('fault' in found || !isLeft)) texts.markRead(bound, text);
    if ('fault' in found) {
      if (read[bound] !== text && codec.asTyped) emit({ ...value, [bound]: codec.asTyped(text) });
      return;
    }
    if (isLeft) texts.drop(bound);
    else if (found.isOpen === true) return;
    const next = written(found.instants);
    const other: Bound = bound === 'start' ? 'end' : 'start';
    // A fault of the other input is that input's own.
    if (decoded[other] === undefined && found.instants[other] === null) next[other] = value[other];
    emit(next);
  };
  return {
    ...{ instants, walls, settle, notice: texts.notice, say: texts.say, type: texts.type },
    ...shownTexts({ config, drafts, read, decoded, value, parse }),
    now: () => wallNow(zone),
    /** Takes a choice of the panel. A skipped time moves on by the width of the gap, and the notice says so. */
    choose: (next: WallRange) => {
      const { chosen, skipped } = instantsOfChoice(next, { config, instants, walls });
      texts.dropAll(skipped);
      emit(written(chosen));
    },
    takeInstant: (bound: Bound, instant: number) => emit(written({ ...instants, [bound]: instant })),
    restore: (previous: Bounds<Value>) => {
      texts.dropAll(null);
      emit(previous);
    },
  };
}

/**
 * What is typed in the inputs; dropped once the value is changed from outside: saved, reset, or chosen by another control. A consumer
 * that ignores what is handed over does not change it.
 */
function useTexts<Value>(value: Bounds<Value>) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [read, setRead] = useState<Drafts>({});
  const [notice, say] = useState<string | null>(null);
  const key = valueKey(value);
  const [known, setKnown] = useState({ current: key, handed: key });
  const dropAll = (text: string | null) => {
    setDrafts({});
    setRead({});
    say(text);
  };
  if (known.current !== key) {
    setKnown({ current: key, handed: key });
    if (known.handed !== key) dropAll(null);
  }
  const without = (bound: Bound) => (current: Drafts) => {
    const { [bound]: _, ...others } = current;
    return others;
  };
  return {
    ...{ drafts, read, notice, say, dropAll },
    dropDraft: (bound: Bound) => setDrafts(without(bound)),
    drop: (bound: Bound) => {
      setDrafts(without(bound));
      setRead(without(bound));
    },
    markRead: (bound: Bound, text: string) => setRead((current) => ({ ...current, [bound]: text })),
    type: (bound: Bound, text: string) => {
      setDrafts((current) => ({ ...current, [bound]: text }));
      say(null);
    },
    handOver: (next: Bounds<Value>) => setKnown((known) => ({ ...known, handed: valueKey(next) })),
  };
}

interface ShownTexts<Value> {
  config: PickerConfig;
  drafts: Drafts;
  read: Drafts;
  decoded: Decoded;
  value: Bounds<Value>;
  parse: (text: string, bound: Bound) => Parsed;
}

function shownTexts<Value>({ config, drafts, read, decoded, value, parse }: ShownTexts<Value>) {
  const storedText = (bound: Bound): string => {
    const instant = decoded[bound];
    if (instant === undefined) return String(value[bound]);
    return instant === null ? '' : writeTyped(instant, config.format);
  };
  return {
    shownText: (bound: Bound) => drafts[bound] ?? storedText(bound),
    faultOf: (bound: Bound): string | null => {
      const text = drafts[bound];
      if (text === undefined ? decoded[bound] !== undefined : read[bound] !== text) return null;
      const found = parse(text ?? String(value[bound]), bound);
      return 'fault' in found ? found.fault : null;
    },
    /** What a text without AM or PM, or without a year, will be read as; null for others, and while it is being typed. */
    readingOf: (bound: Bound): string | null => {
      const text = drafts[bound];
      if (text === undefined || read[bound] !== text) return null;
      const found = parse(text, bound);
      const instant = 'instants' in found && found.isOpen === true ? found.instants[bound] : null;
      return instant === null ? null : writeTyped(instant, config.format);
    },
  };
}

interface Current {
  config: PickerConfig;
  instants: Instants;
  walls: WallRange;
}

interface Parsing extends Current {
  text: string;
  bound: Bound;
}

type Parsed = { fault: string } | { instants: Instants; isOpen?: boolean };

/** The wall time that a text means, or why it means none. */
function parseBound({ text, bound, config, instants, walls }: Parsing): Parsed {
  const { zone } = config;
  const typed = readTyped(text, config.format);
  if (typed === null) return { instants: { ...instants, [bound]: null } };
  if ('fault' in typed) return typed;
  const typedWall = zone.toWall(typed.instant);
  const wall = withOther(typedWall, walls[bound], config);
  const fault = dayFault(wall, config);
  if (fault !== null) return { fault };
  const near = snapped(wall, bound, config);
  const exact = near === typedWall ? typed.instant : zone.instantOf(near);
  const isOpen = typed.isOpen === true;
  if (!config.isRange) return { instants: { start: exact, end: null }, isOpen };
  const edited = editBound(walls, bound, near, config.days, config.isOpenEnded);
  if (edited === undefined) return { fault: 'A day in between cannot be chosen. Enter another one' };
  const other: Bound = bound === 'start' ? 'end' : 'start';
  const others = edited[other] === near ? exact : instants[other];
  return { instants: bound === 'start' ? { start: exact, end: others } : { start: others, end: exact }, isOpen };
}

/** `skipped`: what the notice says of a time that the clocks skip. */
function instantsOfChoice(next: WallRange, { config, instants, walls }: Current) {
  const { zone } = config;
  let skipped: string | null = null;
  const instantOf = (bound: Bound): number | null => {
    const wall = next[bound];
    if (wall === null) return null;
    if (wall === walls[bound]) return instants[bound];
    const near = snapped(wall, bound, config);
    const [first] = zone.instantsOf(near);
    if (first !== undefined) return first;
    const moved = zone.instantOf(near);
    skipped = `${skippedHourText(near, zone)}. It is ${formatClock(new Date(zone.toWall(moved)).toISOString())} now`;
    return moved;
  };
  const chosen: Instants = { start: instantOf('start'), end: instantOf('end') };
  return { chosen, skipped: skipped as string | null };
}

type Decoded = Bounds<number | null | undefined>;

/** A range that was handed over in reverse is the range between its ends. */
function inOrder({ start, end }: Decoded): Decoded {
  return typeof start === 'number' && typeof end === 'number' && start > end
    ? { start: end, end: start }
    : { start, end };
}

/** A typed day keeps the time of day that the value has, and a typed time its day. */
function withOther(wall: number, current: number | null, config: PickerConfig): number {
  if (config.mode === 'time') return dayOfTimes(current, config) + wall;
  return config.mode === 'date' && current !== null ? startOfDay(wall) + timeOf(current) : wall;
}

function valueKey(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? 'NaN' : one));
}
