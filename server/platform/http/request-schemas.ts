/** The id of a row as a part of an address, or in its query. */
export const ID_TEXT = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } as const;
export const ID_NUMBER = { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } as const;

/** The schema of an address with ids of these names. */
export function idsInPath(...names: string[]) {
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, ID_TEXT])) };
}

/** An object in which all of these are required, and nothing else is. */
export function closed<P extends object>(properties: P) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}
