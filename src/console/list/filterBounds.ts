import { formatHour } from '../../../domain/values/formats.ts';
import { readHour } from '../../ui/hourText.ts';
import { filterKindOf, type FilterKind } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { currencySymbol, formatAmount, moneyFault, parseAmount } from '../../../domain/values/money.ts';
import { numberFault, readNumber } from '../../../domain/values/number-text.ts';
import { readSize, formatSize } from '../../ui/formatSize.ts';
import { typedFault } from '../../ui/datePicker/typed.ts';
import { isInstant, type FieldFilter } from '../engine/filterModel.ts';

export interface Days {
  from: string;
  to: string;
}

export type Bound = 'gte' | 'lte' | 'lt';

/** `criteria` with a new lower or upper bound; `value` undefined removes it, text is unparsed input. */
export function bounds(criteria: FieldFilter, key: 'gte' | 'lte', value: number | string | undefined): FieldFilter {
  const { gte, lte } = criteria;
  const next: FieldFilter = { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) };
  delete next[key];
  return value === undefined ? next : { ...next, [key]: value };
}

export function dayBounds({ from, to }: Days): FieldFilter {
  return { ...(from ? { gte: from } : {}), ...(to ? { lte: to } : {}) };
}

/** How numbers of a kind are entered and displayed. */
export interface NumberText {
  read: (typed: string) => number | undefined;
  write: (value: number) => string;
  fault: (typed: string) => string;
  look: { prefix?: string; placeholder?: string; inputMode?: 'decimal' };
}

const plainNumber: NumberText = {
  read: readNumber,
  write: String,
  fault: (typed) => numberFault(typed),
  look: { inputMode: 'decimal' },
};
const size: NumberText = {
  read: readSize,
  write: formatSize,
  fault: (typed) => numberFault(typed, 'Enter a size, like 1.5 MB'),
  look: { placeholder: '1.5 MB' },
};

const EXAMPLE_HOUR = 8.5;

function hourNumberText(field: Field): NumberText {
  return {
    read: (typed) => readHour(typed, field.schema['x-hour']),
    write: formatHour,
    fault: () => `Enter a time of day, like ${formatHour(EXAMPLE_HOUR)}`,
    look: { placeholder: formatHour(EXAMPLE_HOUR) },
  };
}

const NUMBERS: Readonly<Record<FilterKind, ((field: Field) => NumberText) | null>> = {
  text: null,
  exact: null,
  range: () => plainNumber,
  money: () => ({
    read: parseAmount,
    write: formatAmount,
    fault: moneyFault,
    look: { prefix: currencySymbol(), inputMode: 'decimal' },
  }),
  hours: hourNumberText,
  sizes: () => size,
  days: null,
  instants: null,
  times: null,
  choices: null,
  references: null,
  yesNo: null,
  presence: null,
};

/** Undefined for fields that are not compared with numbers. */
export function numberTextOf(field: Field): NumberText | undefined {
  return NUMBERS[filterKindOf(field)]?.(field);
}

const DATED: ReadonlySet<FilterKind> = new Set<FilterKind>(['days', 'instants', 'times']);

/** Why a filter cannot be applied, by bound. */
export function boundFaults(field: Field, criteria: FieldFilter): Partial<Record<Bound, string>> {
  const number = numberTextOf(field);
  const mode = filterKindOf(field) === 'times' ? 'time' : 'date';
  const isDated = DATED.has(filterKindOf(field));
  const entries = (['gte', 'lte', 'lt'] as const).flatMap((key): [Bound, string][] => {
    const value = criteria[key];
    if (typeof value !== 'string') return [];
    if (number) return [[key, number.fault(value)]];
    const fault = isDated && !isInstant(value) ? typedFault(value, mode) : undefined;
    return fault === undefined ? [] : [[key, fault]];
  });
  return Object.fromEntries(entries);
}
