import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import {
  isUnanswered,
  optionLabel,
  visibleFields,
  type Answers,
  type RequestField,
  type RequestFormSchema,
} from '../../../domain/requests/request-form.ts';

/** What tells a request apart from others of its form. */
export interface RequestSubject {
  subject: string | null;
  /** YYYY-MM-DD in the site's zone. */
  neededOn: string | null;
}

const LENGTH = 120;

/** By the fields that the form marks; null where it marks none, or the answer is hidden or empty. `names`: of uploaded files, by id. */
export function requestSubject(
  schema: RequestFormSchema,
  answers: Answers,
  { zone, names }: { zone: string; names: ReadonlyMap<string, string> },
): RequestSubject {
  const visible = visibleFields(schema, answers);
  const marked = (key: 'x-subject' | 'x-needed-by'): [RequestField, Answers[string]] | null => {
    const name = schema['x-order'].find((one) => visible.has(one) && schema.properties[one]?.[key]);
    const field = name === undefined ? undefined : schema.properties[name];
    const answer = name === undefined ? null : (answers[name] ?? null);
    return field && !isUnanswered(answer) ? [field, answer] : null;
  };
  const [named, dated] = [marked('x-subject'), marked('x-needed-by')];
  return {
    subject: named && cutSubject(subjectText(...named, names)),
    neededOn: dated && dayIn(String(dated[1]), zone),
  };
}

function subjectText(field: RequestField, answer: Answers[string], names: ReadonlyMap<string, string>): string {
  if (Array.isArray(answer)) {
    const first = names.get(answer[0] ?? '') ?? 'File';
    return answer.length === 1 ? first : `${first} and ${answer.length - 1} more`;
  }
  const text = String(answer).trim();
  return optionLabel(field, text).split('\n')[0]?.trim() ?? '';
}

function cutSubject(text: string): string {
  return text.length > LENGTH ? `${text.slice(0, LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

function dayIn(answer: string, zone: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(answer);
  return isDay ? answer : wallClockOf(answer, zone).slice(0, 10);
}

/** "Hearing the bridge (Poster printing #12)"; without a subject "Poster printing #12". */
export function requestName({ id, subject, form }: { id: number; subject: string | null; form: string }): string {
  const number = `${form} #${id}`;
  return subject === null ? number : `${subject} (${number})`;
}
