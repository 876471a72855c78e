import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { isDate } from '../../domain/values/dates.ts';
import { addDays } from '../../domain/hours/hours.ts';
import type { Json } from '../../domain/values/json.ts';
import { parseListQuery, type ListQuery } from '../../domain/declarations/list-query.ts';
import type { Field, Row } from '../../domain/declarations/model.ts';
import { CALENDAR_PARTS, type CalendarPart } from '../../domain/declarations/resource-config.ts';
import { allOf } from '../../domain/declarations/condition.ts';
import { canAccess, canAccessField, type Access } from '../declarations/permission.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import { MOST_CALENDAR_DAYS, MOST_CALENDAR_ENTRIES } from '../../domain/declarations/resource-calendar.ts';
import type { ResourceCalendar, ResourceCalendarEntry } from '../../domain/calls/rows.ts';
import { instantOfWallTime, zoneOffsets } from '../../domain/values/zoned-time.ts';
import { timeZones } from '../declarations/time-zones.ts';
import type { Db } from '../platform/database.ts';
import { loopTurns } from '../platform/loop-turns.ts';
import { fieldColumn, conditionSql, type Sql } from './condition-sql.ts';
import type { AccessResolver } from './access-resolver.ts';
import { Names, type RowSource } from './names.ts';
import { notFound, ungranted, withBadRequest } from './refusals.ts';
import type { Id } from './row-reader.ts';
import type { View } from './view.ts';

/** What recurs by a rule in the local time of a zone; instants. */
export interface Series {
  startsAt: string;
  endsAt: string;
  rule: string | null;
  exceptDates: readonly string[] | null;
}

/** The occurrences that overlap [from, to), in epoch milliseconds; `date` is the local date on which one begins. */
export type ExpandSeries = (
  series: Series,
  zone: string,
  from: number,
  to: number,
) => readonly { date: string; startsAt: number; endsAt: number }[];

export interface CalendarQuery extends Pick<ListQuery, 'filter'> {
  from?: unknown;
  to?: unknown;
  zone?: unknown;
}

/** The dates asked for, and their bounds as epoch milliseconds. */
interface Period {
  zone: string;
  from: string;
  to: string;
  starts: number;
  ends: number;
}

const DAY = 86_400_000;
/** So many rows of a referenced resource are columns even without an entry. */
const FEW_COLUMNS = 30;

/** Reads the calendars of resources through views, as lists are read. */
export class Calendars {
  private readonly db: Db;
  private readonly resolver: AccessResolver;
  private readonly source: RowSource;
  private expand: ExpandSeries | undefined;

  constructor(db: Db, source: RowSource) {
    this.db = db;
    this.resolver = source.resolver;
    this.source = source;
  }

  /** Registered by the feature that knows rules. */
  expandBy(expand: ExpandSeries): void {
    this.expand = expand;
  }

  /** What takes place within the period, as far as the caller may see it. 400 for a query that names anything else. */
  async read(actor: Actor, name: string, query: CalendarQuery): Promise<ResourceCalendar> {
    const resource = this.resolver.resource(name);
    const view = this.resolver.view(actor, resource);
    if (!canAccess(view.access)) throw ungranted(actor, `You do not have access to ${resource.config.label}.`);
    const parts = readableParts(view);
    if (!parts)
      throw resource.config.calendar ? ungranted(actor, 'You cannot see when these take place.') : notFound(null);
    const period = withBadRequest(() => readPeriod(query, this.resolver.model.site.timezone));
    const rows = await this.rows(actor, view, parts, period, query);
    const isCut = rows.length > MOST_CALENDAR_ENTRIES;
    const some = rows.slice(0, MOST_CALENDAR_ENTRIES);
    const zones = parts.rule ? await this.zonesOf(parts.column, some) : null;
    const template = parts.title ? `{${parts.title.name}}` : undefined;
    const names = new Names(this.source, actor);
    const titles = await names.titles(resource, some, template);
    const nextTurn = loopTurns();
    const entries: ResourceCalendarEntry[] = [];
    for (const [index, row] of some.entries()) {
      for (const entry of this.calendarEntries(row, titles[index] ?? '', parts, period, zones)) entries.push(entry);
      await nextTurn();
    }
    entries.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    const shown = entries.slice(0, MOST_CALENDAR_ENTRIES);
    const ids = new Set(shown.map(({ id }) => id));
    const used = some.filter(({ id }) => ids.has(id as Id));
    const listed = view.fields.filter((field) => !field.long);
    const row = (one: Row): Row => Object.fromEntries(listed.map(({ name }) => [name, one[name] ?? null]));
    return {
      zone: period.zone,
      entries: shown,
      rows: Object.fromEntries(used.map((one) => [String(one['id']), row(one)])),
      movable: used.flatMap((one) => (one['#movable'] === true ? (one['id'] as Id) : [])),
      deletable: used.flatMap((one) => (one['#deletable'] === true ? (one['id'] as Id) : [])),
      columns: parts.column ? await this.columns(actor, parts.column, used, names) : [],
      isCut: isCut || entries.length > MOST_CALENDAR_ENTRIES,
    };
  }

