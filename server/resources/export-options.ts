import type { ExportOptions } from './exports.ts';
import { badRequest } from './refusals.ts';

/** fields=["name","email"] or fields=name,email; names=true: names of references instead of their ids. */
export function exportOptions(query: Readonly<Record<string, unknown>>): ExportOptions {
  const { names = 'false' } = query;
  if (names !== 'true' && names !== 'false') throw badRequest('names is true or false.');
  const only = fieldNames(query);
  return { named: names === 'true', ...(only ? { only } : {}) };
}

function fieldNames({ fields }: Readonly<Record<string, unknown>>): string[] | undefined {
  if (fields === undefined || fields === '') return undefined;
  if (typeof fields !== 'string') throw badRequest('fields may be given once.');
  const names: unknown = fields.startsWith('[') ? parseJson(fields) : fields.split(',');
  if (!areTexts(names)) throw badRequest('fields is a list of field names, such as name,email.');
  return names;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list of 1 to 200 texts. */
export function areTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.length <= 200 && value.every((item) => typeof item === 'string')
  );
}
