/** The days that the answer to a date may have: bounds, and opening hours of a place. */
import { addDays, type EffectiveDay } from '../hours/hours.ts';
import { isInstant } from '../declarations/condition-values.ts';
import { formatDay, formatHour } from '../values/formats.ts';
import { isDate } from '../values/dates.ts';
import { wallClockOf } from '../values/zoned-time.ts';
import { TODAY, type Answers, type DateBound, type RequestField, type RequestFormSchema } from './request-form.ts';

/** When answers are checked. `submitted`: the answers as submitted before; what has not changed is not refused for its age. */
export interface AnswerTime {
  now: Date;
  timeZone: string;
  submitted?: Answers | null | undefined;
}

/** A place on one day. */
export interface PlaceDay {
  name: string;
  timezone: string;
  day: Pick<EffectiveDay, 'date' | 'intervals' | 'reason'>;
}

interface Given {
  schema: RequestFormSchema;
  valueOf: (name: string) => unknown;
  at: AnswerTime;
}

/** The first and the last day that the answer may have, where they are known. */
export function dayBounds(field: RequestField, given: Given): { first: string | null; last: string | null } {
  const [first, last] = [field['x-earliest'], field['x-latest']];
  return { first: first ? boundDay(first, given) : null, last: last ? boundDay(last, given) : null };
}

/** Why the date is outside of its bounds; null within. The answer is a valid date or instant. */
export function boundFault(name: string, answer: string, given: Given): string | null {
  const { schema, at } = given;
  const field = schema.properties[name];
  if (!field) return null;
  const isUnchanged = at.submitted?.[name] === answer;
  const early = field['x-earliest'];
  const start = early && instantBound(field, early, given);
  if (start !== undefined && Date.parse(answer) <= start.time) return `Choose a time after “${start.title}”`;
  const day = dayOf(answer, at.timeZone);
  const { first, last } = dayBounds(field, given);
  const isOld = isUnchanged && (early?.from === TODAY || early === undefined);
  if (first !== null && day < first && !isOld) return `Choose ${formatDay(first)} or later`;
  return last !== null && day > last && !isUnchanged ? `Choose ${formatDay(last)} or earlier` : null;
}

function boundDay({ from, days = 0 }: DateBound, { valueOf, at }: Given): string | null {
  if (from === TODAY) return addDays(dayOf(at.now.toISOString(), at.timeZone), days);
  const answer = valueOf(from);
  return isDay(answer) || isTime(answer) ? addDays(dayOf(answer, at.timeZone), days) : null;
}

/** Of two times without days between them, the later one comes strictly after the other. */
function instantBound(field: RequestField, { from, days = 0 }: DateBound, { schema, valueOf }: Given) {
  const answer = valueOf(from);
  const other = schema.properties[from];
  if (days !== 0 || field['x-field'] !== 'DateTime' || other?.['x-field'] !== 'DateTime' || !isTime(answer))
    return undefined;
  return { time: Date.parse(answer), title: other.title };
}

function isDay(answer: unknown): answer is string {
  return typeof answer === 'string' && isDate(answer);
}

function isTime(answer: unknown): answer is string {
  return typeof answer === 'string' && isInstant(answer);
}

/** The date of an answer in a zone. */
export function dayOf(answer: string, zone: string): string {
  return isDate(answer) ? answer : wallClockOf(answer, zone).slice(0, 10);
}

/** Why the place is not open at the answered day or time; null while it is. */
export function openingFault(answer: string, { name, timezone, day }: PlaceDay): string | null {
  const reason = day.reason === null ? '' : ` (${day.reason})`;
  if (day.intervals.length === 0) return `${name} is closed on ${formatDay(day.date)}${reason}`;
  if (isDate(answer)) return null;
  const [hour = 0, minute = 0] = wallClockOf(answer, timezone).slice(11, 16).split(':').map(Number);
  const time = hour + minute / 60;
  if (day.intervals.some(({ from, to }) => from <= time && time <= to)) return null;
  const hours = day.intervals.map(({ from, to }) => `${formatHour(from)} to ${formatHour(to)}`).join(' and ');
  return `${name} is open from ${hours} on ${formatDay(day.date)}${reason}`;
}

/** The sound answers that a place has to be open for, without those submitted before. */
export function placeAnswers(
  schema: RequestFormSchema,
  answers: Readonly<Record<string, unknown>>,
  submitted: Answers | null = null,
): { name: string; place: number; answer: string }[] {
  return schema['x-order'].flatMap((name) => {
    const place = schema.properties[name]?.['x-place'];
    const answer = answers[name];
    return place !== undefined && answer !== submitted?.[name] && (isDay(answer) || isTime(answer))
      ? [{ name, place, answer }]
      : [];
  });
}
