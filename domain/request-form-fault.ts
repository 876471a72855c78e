import type { RequestField } from './request-form.ts';

/** One thing wrong with a form; `pointer` is a JSON pointer into its schema ("/properties/width/maximum"). */
export interface FormFault {
  pointer: string;
  message: string;
}

/** Tells one fault. Faults beyond `FORM_LIMITS.faults` are not collected. */
export type Report = (pointer: string, message: string) => void;

/** NUL and halves of surrogate pairs: no database keeps them. */
export const UNSTORABLE = /[\0\p{Cs}]/u;

/** Stands for an earlier field that has a fault of its own: rules may name it. */
export const BROKEN = {} as RequestField;

/** Unknown keys are named, never walked into. */
export function checkKeys(
  value: Record<string, unknown>,
  allowed: readonly string[],
  at: string,
  report: Report,
): void {
  const unknown = Object.keys(value).filter((key) => !allowed.includes(key));
  for (const key of unknown.slice(0, 5))
    report(`${at}/${escapePointer(key)}`, 'Not a setting that this part of a form has');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function escapePointer(key: string): string {
  return key.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}
