import { FIELD_SHAPES } from './request-form.ts';
import type { Answers, RequestField, RequestFormSchema } from './request-form.ts';

/** Default number of days for which drafts of an earlier version can be finished. */
export const DRAFT_DAYS = 14;

type Answer = Answers[string];

/** The result of a field-by-field merge of two sets of answers with a common base. */
export interface MergedAnswers {
  /** Every change of either side; conflicting fields have the value of `mine`. */
  merged: Answers;
  /** Fields that both sides changed to different values. */
  conflicts: string[];
}

/** Merges `mine` and `theirs`, both derived from `base`. A missing answer is a value like any other. */
export function mergeAnswers(base: Answers, mine: Answers, theirs: Answers): MergedAnswers {
  const merged: Answers = {};
  const conflicts: string[] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isMine = !isSame(mine[name], base[name]);
    const isTheirs = !isSame(theirs[name], base[name]);
    if (isMine && isTheirs && !isSame(mine[name], theirs[name])) conflicts.push(name);
    const value = isMine ? mine[name] : theirs[name];
    if (value !== undefined) merged[name] = value;
  }
  return { merged, conflicts };
}

export function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export function isSameAnswers(one: Answers, other: Answers): boolean {
  return [...Object.keys(one), ...Object.keys(other)].every((name) => isSame(one[name], other[name]));
}

/**
 * The answers that still fit another version of the form: same field name and type, and choices that are still offered. `from`: the
 * version they were entered on, if known.
 */
export function carriedOver(data: Answers, from: RequestFormSchema | null, to: RequestFormSchema): Answers {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, given]) => {
      const field = to.properties[name];
      const earlier = from?.properties[name];
      if (!field || (earlier && earlier['x-field'] !== field['x-field'])) return [];
      const value = field['x-field'] === 'MultiSelect' ? stillOffered(field, given) : given;
      return fits(field, value) ? [[name, value]] : [];
    }),
  );
}

function stillOffered(field: RequestField, value: Answer): Answer {
  if (!Array.isArray(value) || field['x-other']) return value;
  const offered = value.filter((one) => field.enum?.includes(one));
  return offered.length > 0 ? offered : null;
}

function fits(field: RequestField, value: Answer): boolean {
  if (field['x-field'] === 'Select' && !field['x-other'])
    return typeof value === 'string' && (field.enum?.includes(value) ?? false);
  switch (FIELD_SHAPES[field['x-field']].type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'null':
      return false;
  }
}
