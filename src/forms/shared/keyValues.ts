/** Untyped values as one line of text: JSON where it parses, otherwise the text itself. */

/** "12" is the number 12, "true" is true, "\"12\"" the text 12, "laser" the text laser. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function writeValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}