  private async rows(actor: Actor, view: View, parts: Parts, period: Period, query: CalendarQuery): Promise<Row[]> {
    const { condition, words } = withBadRequest(() => parseListQuery({ filter: query.filter }, view));
    const fields = [
      ...new Set([...view.fields.filter((field) => !field.long), ...(parts.except ? [parts.except] : [])]),
    ];
    const { writes } = view.resource.config;
    const update = this.resolver.access(actor, view.resource, 'update');
    const remove = this.resolver.access(actor, view.resource, 'delete');
    const moved = [parts.start, ...(parts.end ? [parts.end] : [])];
    const movable = writes.update && moved.every(({ readOnly }) => !readOnly) ? reached(update, moved) : sql`false`;
    const deletable = writes.delete ? reached(remove, []) : sql`false`;
    const { rows } =
      await sql<Row>`select ${view.select(fields)}, coalesce(${movable}, false) as "#movable", coalesce(${deletable}, false) as "#deletable"
      from ${view.table} where ${view.where(condition, words)} and ${overlaps(view, parts, period)}
      order by ${view.order({ field: parts.start, descending: false })} limit ${MOST_CALENDAR_ENTRIES + 1}`.execute(
        this.db,
      );
    return rows;
  }

  private calendarEntries(
    row: Row,
    title: string,
    { start, end, column, rule, except, dates }: Parts,
    { zone, starts, ends }: Period,
    zones: ReadonlyMap<string, string> | null,
  ): ResourceCalendarEntry[] {
    const begins = String(row[start.name]);
    const until = end ? (row[end.name] ?? null) : null;
    const columnId = column ? displayText(row[column.name]) : '';
    const of = { id: row['id'] as Id, title, column: columnId };
    const once = {
      ...of,
      date: null,
      start: begins,
      end: typeof until === 'string' && until > begins ? until : begins,
    };
    const several = dates && end ? row[dates.name] : null;
    if (Array.isArray(several) && several.length > 0)
      return several.flatMap((value) => {
        const date = value as Row;
        const [from, to] = [String(date[start.name]), String(date[end?.name ?? ''])];
        return Date.parse(from) < ends && Date.parse(to) > starts ? [{ ...of, date: from, start: from, end: to }] : [];
      });
    const text = rule ? row[rule.name] : null;
    if (typeof text !== 'string' || text === '' || !this.expand) return [once];
    const left = except ? row[except.name] : null;
    const series = {
      startsAt: once.start,
      endsAt: once.end,
      rule: text,
      exceptDates: Array.isArray(left) ? left.map(String) : null,
    };
    return this.expand(series, zones?.get(columnId) ?? zone, starts, ends).map((one) => ({
      ...of,
      date: one.date,
      start: new Date(one.startsAt).toISOString(),
      end: new Date(one.endsAt).toISOString(),
    }));
  }

  /** The time zones of places, in which their series recur, by id. */
  private async zonesOf(column: Field | undefined, rows: readonly Row[]): Promise<ReadonlyMap<string, string> | null> {
    const places = column?.reference === undefined ? undefined : this.resolver.resource(column.reference);
    const zone = places?.fields.find(({ schema }) => schema['x-options'] === 'timezones');
    if (!column || !places || !zone) return null;
    const ids = [...new Set(rows.flatMap((row) => row[column.name] ?? []))];
    const found = await sql<{ id: Json; zone: string | null }>`select "id", ${fieldColumn(zone)} as "zone"
      from ${sql.table(places.name)} where "id" = any(${ids})`.execute(this.db);
    return new Map(found.rows.flatMap(({ id, zone: name }) => (name === null ? [] : [[String(id), name]])));
  }

