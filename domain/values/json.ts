/** JSON values, and their comparison independent of key order, which jsonb does not preserve. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Deep equality, ignoring key order. At the top level null equals undefined; inside a value they differ. */
export function sameJson(one: unknown, other: unknown): boolean {
  return one === other || (one == null && other == null) || samePart(one, other);
}

function samePart(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => samePart(value, other[index]))
    );
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => samePart(valueAt(one, name), valueAt(other, name)));
}

function valueAt(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/** JSON text with sorted keys: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
