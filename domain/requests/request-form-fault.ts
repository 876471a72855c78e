import type { RequestField } from './request-form.ts';

export interface FormFault {
  pointer: string;
  message: string;
}

export type Report = (pointer: string, message: string) => void;

/** NUL and lone surrogates, which no database stores. */
export const UNSTORABLE = /[\0\p{Cs}]/u;

/** Stands in for an earlier field with a fault of its own, so that rules may still refer to it. */
export const BROKEN = {} as RequestField;

/** Reports unknown keys by name without descending into them. */
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
