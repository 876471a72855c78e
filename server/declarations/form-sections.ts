import { readInstant } from '../../domain/declarations/condition-values.ts';
import type { Field } from '../../domain/declarations/model.ts';
import type { FormSection } from '../../domain/declarations/resource-config.ts';
import type { Json } from '../../domain/values/json.ts';
import type { FieldAt } from './calendar.ts';
import { didYouMean, type Report } from './faults.ts';
import { valueFaults } from './values.ts';

export function checkForm(form: FormSection[], fieldAt: FieldAt, report: Report): void {
  const seen = new Set<string>();
  form.forEach(({ fields, when }, section) => {
    fields.forEach((name, index) => {
      const at = ['form', section, 'fields', index];
      const field = fieldAt(name, at);
      if (field?.engine) report(at, `The engine writes "${name}", so it has no input`);
      if (seen.has(name)) report(at, `"${name}" is already in the form`);
      if (when && field?.required) report(at, `"${name}" is required, so its section cannot be hidden`);
      seen.add(name);
    });
    for (const [name, value] of Object.entries(when ?? {})) {
      const at = ['form', section, 'when', name];
      const field = fieldAt(name, at);
      if (field) checkCondition(field, value, (message) => report(at, message));
      if (dependsOn(form, section, name))
        report(at, `"${name}" is only shown when this section already is: the section would never show`);
    }
  });
}

/** Whether the field is in the section itself, or in one that depends on a field of the section, transitively. */
function dependsOn(form: FormSection[], section: number, name: string, seen = new Set<number>()): boolean {
  const asking = form.findIndex(({ fields }) => fields.includes(name));
  if (asking === -1 || seen.has(asking)) return false;
  if (asking === section) return true;
  return Object.keys(form[asking]?.when ?? {}).some((next) => dependsOn(form, section, next, seen.add(asking)));
}

/** Reports a value that the field can never have: its section would never be shown. */
function checkCondition(field: Field, value: Json, report: (message: string) => void): void {
  if (value === null) {
    if (field.required) report(`"${field.name}" is never empty: the section would never show`);
    return;
  }
  const [fault] = valueFaults(field.schema, value);
  if (fault === undefined) {
    const stored = storedForm(field, value);
    if (stored !== value)
      report(`"${field.name}" is never ${JSON.stringify(value)}, so the section would never show: ${stored}`);
    return;
  }
  const options = field.options?.map((option) => String(option.value)) ?? [];
  const hint =
    options.length > 0 ? didYouMean(String(value), options) || `. Known: ${options.join(', ')}` : `: ${fault}`;
  report(`"${field.name}" is never ${JSON.stringify(value)}, so the section would never show${hint}`);
}

/** The value of a condition in its stored form, or a sentence that says why a field never has it. */
function storedForm({ kind, required }: Field, value: Exclude<Json, null>): Json {
  if (typeof value !== 'string') return value;
  if (kind === 'dateTime' && readInstant(value) !== value) return `it is stored as "${String(readInstant(value))}"`;
  if (kind === 'html') return 'HTML is cleaned when it is stored';
  return required && value.trim() === '' ? 'it is required, so it is never blank' : value;
}
