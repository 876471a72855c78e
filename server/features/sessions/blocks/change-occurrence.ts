import { formatDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { OccurrenceChange } from '../../../../domain/calls/blocks.ts';
import { toWholeMinute } from '../../../../domain/declarations/condition-values.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import { parseRule, ruleText, shiftRule } from '../../../../domain/hours/recurrence.ts';
import { instantOfWallTime, wallTimeOf } from '../../../../domain/values/zoned-time.ts';
import type { RowChange } from '../../../../domain/calls/row-parts.ts';
import type { RowOf, ValuesOf } from '../../../resources/typed-rows.ts';
import type { Db } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import { localDate, offsetsAround } from '../../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { firstOccurrence, occurrenceOn, occurrencesOf, startDate, type Occurrence, type Series } from './series.ts';

type Block = RowOf<'blocks'>;
type Values = ValuesOf<'blocks'>;
/** The version that the caller has seen; a stale one is refused with 412. */
type ExpectedVersion = { version?: number };

const DAY = 86_400_000;

interface OccurrenceKey {
  id: number | string;
  date: string;
}

/**
 * Moves the occurrence that begins on a local date: alone (which makes a block of its own), with all that follow (a series of its own),
 * or with all. One transaction; permissions are those of the writes it takes. 404 where nothing takes place on that date.
 */
export async function moveOccurrence(
  services: Needs<'engine' | 'model'>,
  actor: Actor,
  at: OccurrenceKey,
  { scope, as, ...given }: OccurrenceChange,
  seen: ExpectedVersion = {},
): Promise<RowChange[]> {
  const to = withWholeMinutes(given);
  services.engine.resolver.requireRules('blocks', to);
  return inSeries(services, actor, at, async (series) => {
    const { block, write } = series;
    const reach = series.reachOf(scope);
    const moved = await movedSeries(services, series, reach, to);
    if (reach === 'only' || reach === 'all') return write.change({ ...moved, ...as }, seen);
    const { title, publicTitle, kind, notes } = as ?? block;
    await write.change(
      reach === 'one' ? { exceptDates: [...(block.exceptDates ?? []), at.date] } : earlierPart(series),
      seen,
    );
    return write.create({ title, publicTitle, kind, notes, ...moved });
  });
}

/** Before and after such a move: the series as it is, and what it makes of the occurrences that it moves. Changes nothing. */
export async function plannedMove(
  services: RowServices,
  actor: Actor,
  id: number,
  date: string,
  { scope, as: _words, ...given }: OccurrenceChange,
): Promise<{ before: PlacedSeries; after: PlacedSeries }> {
  const to = withWholeMinutes(given);
  const { db, engine } = services;
  await engine.get(actor, 'blocks', id);
  const block = await db.selectFrom('blocks').selectAll().where('id', '=', id).executeTakeFirst();
  const series = await seriesAt(services, db, block, date);
  return { before: series.block, after: await movedSeries(services, series, series.reachOf(scope), to) };
}

export async function removeOccurrence(
  services: Needs<'engine' | 'model'>,
  actor: Actor,
  at: OccurrenceKey,
  scope: OccurrenceScope,
  seen: ExpectedVersion = {},
): Promise<RowChange[]> {
  return inSeries(services, actor, at, async (series) => {
    const { block, write } = series;
    const reach = series.reachOf(scope);
    if (reach === 'only' || reach === 'all') return write.remove(seen);
    if (reach === 'one') return write.change({ exceptDates: [...(block.exceptDates ?? []), at.date] }, seen);
    return write.change(earlierPart(series), seen);
  });
}

/** Times as the block's row will store them: the local date, and with it the rule, depends on them. */
function withWholeMinutes<T extends { startsAt: string; endsAt: string }>(times: T): T {
  return { ...times, startsAt: toWholeMinute(times.startsAt), endsAt: toWholeMinute(times.endsAt) };
}

export type PlacedSeries = Pick<Block, keyof Series | 'locationId'>;

interface SeriesPart {
  tx: Db;
  block: Block;
  zone: string;
  occurrence: Occurrence;
  /** How many of the rule's occurrences begin before this one, where they are counted; those left out count. */
  before: number;
  /** `only`: there is no other one, so that the block itself is written. */
  reachOf: (scope: OccurrenceScope) => ChangeScope;
}

type ChangeScope = OccurrenceScope | 'only';

interface SeriesWrite extends SeriesPart {
  write: {
    change: (values: Values, seen: ExpectedVersion) => Promise<void>;
    create: (values: Values) => Promise<void>;
    remove: (seen: ExpectedVersion) => Promise<void>;
  };
}

async function inSeries(
  services: Needs<'engine' | 'model'>,
  actor: Actor,
  { id, date }: OccurrenceKey,
  work: (series: SeriesWrite) => Promise<void>,
): Promise<RowChange[]> {
  const { engine } = services;
  return engine.transaction(async (tx) => {
    await engine.get(actor, 'blocks', id, { tx });
    const [block] = await engine.lock(tx, 'blocks', [id]);
    const series = await seriesAt(services, tx, block, date);
    const changes: RowChange[] = [];
    const note = (row: { id: number; version?: number | null }): void => {
      if (row.version != null && (row.id !== series.block.id || row.version !== series.block.version))
        changes.push({ resource: 'blocks', id: row.id, version: row.version });
    };
    await work({
      ...series,
      write: {
        change: async (values, seen) => note(await engine.update(actor, 'blocks', id, values, { tx, ...seen })),
        create: async (values) => note(await engine.create(actor, 'blocks', values, { tx })),
        remove: async (seen) => note(await engine.remove(actor, 'blocks', id, { tx, ...seen })),
      },
    });
    return changes;
  });
}

/** The occurrence of a date within its series; 404 where nothing takes place on it. */
async function seriesAt(services: Needs<'model'>, tx: Db, block: Block | undefined, date: string): Promise<SeriesPart> {
  if (!block) throw noOccurrence(date);
  const zone = await locationZone(services, tx, block.locationId);
  const occurrence = occurrenceOn(block, zone, date);
  if (!occurrence) throw noOccurrence(date);
  return {
    tx,
    block,
    zone,
    occurrence,
    before: countBefore(block, zone, occurrence),
    reachOf: reachIn(block, zone, occurrence),
  };
}

/** The series, or the single block, of what is moved. */
async function movedSeries(
  services: Needs<'model'>,
  series: SeriesPart,
  reach: ChangeScope,
  to: Omit<OccurrenceChange, 'scope'>,
): Promise<PlacedSeries> {
  if (reach === 'only' || reach === 'one') return { ...to, rule: null, exceptDates: null };
  const { block, occurrence, tx } = series;
  const zone = await locationZone(services, tx, to.locationId);
  if (reach === 'all') return wholeSeries(block, occurrence, series.zone, to, zone);
  const { date } = occurrence;
  const newDate = localDate(Date.parse(to.startsAt), zone);
  const rule = shifted(followingRule(series), date, newDate);
  return { ...to, rule, exceptDates: shiftedDates(block, date, newDate, (one) => one > date) };
}

function countBefore(
  { exceptDates: _excepted, ...block }: Block,
  zone: string,
  { date, startsAt }: Occurrence,
): number {
  if (block.rule === null || parseRule(block.rule).count === null) return 0;
  return occurrencesOf({ ...block, exceptDates: null }, zone, 0, startsAt).filter((one) => one.date < date).length;
}

/** How far a change goes, given what is left of the series without exceptions. */
function reachIn(block: Block, zone: string, { date, startsAt }: Occurrence): SeriesWrite['reachOf'] {
  if (block.rule === null) return () => 'only';
  const isFirst = !firstOccurrence(block, zone, [Date.parse(block.startsAt), startsAt], (one) => one.date < date);
  const isLast = !firstOccurrence(block, zone, [startsAt, startsAt + FAR], (one) => one.date > date);
  return (scope) => {
    if (isFirst && isLast) return 'only';
    return scope === 'following' && isFirst ? 'all' : scope;
  };
}

/** Nothing goes on after a pause of this length. */
const FAR = 12 * 366 * DAY;

function earlierPart({ block, occurrence: { date } }: SeriesPart): Values {
  const rule = parseRule(block.rule ?? '');
  const exceptDates = (block.exceptDates ?? []).filter((one) => one < date);
  const until = addDays(date, -1);
  return { rule: ruleText({ ...rule, count: null, until }), exceptDates: exceptDates.length > 0 ? exceptDates : null };
}

/** The rule of what begins with the occurrence. */
function followingRule({ block, before }: SeriesPart) {
  const rule = parseRule(block.rule ?? '');
  return rule.count === null ? rule : { ...rule, count: rule.count - before };
}

function shifted(rule: ReturnType<typeof parseRule>, from: string, to: string): string {
  const moved = shiftRule(rule, from, to);
  if (moved) return ruleText(moved);
  throw notMovable();
}

function notMovable() {
  return problem(
    409,
    'blocks.rule-not-movable',
    'Not moved',
    'Its rule cannot be moved to that day. Move this one only, or change the rule in its form.',
  );
}

function shiftedDates(block: Block, from: string, to: string, isIncluded: (date: string) => boolean): string[] | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  const dates = (block.exceptDates ?? []).filter(isIncluded).map((date) => addDays(date, days));
  return dates.length > 0 ? dates : null;
}

