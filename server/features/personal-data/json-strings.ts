import type { Json } from '../../../domain/values/json.ts';

/** The value with each of its texts mapped, and numbers that a mapping changes taken out; names of properties stay. */
export function mapStrings(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (typeof value === 'number') return map(String(value)) === String(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, map)]));
}
