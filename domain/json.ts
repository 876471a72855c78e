/** What JSON values say, whatever the order of their names: jsonb does not keep them as they were sent. */

/** Equal as JSON. The order of names does not count; null is the same as nothing at all, but inside a value the two differ. */
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

/** The text of a JSON value with its names in order: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
