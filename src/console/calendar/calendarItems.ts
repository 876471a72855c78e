import type { CalendarItem, CalendarSlot } from '../../calendar/layout/types.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import type { CalendarPart } from '../../../domain/declarations/resource-config.ts';
import type { ResourceCalendar, ResourceCalendarEntry } from '../../../domain/calls/rows.ts';
import type { Tone } from '../../../domain/declarations/tones.ts';
import { instantOfWallTime, wallTimeOf, zoneOffsets } from '../../../domain/values/zoned-time.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

const TONE_COLORS: Record<Tone, string> = {
  blue: 'var(--status-blue-text)',
  darkBlue: 'var(--status-dark-blue-text)',
  green: 'var(--status-green-text)',
  red: 'var(--status-red-text)',
  orange: 'var(--status-orange-text)',
  grey: 'var(--status-grey-text)',
  yellow: 'var(--status-yellow-text)',
};

export interface CalendarTarget {
  resource: ClientResource;
  row: Row;
  /** The local date that names an occurrence within its series; null for a row without others. */
  date: string | null;
}

/** Unique among the entries: an occurrence is named by its date. */
function itemIdOf({ id, date }: ResourceCalendarEntry): string {
  return date === null ? String(id) : `${id}@${date}`;
}

export function targetsById(
  resource: ClientResource,
  { entries, rows }: ResourceCalendar,
): Map<string, CalendarTarget> {
  return new Map(
    entries.map((entry) => [
      itemIdOf(entry),
      { resource, row: { id: entry.id, ...rows[String(entry.id)] }, date: entry.date },
    ]),
  );
}

/** `namesColumn`: the columns are not drawn. */
export function calendarItems(
  resource: ClientResource,
  calendar: ResourceCalendar,
  namesColumn: boolean,
): CalendarItem[] {
  const { config } = resource;
  const columns = new Map(namesColumn ? calendar.columns.map(({ id, label }) => [id, label]) : []);
  const movable = new Set(calendar.movable);
  const deletable = new Set(calendar.deletable);
  const kind = partOf(resource, 'kind');
  const color = config.calendar?.color;
  return calendar.entries.map((entry): CalendarItem => {
    const row = calendar.rows[String(entry.id)] ?? {};
    const column = columns.get(entry.column);
    const isDeletable = entry.date === null || config.calendar?.occurrences === true;
    const isChangeable = isDeletable || config.calendar?.dates !== undefined;
    const repeat = config.calendar?.rule === undefined ? 'One of several dates' : 'Repeats';
    return {
      id: itemIdOf(entry),
      title: entry.title,
      start: entry.start,
      end: entry.end,
      split: entry.column,
      allDay: isDates(resource),
      editable: movable.has(entry.id) && isChangeable,
      deletable: deletable.has(entry.id) && isDeletable,
      ...(column === undefined ? {} : { content: column }),
      ...rowLook(kind, row, color),
      ...(entry.date === null ? {} : { repeat }),
    };
  });
}

/** The name, icon and color of the row's kind; a color of its own takes precedence. */
function rowLook(kind: Field | undefined, row: Row, color: string | undefined): Partial<CalendarItem> {
  const option = kind?.options?.find(({ value }) => value === row[kind.name]);
  const own = color === undefined ? null : row[color];
  const tint = typeof own === 'string' && own !== '' ? own : option?.look && TONE_COLORS[option.look.tone];
  return {
    ...(option ? { kind: option.label } : {}),
    ...(option?.look ? { icon: option.look.icon } : {}),
    ...(tint === undefined ? {} : { color: tint }),
  };
}

function isDates(resource: ClientResource): boolean {
  return partOf(resource, 'start')?.kind === 'date';
}

export function partOf({ config, fields }: ClientResource, part: CalendarPart): Field | undefined {
  const name = config.calendar?.[part];
  return name === undefined ? undefined : fields.find((field) => field.name === name);
}

/** The values of a row that lies in this slot; instants in UTC, by the local time of `zone`. */
export function valuesOfSlot(resource: ClientResource, slot: CalendarSlot, zone: string): Record<string, Json> {
  const [start, end, column] = [partOf(resource, 'start'), partOf(resource, 'end'), partOf(resource, 'column')];
  const [from, to] = isDates(resource) ? datesOfSlot(slot, zone) : slotInstants(slot, zone);
  return {
    ...(start ? { [start.name]: from } : {}),
    ...(end ? { [end.name]: to } : {}),
    ...(column && slot.split !== undefined ? { [column.name]: columnValue(column, slot.split) } : {}),
  };
}

function columnValue({ options, schema }: Field, id: string): Json {
  if (id === '') return null;
  const option = options?.find(({ value }) => String(value) === id);
  return option?.value ?? (schema.type === 'integer' ? Number(id) : id);
}

/** The first and last local date; an end at midnight does not touch the following day. */
export function datesOfSlot({ start, end, allDay }: CalendarSlot, zone: string): [string, string] {
  if (allDay) return [start, end];
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const offsets = zoneOffsets(zone, from - DAY, to + DAY);
  const localDate = (instant: number): string => new Date(wallTimeOf(instant, offsets)).toISOString().slice(0, 10);
  return [localDate(from), localDate(Math.max(from, to - 1))];
}

/** A whole day becomes an hour of the morning, several of them last from the first midnight to the last. */
function slotInstants({ start, end, allDay }: CalendarSlot, zone: string): [string, string] {
  if (!allDay) return [start, end];
  const [first, last] = [Date.parse(start), Date.parse(end)];
  const offsets = zoneOffsets(zone, first - 2 * DAY, last + 2 * DAY);
  const walls = first === last ? [first + 9 * HOUR, first + 10 * HOUR] : [first, last + DAY];
  const [from = first, to = last] = walls.map((wall) => instantOfWallTime(wall, offsets));
  return [new Date(from).toISOString(), new Date(to).toISOString()];
}
