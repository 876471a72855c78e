import type { FieldFilter } from './filterModel.ts';

export interface Days {
  from: string;
  to: string;
}

/** `asks` with another lower or upper bound; without one where `value` is undefined or no number. */
export function bounds(asks: FieldFilter, key: 'gte' | 'lte', value: number | undefined): FieldFilter {
  const { gte, lte } = asks;
  const next: FieldFilter = { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) };
  delete next[key];
  return value === undefined || Number.isNaN(value) ? next : { ...next, [key]: value };
}

export function dayBounds({ from, to }: Days): FieldFilter {
  return { ...(from ? { gte: from } : {}), ...(to ? { lte: to } : {}) };
}
