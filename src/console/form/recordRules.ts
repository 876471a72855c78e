import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import {
  enteredRow,
  parseRecordRule,
  recordFaults,
  type ParsedRule,
} from '../../../domain/declarations/record-rules.ts';
import type { FieldErrors, FormData } from '../../forms/shared/formServices.ts';
import { clock } from '../../ui/clock.ts';

const parsed = new WeakMap<ClientResource, ParsedRule[]>();

/** The declared rules that the entered record breaks. `record`: its stored values, those that the form does not edit included. */
export function ruleFaults(
  resource: ClientResource,
  data: FormData,
  { zone, record = {} }: { zone: string; record?: FormData | undefined },
): FieldErrors {
  const entered: FormData = { ...record, ...data };
  const row = enteredRow(resource.fields, entered);
  // What cannot be read yet is said at its own field.
  const isRead = (name: string) => row[name] != null || entered[name] == null || entered[name] === '';
  const rules = parsedRules(resource).filter(({ fields }) => [...fields].every(isRead));
  return recordFaults(rules, row, { now: clock.date(), timeZone: zone });
}

function parsedRules(resource: ClientResource): ParsedRule[] {
  let rules = parsed.get(resource);
  if (!rules) {
    const fieldOf = (name: string) => resource.fields.find((field) => field.name === name);
    rules = resource.config.rules.map((rule) => parseRecordRule(rule, fieldOf));
    parsed.set(resource, rules);
  }
  return rules;
}
