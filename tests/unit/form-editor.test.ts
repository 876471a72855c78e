import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import { EMPTY_FORM, FIELD_TYPES } from '../../domain/requests/request-form.ts';
import type { RequestFormSchema } from '../../domain/requests/request-form.ts';
import { startHistory, stepHistory } from '../../src/console/editing/editHistory.ts';
import { changesBetween, describeFormChanges } from '../../domain/requests/form-changes.ts';
import {
  addField,
  addNamedField,
  changeField,
  changeOptions,
  duplicateField,
  moveField,
  removeField,
  renameField,
  setOptions,
  setPrice,
  setRequired,
} from '../../src/console/resources/forms/editor/edits.ts';
import { fieldsInPrice, formulaFor } from '../../src/requests/priceFormulas.ts';
import { newField } from '../../src/console/resources/forms/editor/fieldKinds.ts';
import { fieldChange, settingsData, settingsSchema } from '../../src/console/resources/forms/editor/fieldSettings.ts';
import { formFaults } from '../../src/console/resources/forms/editor/fieldFaults.ts';
import { nameFor, optionFor } from '../../src/console/resources/forms/editor/names.ts';
import { describeRule } from '../../src/console/resources/forms/editor/describeRule.ts';

/** A choice, a text shown for one of its options, and a required number. */
function sample(): RequestFormSchema {
  let schema = addField(EMPTY_FORM, 'Select', null).schema;
  schema = addField(schema, 'String', null).schema;
  schema = addNamedField(schema, 'count', 'Integer', { title: 'Count', minimum: 1, maximum: 5 });
  return changeField(schema, 'newQuestion', {
    'x-show-if': { all: [{ field: 'newChoice', is: 'oneOf', value: ['option-1'] }] },
  });
}

describe('price lines of a form', () => {
  const priced = (amount: string) => setPrice(sample(), [{ label: 'A', amount }]);

  test('follow renamed fields and options', () => {
    const choice = 'newChoice { "option-1": count, else: 1 } * count';
    expect(renameField(priced(choice), 'count', 'copies')['x-price']).toEqual([
      { label: 'A', amount: 'newChoice { "option-1": copies, else: 1 } * copies' },
    ]);
    const renamed = { from: 'option-1', to: 'oak' };
    const options = [{ value: 'oak', label: 'Oak' }];
    expect(changeOptions(priced(choice), 'newChoice', options, renamed)['x-price']).toEqual([
      { label: 'A', amount: 'newChoice { oak: count, else: 1 } * count' },
    ]);
    expect(renameField(priced('count $ 2'), 'count', 'copies')['x-price']).toEqual([
      { label: 'A', amount: 'count $ 2' },
    ]);
  });

  test('are inserted by the kind of the field, and removed with the last one', () => {
    const { properties } = sample();
    expect(formulaFor('count', properties['count']!)).toBe('count');
    expect(formulaFor('newChoice', properties['newChoice']!)).toMatch(/^newChoice \{ "option-1": 0, .*: 0 \}$/);
    expect(formulaFor('rush', newField('Boolean'))).toBe('if(rush, 1, 0)');
    expect(fieldsInPrice(priced('count * 2 + max(count, subtotal)'))).toEqual(['count']);
    expect(setPrice(priced('1'), [])).toEqual(sample());
  });

  test('have faults of their own', () => {
    const { price, general, blocksSaving } = formFaults(priced('2 * coutn'), 'DirectCostInput');
    expect(price).toEqual({ '0/amount': 'Character 5: This form has no field named “coutn”' });
    expect({ general, blocksSaving }).toEqual({ general: [], blocksSaving: true });
  });
});

const CONTEXT = { uploadMegabytes: 50, dates: [], places: [{ id: 3, title: 'Makeshop' }] };

