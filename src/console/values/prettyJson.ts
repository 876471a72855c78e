import type { Json } from '../../../domain/model.ts';

/** JSON for reading: indented, but a list of plain values stays on one line. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(/\[\s*([^[\]{}]*?)\s*\]/g, (_list, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, ' ')}]`);
}
