import { isDate } from '../values/dates.ts';
import { operandOf, type OperandType } from './kinds.ts';
import type { Field } from './model.ts';
import { QueryFault } from './query-fault.ts';

export type Scalar = string | number | boolean;

const MAX_TEXT = 1000;
const MINUTE = 60_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Parses a JSON value as an operand for the field, in the form in which rows store it. Throws a QueryFault naming the field. */
export function readScalar(field: Field, raw: unknown): Scalar {
  const operand = operandOf(field);
  const value = operand ? read(operand.type, raw) : undefined;
  if (value === undefined)
    throw new QueryFault(field.name, `${field.name} is compared with ${EXPECTED[operand?.type ?? 'text']}.`);
  const option = field.options?.find((one) => String(one.value) === String(value));
  if (field.options && field.options.length > 0 && !option) {
    throw new QueryFault(field.name, `${field.name} has no value "${String(value).slice(0, 50)}".`);
  }
  return option ? option.value : value;
}

const EXPECTED: Record<OperandType, string> = {
  text: `text of at most ${MAX_TEXT} characters`,
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as "2026-03-31"',
  instant: 'a date and time such as "2026-03-31T12:00:00Z"',
  time: 'a time such as "09:30"',
  uuid: 'an id',
};

function read(type: OperandType, raw: unknown): Scalar | undefined {
  switch (type) {
    case 'integer':
      return readInteger(raw);
    case 'number':
      return readNumber(raw);
    case 'boolean':
      return typeof raw === 'boolean' ? raw : undefined;
    case 'text':
      return readText(raw);
    case 'date':
      return typeof raw === 'string' && isDate(raw) ? raw : undefined;
    case 'instant':
      return readInstant(raw);
    case 'time':
      return typeof raw === 'string' && TIME.test(raw) ? raw : undefined;
    case 'uuid':
      return readUuid(raw);
  }
}

function readText(raw: unknown): string | undefined {
  if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw);
  return typeof raw === 'string' && raw.length <= MAX_TEXT && !holdsUnstorable(raw) ? raw : undefined;
}

/** NUL and lone surrogates, which PostgreSQL cannot store. */
export function holdsUnstorable(text: string): boolean {
  return /\0|\p{Cs}/u.test(text);
}

function readInteger(raw: unknown): number | undefined {
  const value = typeof raw === 'string' && /^-?\d{1,16}$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value + 0 : undefined;
}

function readNumber(raw: unknown): number | undefined {
  const value = typeof raw === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** Parses an ISO date-time with an offset, or a date (midnight UTC), and returns UTC text with milliseconds. */
export function readInstant(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !INSTANT.test(raw) || !isDate(raw.slice(0, 10))) return undefined;
  const date = new Date(raw);
  const year = date.getUTCFullYear();
  return Number.isNaN(date.getTime()) || year < 1 || year > 9999 ? undefined : date.toISOString();
}

/** Whether the text is an instant that `Date` reads: leap seconds are none. */
export function isInstant(text: string): boolean {
  return text.length > 10 && readInstant(text) !== undefined;
}

/** The nearest whole minute, as UTC text with milliseconds. Text that is no instant is returned as it is. */
export function toWholeMinute(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? instant : new Date(Math.round(time / MINUTE) * MINUTE).toISOString();
}

/** An id of either kind in its stored form; undefined when the text cannot be an id. */
export function readId(kind: 'integer' | 'uuid', raw: unknown): number | string | undefined {
  if (kind === 'uuid') return readUuid(raw);
  const id = readInteger(raw);
  return id !== undefined && id > 0 ? id : undefined;
}

function readUuid(raw: unknown): string | undefined {
  const text = typeof raw === 'string' ? raw.toLowerCase() : '';
  return UUID.test(text) ? text : undefined;
}