describe('edits of a form', () => {
  test('every type of field is valid when added', () => {
    const all = FIELD_TYPES.reduce((schema, type) => addField(schema, type, null).schema, EMPTY_FORM);
    expect(checkFormSchema(all)).toEqual([]);
    expect(all['x-order']).toHaveLength(FIELD_TYPES.length);
  });

  test('a new field is added after the open one', () => {
    const { schema, name } = addField(sample(), 'Date', 'newChoice');
    expect(schema['x-order']).toEqual(['newChoice', name, 'newQuestion', 'count']);
  });

  test('a copy has a unique name, and is required if the field is', () => {
    const { schema, name } = duplicateField(sample(), 'count');
    expect(name).toBe('countCopy');
    expect(schema.required).toEqual(['count', 'countCopy']);
    expect(checkFormSchema(schema)).toEqual([]);
  });

  test('a removed field leaves its section to the next one', () => {
    const schema = removeField(changeField(sample(), 'newChoice', { 'x-section': 'First' }), 'newChoice');
    expect(schema.properties['newQuestion']?.['x-section']).toBe('First');
    expect(schema['x-order']).toEqual(['newQuestion', 'count']);
  });

  test('a renamed field and a changed option are updated in the rules', () => {
    const renamed = renameField(sample(), 'newChoice', 'material');
    expect(renamed.properties['newQuestion']?.['x-show-if']).toEqual({
      all: [{ field: 'material', is: 'oneOf', value: ['option-1'] }],
    });
    const options = [
      { value: 'option-1', label: 'Plywood' },
      { value: 'option-2', label: 'Option 2' },
    ];
    const changed = setOptions(renamed, 'material', options, []);
    expect(changed.properties['newQuestion']?.['x-show-if']).toEqual({
      all: [{ field: 'material', is: 'oneOf', value: ['plywood'] }],
    });
    expect(checkFormSchema(changed)).toEqual([]);
    expect(renameField(renamed, 'material', 'count')).toBe(renamed);
  });

  test('an option keeps its value when it is published or moved; a new one gets a label and a value', () => {
    const rows = [{ value: 'option-2', label: 'Two' }, { value: 'option-1', label: 'Option 1' }, {}];
    const { properties } = setOptions(sample(), 'newChoice', rows, ['option-2']);
    expect(properties['newChoice']).toMatchObject({
      enum: ['option-2', 'option-1', 'option-3'],
      'x-labels': ['Two', 'Option 1', 'Option 3'],
    });
  });

  test.each(FIELD_TYPES)('the settings of a new %s field say the same as the field', (type) => {
    const field = newField(type);
    const form = settingsSchema(field, CONTEXT);
    const schema = changeField(
      addNamedField(EMPTY_FORM, 'one', type, {}),
      'one',
      fieldChange(settingsData(field, false), form),
    );
    expect(schema.properties['one']).toEqual(field);
  });

  test('settings are entered as people write them', () => {
    const form = settingsSchema(newField('FileUpload'), CONTEXT);
    expect(
      fieldChange({ title: 'File', 'x-accept': ['PDF', '*.stl', ' '], megabytes: 1.5, maxItems: 2 }, form),
    ).toEqual({
      title: 'File',
      description: undefined,
      'x-section': undefined,
      'x-accept': ['.pdf', '.stl'],
      'x-max-bytes': 1_572_864,
      minItems: undefined,
      maxItems: 2,
    });
  });

  test('moving keeps every field, at any place', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('newChoice', 'newQuestion', 'count'),
        fc.integer({ min: 0, max: 2 }),
        (name, place) => {
          const moved = moveField(sample(), name, place);
          expect(moved['x-order'][place]).toBe(name);
          expect([...moved['x-order']].sort()).toEqual(['count', 'newChoice', 'newQuestion']);
        },
      ),
    );
  });

  test('a rule that refers to a later field is reported at the field that has it', () => {
    const faults = formFaults(moveField(sample(), 'newQuestion', 0), 'Free');
    expect(faults.blocksSaving).toBe(true);
    expect(faults.of('newQuestion')).toEqual({
      'x-show-if/all/0/field': 'Must name a field that comes earlier in the form',
    });
    expect(faults.of('count')).toEqual({});
  });

  test('what a cost type needs blocks publishing, not saving', () => {
    const faults = formFaults(sample(), 'DirectCostInput');
    expect(faults.blocksSaving).toBe(false);
    expect(faults.general.map((fault) => fault.pointer)).toEqual(['/properties']);
    expect(
      formFaults(addNamedField(sample(), 'cost', 'Cost', { minimum: 1, maximum: 2 }), 'DirectCostInput').all,
    ).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['Needed by', 'neededBy'],
    ['Étage (nº)', 'etageNo'],
    ['3D model', 'dModel'],
    ['   ', 'field'],
    ['Constructor', 'constructor2'],
    ['Name', 'name2'],
  ])('of %j for the data', (label, name) => {
    expect(nameFor(label, ['name'])).toBe(name);
  });

  test('of options are unique', () => {
    expect(optionFor('Birch plywood', [])).toBe('birch-plywood');
    expect(optionFor('Birch plywood!', ['birch-plywood'])).toBe('birch-plywood-2');
    expect(optionFor('→', [])).toBe('option');
  });
});

test('undo and redo go step by step, and typing one label is one step', () => {
  const [a, b, c] = [EMPTY_FORM, sample(), setRequired(sample(), 'count', false)];
  const type = (content: RequestFormSchema, at: number) => ({ kind: 'change' as const, content, input: 'x/title', at });
  let history = startHistory(a);
  history = stepHistory(history, type(b, 1000));
  history = stepHistory(history, type(c, 1500));
  expect(history.past).toEqual([a]);
  history = stepHistory(history, { kind: 'undo' });
  expect(history.present).toBe(a);
  history = stepHistory(history, { kind: 'redo' });
  expect(history.present).toBe(c);
  history = stepHistory(history, type(b, 9000));
  expect(history.past).toHaveLength(2);
  expect(history.future).toEqual([]);
});

describe('what publishing changes', () => {
  test('is described field by field', () => {
    const before = sample();
    let after = changeField(before, 'count', { title: 'How many', maximum: 9 });
    after = setRequired(after, 'newQuestion', true);
    after = addField(removeField(after, 'newChoice'), 'Email', null).schema;
    expect(changesBetween(before, after)).toEqual({
      added: ['Email'],
      removed: ['New choice'],
      isReordered: false,
      isRepriced: false,
      changed: [
        { title: 'New question', what: ['required now'] },
        { title: 'How many', what: ['label', 'limits'] },
      ],
    });
  });

  test('is nothing when nothing has changed', () => {
    expect(describeFormChanges(sample(), sample())).toEqual([]);
    expect(describeFormChanges(sample(), moveField(sample(), 'count', 0))).toEqual(['Order of the fields']);
    expect(describeFormChanges(null, sample())[0]).toMatch(/^Added: /);
  });
});

test('a rule reads as a sentence, with the words of the options', () => {
  const schema = sample();
  const rule = {
    any: [
      { field: 'newChoice', is: 'equal' as const, value: 'option-2' },
      {
        all: [
          { field: 'count', is: 'atLeast' as const, value: 3 },
          { field: 'newQuestion', is: 'answered' as const },
        ],
      },
    ],
  };
  expect(describeRule(schema, rule)).toBe(
    'Shown when New choice is Option 2 or (Count is at least 3 and New question is answered)',
  );
});