/** The whole series moved as its occurrence is, in local time of the place that it is moved to. */
function wholeSeries(
  block: Block,
  occurrence: Occurrence,
  zone: string,
  to: Omit<OccurrenceChange, 'scope'>,
  newZone: string,
): PlacedSeries {
  const wall = (instant: number, inZone: string) => wallTimeOf(instant, offsetsAround(instant, inZone));
  const start = wall(Date.parse(to.startsAt), newZone);
  const first = wall(Date.parse(block.startsAt), zone) + start - wall(occurrence.startsAt, zone);
  const length = wall(Date.parse(to.endsAt), newZone) - start;
  const at = (local: number) => instantOfWallTime(local, offsetsAround(local, newZone));
  const [startsAt, exactEnd] = [at(first), at(first + length)];
  const endsAt = exactEnd > startsAt ? exactEnd : startsAt + Date.parse(to.endsAt) - Date.parse(to.startsAt);
  const newDate = new Date(start).toISOString().slice(0, 10);
  const rule = shifted(parseRule(block.rule ?? ''), occurrence.date, newDate);
  const moved = {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    locationId: to.locationId,
    rule,
    exceptDates: shiftedDates(block, occurrence.date, newDate, () => true),
  };
  // "The second Tuesday", a day later, is at times the third Wednesday.
  if (!occurrenceOn({ ...moved, exceptDates: null }, newZone, startDate(moved, newZone))) throw notMovable();
  return moved;
}

async function locationZone({ model }: Needs<'model'>, tx: Db, locationId: number): Promise<string> {
  const row = await tx.selectFrom('locations').select('timezone').where('id', '=', locationId).executeTakeFirst();
  return row?.timezone ?? model.site.timezone;
}

function noOccurrence(date: string) {
  return problem(404, 'blocks.no-such-occurrence', 'Not found', `There is no occurrence on ${formatDay(date)}.`);
}
