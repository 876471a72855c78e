import { formatMoney } from '../values/formats.ts';
import { isInstant } from '../declarations/condition-values.ts';
import { isDate } from '../values/dates.ts';
import { boundFault, type AnswerTime } from './request-form-dates.ts';
import { conditionHolds, FORM_LIMITS, isMissingAnswer, isUnanswered, visibleFields } from './request-form.ts';
import type { FieldType, RequestField, RequestFormSchema } from './request-form.ts';
import { moneyFault } from '../values/money.ts';
import { UNSTORABLE } from './request-form-fault.ts';
import { leastFiles, lowest, requiredNames } from './request-form-schema.ts';

export const REQUIRED = 'This field is required';
export const NO_CONSENT = 'You need to agree to continue';
const CHOOSE = 'Choose one of the options';
const CHOOSE_SOME = 'Choose from the options';
const NO_OTHER = 'Enter text for “Other”, or choose another option';
const NO_OTHER_AMONG = 'Enter text for “Other”, or deselect it';

// As in server/declarations/formats.ts, so that the compiled validator agrees.
const EMAIL = /^[^\s@<>()[\],;:\\"]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The faults of the answers as messages by field name; empty when they may be submitted. Hidden fields are ignored (see
 * `pruneHidden`); an unknown field name is a fault. Opening hours of places are checked where they are known (`placeAnswers`); without
 * `at`, nothing that depends on the present day is.
 */
export function checkAnswers(
  schema: RequestFormSchema,
  answers: Record<string, unknown>,
  at: AnswerTime | null,
): Record<string, string> {
  const faults = missingAnswers(schema, answers);
  const visible = visibleFields(schema, answers);
  const valueOf = (name: string): unknown => (visible.has(name) ? answers[name] : undefined);
  for (const name of Object.keys(answers)) {
    if (!Object.hasOwn(schema.properties, name)) faults[name] = 'This form has no such field';
    const field = schema.properties[name];
    const answer = answers[name];
    if (!field || !visible.has(name) || faults[name] || isMissingAnswer(field, answer)) continue;
    const fault =
      CHECKS[field['x-field']](field, answer, schema.required.includes(name)) ??
      (at && isDated(field) ? boundFault(name, String(answer), { schema, valueOf, at }) : null);
    if (fault) faults[name] = fault;
  }
  for (const name of visible) {
    const broken = schema.properties[name]?.['x-rules']?.find(({ when }) => conditionHolds(when, valueOf));
    if (broken) faults[name] ??= broken.message;
  }
  return faults;
}

function isDated(field: RequestField): boolean {
  return field['x-earliest'] !== undefined || field['x-latest'] !== undefined;
}

/** Only the visible fields without an answer that they need. */
export function missingAnswers(schema: RequestFormSchema, answers: Record<string, unknown>): Record<string, string> {
  const visible = visibleFields(schema, answers);
  const missing = requiredNames(schema).filter(
    (name) => visible.has(name) && isMissingAnswer(schema.properties[name], answers[name]),
  );
  return Object.fromEntries(
    missing.map((name) => [name, schema.properties[name]?.['x-consent'] ? NO_CONSENT : REQUIRED]),
  );
}

type Check = (field: RequestField, answer: unknown, required: boolean) => string | null;

const CHECKS: Record<FieldType, Check> = {
  String: checkText,
  Select: checkChoice,
  MultiSelect: checkChoices,
  Email: (_field, answer) =>
    typeof answer === 'string' && answer.length <= 254 && EMAIL.test(answer) ? null : 'Please enter a valid email',
  Integer: (field, answer) =>
    Number.isSafeInteger(answer) ? checkNumber(field, answer as number) : 'Enter a whole number',
  Double: (field, answer) =>
    typeof answer === 'number' && Number.isFinite(answer) ? checkNumber(field, answer) : 'Enter a number',
  Cost: (field, answer) =>
    Number.isSafeInteger(answer) ? checkNumber(field, answer as number) : moneyFault(String(answer)),
  Boolean: (field, answer) =>
    field['x-consent'] && answer === false ? NO_CONSENT : typeof answer === 'boolean' ? null : 'Answer yes or no',
  FileUpload: checkFiles,
  Date: (_field, answer) => (typeof answer === 'string' && isDate(answer) ? null : 'Enter a date'),
  DateTime: (_field, answer) => (typeof answer === 'string' && isInstant(answer) ? null : 'Enter a date and a time'),
  DisplayOnly: () => 'This text does not take an answer',
};

function checkChoice(field: RequestField, answer: unknown): string | null {
  if (typeof answer === 'string' && field.enum?.includes(answer)) return null;
  if (!field['x-other']) return CHOOSE;
  return isUnanswered(answer) ? NO_OTHER : checkText({ ...field, maxLength: FORM_LIMITS.optionLength }, answer);
}

function checkChoices(field: RequestField, answer: unknown): string | null {
  if (!Array.isArray(answer) || new Set(answer).size !== answer.length) return CHOOSE_SOME;
  const others = answer.filter((one) => !field.enum?.includes(one as string));
  if (others.length > (field['x-other'] ? 1 : 0)) return CHOOSE_SOME;
  if (others.some(isUnanswered)) return NO_OTHER_AMONG;
  const fault = others.map((one) => checkChoice(field, one)).find((one) => one !== null);
  if (fault !== undefined) return fault;
  if (answer.length < (field.minItems ?? 0)) return `Choose at least ${field.minItems}`;
  return answer.length > (field.maxItems ?? Infinity) ? `Choose at most ${field.maxItems}` : null;
}

function checkText(field: RequestField, answer: unknown): string | null {
  if (typeof answer !== 'string') return 'Enter text';
  if (UNSTORABLE.test(answer)) return 'This text contains a character that cannot be stored. Type it again without it.';
  const length = [...answer].length;
  if (length < (field.minLength ?? 0)) return `Enter at least ${count(field.minLength ?? 0, 'character')}`;
  const most = field.maxLength ?? FORM_LIMITS.textLength;
  return length > most ? `Enter at most ${count(most, 'character')}; this is ${length}` : null;
}

function checkNumber(field: RequestField, answer: number): string | null {
  const least = lowest(field);
  const most = field.maximum ?? FORM_LIMITS.number;
  if (answer < least) return `Enter ${amount(field, least)} or more`;
  return answer > most ? `Enter ${amount(field, most)} or less` : null;
}

function amount(field: RequestField, value: number): string {
  if (field['x-field'] === 'Cost') return formatMoney(value);
  return field['x-unit'] ? `${value} ${field['x-unit']}` : String(value);
}

function checkFiles(field: RequestField, answer: unknown, required: boolean): string | null {
  if (!Array.isArray(answer) || !answer.every((id) => typeof id === 'string' && UUID.test(id)))
    return 'Add the files again';
  if (new Set(answer).size !== answer.length) return 'The same file was added twice';
  const least = leastFiles(field, required);
  const most = field.maxItems ?? 1;
  if (answer.length < least) return `Add at least ${count(least, 'file')}`;
  return answer.length > most ? `Add at most ${count(most, 'file')}` : null;
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
