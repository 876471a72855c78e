import { FORM_LIMITS, TODAY, type RequestField } from './request-form.ts';
import { BROKEN, UNSTORABLE, checkKeys, isObject, type Report } from './request-form-fault.ts';
import { checkShowIf } from './request-form-show-if.ts';

type Fields = ReadonlyMap<string, RequestField>;

/** Reports the faults of a field's rules across answers; `fields`: those up to it. */
export function checkAnswerRules(rules: unknown, at: string, fields: Fields, report: Report): void {
  if (!Array.isArray(rules) || rules.length === 0) return report(at, 'Must list rules, or be left out');
  if (rules.length > FORM_LIMITS.rules) return report(at, `A field has at most ${FORM_LIMITS.rules} rules`);
  rules.forEach((rule: unknown, index) => {
    if (!isObject(rule)) return report(`${at}/${index}`, 'A rule is an object');
    checkKeys(rule, ['when', 'message'], `${at}/${index}`, report);
    checkShowIf(rule.when, `${at}/${index}/when`, fields, report);
    const { message } = rule;
    if (typeof message !== 'string' || message.trim() === '')
      report(`${at}/${index}/message`, 'Enter a message that says what to do');
    else if (message.length > FORM_LIMITS.titleLength || UNSTORABLE.test(message))
      report(`${at}/${index}/message`, `At most ${FORM_LIMITS.titleLength} characters`);
  });
}

export function checkDateLimits(field: Record<string, unknown>, at: string, earlier: Fields, report: Report): void {
  for (const key of ['x-earliest', 'x-latest']) {
    const fault = field[key] === undefined ? null : boundFault(field[key], earlier);
    if (fault) report(`${at}/${key}`, fault);
  }
  const place = field['x-place'];
  if (place !== undefined && !(Number.isSafeInteger(place) && Number(place) > 0))
    report(`${at}/x-place`, 'Must be the id of a location');
}

function boundFault(bound: unknown, earlier: Fields): string | null {
  if (!isObject(bound)) return 'Must be {"from", "days"}';
  const { from, days = 0, ...more } = bound;
  if (Object.keys(more).length > 0) return 'Must be {"from", "days"}';
  if (!Number.isInteger(days) || Math.abs(Number(days)) > FORM_LIMITS.boundDays)
    return `The days must be a whole number of at most ${FORM_LIMITS.boundDays}`;
  if (from === TODAY) return null;
  const field = typeof from === 'string' ? earlier.get(from) : undefined;
  if (field === BROKEN) return null;
  return field?.['x-field'] === 'Date' || field?.['x-field'] === 'DateTime'
    ? null
    : 'Must count from today or from a date that comes earlier in the form';
}
