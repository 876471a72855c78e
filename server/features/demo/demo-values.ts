import type { DateTime } from 'luxon';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** An image reference may occur anywhere in a text: "<img src='/api/Content/@image:laser'>". */
const IMAGE = '@image:';

/** Rows created so far, found by their text fields, "@events:title=Resin printing", or by position, "@instances:3". */
export class MadeRows {
  readonly #ids = new Map<string, Json>();
  readonly #counts = new Map<string, number>();
  readonly #images: ReadonlyMap<string, string>;

  /** `images`: stored image files by the names used in the data. */
  constructor(images: ReadonlyMap<string, string> = new Map()) {
    this.#images = images;
  }

  add(resource: string, row: Row): void {
    const place = (this.#counts.get(resource) ?? 0) + 1;
    this.#counts.set(resource, place);
    this.#ids.set(`${resource}:${place}`, row.id ?? null);
    for (const [field, value] of Object.entries(row)) {
      if (typeof value === 'string') this.#ids.set(`${resource}:${field}=${value}`, row.id ?? null);
    }
  }

  image(name: string): string {
    const file = this.#images.get(name);
    if (file === undefined)
      throw new Error(
        `The demonstration data refers to "@image:${name}", but no image of config/demo/images is called that.`,
      );
    return file;
  }

  id(key: string): Json {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`The demonstration data refers to "@${key}", but no earlier row is that.`);
    return id;
  }
}

/**
 * Expands `"@weekly": 8` into one row for each of the last eight weeks ("@week-#w Tue 12:30" is Tuesday of each of them), and `"@daily": 14` into one row for each of fourteen days from today on; "@now+#d 12:30" is 12:30 on each of them.
 */
export function repeatedRows({ '@daily': days, '@weekly': weeks, ...row }: Row): Row[] {
  const text = JSON.stringify(row);
  const rows = (count: number, rowText: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => JSON.parse(rowText(index)) as Row);
  if (typeof weeks === 'number') return rows(weeks, (week) => text.replaceAll('-#w', `-${week + 1}`));
  if (typeof days === 'number') return rows(days, (day) => text.replaceAll('+#d', `+${day}d`));
  return [row];
}

/** Resolves references, images, dates and instants in `value` at any depth. `now` is in the campus's zone. */
export function resolve(value: Json, made: MadeRows, now: DateTime): Json {
  if (typeof value === 'string' && value.includes(IMAGE))
    return value.replace(/@image:([A-Za-z0-9-]+)/g, (_, name: string) => made.image(name));
  if (typeof value === 'string' && value.startsWith('@')) return resolveText(value, made, now);
  if (Array.isArray(value)) return value.map((item) => resolve(item, made, now));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, made, now)]));
}

function resolveText(text: string, made: MadeRows, now: DateTime): Json {
  const [, weeks, name, ...time] = /^@week([+-]\d+) ([A-Z][a-z]{2})(?: (\d\d):(\d\d))?$/.exec(text) ?? [];
  if (name !== undefined) {
    const weekday = WEEKDAYS.indexOf(name) + 1;
    if (weekday === 0) throw new Error(`The demonstration data names a weekday that is none: "${text}".`);
    const there = now.startOf('week').plus({ weeks: Number(weeks), days: weekday - 1 });
    return time[0] === undefined ? there.toISODate() : atTime(there, time);
  }
  const day = /^@(now|today)(?:([+-]\d+)d)?(?: (\d\d):(\d\d))?$/.exec(text);
  if (!day) return made.id(text.slice(1));
  const [, kind, days = '0', ...hours] = day;
  const moved = now.plus({ days: Number(days) });
  if (kind === 'today') return moved.toISODate();
  return hours[0] === undefined ? moved.toUTC().toISO() : atTime(moved, hours);
}

function atTime(day: DateTime, [hour, minute]: (string | undefined)[]): Json {
  return day
    .startOf('day')
    .set({ hour: Number(hour), minute: Number(minute) })
    .toUTC()
    .toISO();
}
