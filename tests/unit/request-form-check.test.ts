import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import { COST_TYPES, FIELD_TYPES } from '../../domain/requests/request-form.ts';
import type { CostType, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { hostileForms } from '../factories/hostile-forms.ts';
import { processorTime } from '../factories/processor-time.ts';

const FORMS = new URL('../../config/forms/', import.meta.url);

function starterForms(): { costType: CostType; schema: RequestFormSchema }[] {
  return readdirSync(FORMS).map(
    (name) =>
      JSON.parse(readFileSync(new URL(name, FORMS), 'utf8')) as { costType: CostType; schema: RequestFormSchema },
  );
}

describe('checkFormSchema', () => {
  const hostile = hostileForms();

  test('there are 200 hostile forms at least', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200);
  });

  test.each(hostile)('refuses %s in under 100 ms, with a pointer and a sentence', async (_name, schema) => {
    const faults = checkFormSchema(schema);
    expect(await processorTime(() => checkFormSchema(schema))).toBeLessThan(100);
    expect(faults.length).toBeGreaterThan(0);
    for (const { pointer, message } of faults) {
      expect(pointer).toMatch(/^(\/|$)/);
      expect(message).toMatch(/^\S.{8,}/);
    }
  });

  test('accepts the starter forms, which use every cost type and every field type', () => {
    const forms = starterForms();
    for (const { schema, costType } of forms) expect(checkFormSchema(schema, costType)).toEqual([]);
    expect(new Set(forms.map((form) => form.costType))).toEqual(new Set(COST_TYPES));
    const used = forms.flatMap(({ schema }) => Object.values(schema.properties).map((field) => field['x-field']));
    expect(new Set(used)).toEqual(new Set(FIELD_TYPES));
  });

  test('lists all faults, not only the first', () => {
    const faults = checkFormSchema({
      type: 'object',
      additionalProperties: false,
      required: ['gone'],
      'x-order': ['a', 'b'],
      properties: {
        a: { 'x-field': 'String', type: 'string', title: '' },
        b: { 'x-field': 'Select', type: 'string', title: 'B', enum: [] },
      },
    });
    expect(faults.map((fault) => fault.pointer)).toEqual(['/properties/a/title', '/properties/b/enum', '/required/0']);
  });

  test('requires of each cost type what its price needs', () => {
    const empty = { type: 'object', additionalProperties: false, required: [], 'x-order': [], properties: {} };
    expect(checkFormSchema(empty, 'DirectCostInput')).toEqual([
      { pointer: '/properties', message: expect.stringContaining('named "cost"') },
    ]);
    expect(checkFormSchema(empty, 'Poster')).toHaveLength(3);
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount' };
    const withCost = { ...empty, 'x-order': ['cost'], properties: { cost } };
    expect(checkFormSchema(withCost, 'DirectCostInput').map((fault) => fault.pointer)).toEqual([
      '/properties/cost/minimum',
      '/properties/cost/maximum',
      '/properties/cost/title',
    ]);
    const sound = {
      ...empty,
      required: ['cost'],
      'x-order': ['cost'],
      properties: { cost: { ...cost, minimum: 100, maximum: 5000 } },
    };
    expect(checkFormSchema(sound, 'DirectCostInput')).toEqual([]);
  });
});
