/**
 * What remains checkable of a declaration that violates its meta-schema, so that one run reports all faults of a file. The results are
 * used for finding further faults only.
 */

type Loose = Record<string, unknown>;

/** Given an invalid value and the paths of its faults: the remainder; undefined when nothing is usable. */
export type KeepValid = (value: unknown, broken: string[][]) => unknown;

/** An object without invalid keys, recursively. */
export const validKeys: KeepValid = (value, broken) => {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const within = broken.filter(([first]) => first === key).map(([, ...rest]) => rest);
      if (within.length === 0) return [[key, inner]];
      return isObject(inner) && within.every((steps) => steps.length > 0) ? [[key, validKeys(inner, within)]] : [];
    }),
  );
};

/**
 * An object whose list `key` has holes in place of invalid items, so that indices are preserved (`forEach` and `map` skip holes). With
 * `needed`, an item whose keys of these names are valid is kept without its invalid keys.
 */
export function validItems(key: string, needed?: readonly string[]): KeepValid {
  return (value, broken) => {
    const items = isObject(value) ? value[key] : undefined;
    if (!Array.isArray(items)) return undefined;
    const rest: unknown[] = [...(items as unknown[])];
    for (const at of new Set(
      broken.flatMap(([list, index]) => (list === key && index !== undefined ? [Number(index)] : [])),
    )) {
      const within = broken
        .filter(([list, index]) => list === key && Number(index) === at)
        .map((steps) => steps.slice(2));
      const isSound = needed && within.every(([name]) => name !== undefined && !needed.includes(name));
      if (isSound) rest[at] = validKeys(rest[at], within);
      else delete rest[at];
    }
    return { [key]: rest };
  };
}

/** A resource schema whose invalid properties become plain strings, so that their names still count as declared. */
export const validProperties: KeepValid = (value, broken) => {
  if (!isObject(value) || !isObject(value.properties)) return undefined;
  const bad = new Set(broken.flatMap(([key, name]) => (key === 'properties' && name !== undefined ? [name] : [])));
  const properties = Object.fromEntries(
    Object.entries(value.properties).map(([name, property]) => [name, bad.has(name) ? { type: 'string' } : property]),
  );
  const rest = validKeys(
    value,
    broken.filter(([key]) => key !== 'properties'),
  ) as Loose;
  return { title: '', type: 'object', additionalProperties: false, ...rest, properties };
};

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