  /** All choices, or the rows referred to, with the others where they are few. */
  private async columns(
    actor: Actor,
    column: Field,
    rows: readonly Row[],
    names: Names,
  ): Promise<ResourceCalendar['columns']> {
    const none = rows.some((row) => displayText(row[column.name]) === '')
      ? [{ id: '', label: column.schema['x-empty'] ?? `No ${column.title}` }]
      : [];
    if (column.reference === undefined)
      return [...none, ...(column.options ?? []).map(({ value, label }) => ({ id: String(value), label }))];
    const target = this.resolver.resource(column.reference);
    const used = new Map(
      rows.map((row) => [displayText(row[column.name]), { [column.name]: row[column.name] ?? null }]),
    );
    used.delete('');
    if (this.resolver.canRead(actor, target)) {
      const few = await this.source.list(actor, target.name, { range: [0, FEW_COLUMNS] });
      const ids = few.rows.length > FEW_COLUMNS ? [] : few.rows.map(({ id = null }) => id);
      for (const id of ids) used.set(String(id), { [column.name]: id });
    }
    const named = await names.inRows([column], [...used.values()]);
    const labels = [...used.keys()].map((id, index) => ({ id, label: String(named[index]?.[column.name] ?? id) }));
    return [...none, ...labels.toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))];
  }
}

type Parts = { [part in CalendarPart]?: Field } & { start: Field };

/** The fields of the calendar that the caller may read; null without its start or end. */
function readableParts(view: View): Parts | null {
  const { calendar } = view.resource.config;
  const start = calendar && view.fieldOf(calendar.start);
  if (!start || (calendar.end !== undefined && !view.fieldOf(calendar.end))) return null;
  const parts: Parts = { start };
  for (const part of CALENDAR_PARTS) {
    const field = view.fieldOf(calendar[part] ?? '');
    if (field) parts[part] = field;
  }
  return parts;
}

/** The rows in which the action, and a write to each field, is granted. */
function reached(access: Access, fields: readonly Field[]): Sql {
  if (!canAccess(access) || !fields.every(({ name }) => canAccessField(access, name))) return sql`false`;
  return conditionSql(allOf(access.rows, ...fields.map(({ name }) => access.field(name))), fieldColumn);
}

function overlaps(view: View, { start, end, rule }: Parts, { from, to, starts, ends }: Period): Sql {
  const begins = view.column(start);
  const until = end ? sql`coalesce(${view.column(end)}, ${begins})` : begins;
  if (start.kind === 'date') return sql`${begins} <= ${to}::date and ${until} >= ${from}::date`;
  const [first, last] = [storable(starts), storable(ends)];
  const recurs = rule ? sql`${view.column(rule)} is not null` : sql`false`;
  return sql`${begins} < ${last}::timestamptz and (${until} > ${first}::timestamptz or ${begins} >= ${first}::timestamptz or ${recurs})`;
}

/** Days at the ends of time begin or end outside of what a row can hold. */
function storable(instant: number): string {
  return new Date(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT)).toISOString();
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

function readPeriod({ from, to, zone = '' }: CalendarQuery, site: string): Period {
  const first = readDate('from', from);
  const last = readDate('to', to);
  if (last < first) throw new QueryFault('to', 'to is before from.');
  if ((Date.parse(last) - Date.parse(first)) / DAY >= MOST_CALENDAR_DAYS)
    throw new QueryFault('to', `At most ${MOST_CALENDAR_DAYS} days can be requested at a time.`);
  const known = zone === '' ? site : zone;
  if (typeof known !== 'string' || !timeZones().includes(known))
    throw new QueryFault('zone', 'zone is an IANA time zone, such as America/Denver.');
  const walls = [Date.parse(first), Date.parse(addDays(last, 1))] as const;
  const offsets = zoneOffsets(known, walls[0] - 2 * DAY, walls[1] + 2 * DAY);
  const [starts, ends] = [instantOfWallTime(walls[0], offsets), instantOfWallTime(walls[1], offsets)];
  return { zone: known, from: first, to: last, starts, ends };
}

function readDate(name: string, text: unknown): string {
  if (typeof text !== 'string' || !isDate(text)) throw new QueryFault(name, `${name} is a date such as 2026-11-23.`);
  return text;
}

function displayText(value: Json | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
