import type { Resource } from '../../domain/declarations/model.ts';
import type { CalendarConfig, RecordRule } from '../../domain/declarations/resource-config.ts';
import { parseRecordRule, type ParsedRule } from '../../domain/declarations/record-rules.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { reportFaults } from './actions.ts';
import type { Report } from './faults.ts';

/** What the calendar of a resource implies: nothing ends before it starts. */
export function calendarRules({ properties }: ResourceSchema, calendar?: CalendarConfig): RecordRule[] {
  const { start, end } = calendar ?? {};
  if (start === undefined || end === undefined || !properties[start] || !properties[end]) return [];
  const isDay = properties[start].format === 'date';
  return [
    {
      field: end,
      when: { [`${end}_lt`]: `$record.${start}` },
      message: isDay ? 'Must not be before the first day' : 'Must not be before the start',
    },
  ];
}

export function checkRules(resource: Resource, rules: readonly RecordRule[], report: Report): void {
  rules.forEach((rule, index) => {
    reportFaults(resource, ['rules', index], report, (fieldOf) => parseRecordRule(rule, fieldOf));
  });
}

const parsed = new WeakMap<Resource, ParsedRule[]>();

export function parsedRules(resource: Resource): ParsedRule[] {
  let rules = parsed.get(resource);
  if (!rules) {
    const { fields, config } = resource;
    rules = config.rules.map((rule) => parseRecordRule(rule, (name) => fields.find((field) => field.name === name)));
    parsed.set(resource, rules);
  }
  return rules;
}
