import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from '../../domain/requests/request-form-answers.ts';
import { toJsonSchema } from '../../domain/requests/request-form-schema.ts';
import { pruneHidden, visibleFields } from '../../domain/requests/request-form.ts';
import type { RequestField, RequestFormSchema, ShowIf } from '../../domain/requests/request-form.ts';
import { FORMATS } from '../../server/declarations/formats.ts';

function form(properties: Record<string, RequestField>, required: string[] = []): RequestFormSchema {
  return { type: 'object', additionalProperties: false, properties, required, 'x-order': Object.keys(properties) };
}

const text = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'String',
  type: 'string',
  title: 'Text',
  ...more,
});
const choice = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'Select',
  type: 'string',
  title: 'Choice',
  enum: ['a', 'b', 'c'],
  ...more,
});
const whole = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'Integer',
  type: 'integer',
  title: 'Number',
  ...more,
});
const FILE = '0b6c1f6e-6a3d-4f0e-9a53-0d6c1f6e6a3d';

describe('checkAnswers', () => {
  const every = form({
    text: text({ minLength: 2, maxLength: 5 }),
    number: whole({ minimum: 1, maximum: 9, 'x-unit': 'mm' }),
    size: { 'x-field': 'Double', type: 'number', title: 'Size', minimum: 0.5 },
    choice: choice(),
    yes: { 'x-field': 'Boolean', type: 'boolean', title: 'Yes' },
    mail: { 'x-field': 'Email', type: 'string', format: 'email', title: 'Mail' },
    file: { 'x-field': 'FileUpload', type: 'array', title: 'File', items: { type: 'string', format: 'uuid' } },
    cost: { 'x-field': 'Cost', type: 'integer', title: 'Cost', minimum: 500 },
    read: { 'x-field': 'DisplayOnly', type: 'null', title: 'Read' },
    at: { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'At' },
    on: { 'x-field': 'Date', type: 'string', format: 'date', title: 'On' },
  });

  test.each([
    ['text', 'a', 'Enter at least 2 characters'],
    ['text', 'abcdef', 'Enter at most 5 characters; this is 6'],
    ['text', 5, 'Enter text'],
    ['number', 0, 'Enter 1 mm or more'],
    ['number', 10, 'Enter 9 mm or less'],
    ['number', 1.5, 'Enter a whole number'],
    ['number', '5', 'Enter a whole number'],
    ['size', 0.4, 'Enter 0.5 or more'],
    ['choice', 'z', 'Choose one of the options'],
    ['yes', 'true', 'Answer yes or no'],
    ['mail', 'nobody', 'Please enter a valid email'],
    ['file', 'x', 'Add the files again'],
    ['file', [FILE, FILE], 'The same file was added twice'],
    ['cost', 499, 'Enter $5.00 or more'],
    ['read', 'x', 'This text does not take an answer'],
    ['at', '2026-02-30T10:00:00Z', 'Enter a date and a time'],
    ['on', '2026-02-30', 'Enter a date'],
    ['stranger', 'x', 'This form has no such field'],
  ])('says what is wrong with %s = %j', (name, value, message) => {
    expect(checkAnswers(every, { [name]: value }, null)).toEqual({ [name]: message });
  });

  test('accepts valid answers of every type, including false and 0', () => {
    const answers = {
      text: 'abc',
      number: 1,
      size: 0.5,
      choice: 'a',
      yes: false,
      mail: 'a@b.example',
      file: [FILE],
      cost: 500,
      at: '2026-03-08T14:30:00Z',
      on: '2028-02-29',
    };
    expect(checkAnswers(every, answers, null)).toEqual({});
  });

  test('requires fields only while they are shown', () => {
    const schema = form({ kind: choice(), other: text({ 'x-show-if': { field: 'kind', is: 'equal', value: 'c' } }) }, [
      'kind',
      'other',
    ]);
    expect(checkAnswers(schema, {}, null)).toEqual({ kind: 'This field is required' });
    expect(checkAnswers(schema, { kind: 'c' }, null)).toEqual({ other: 'This field is required' });
    expect(checkAnswers(schema, { kind: 'c', other: '   ' }, null)).toEqual({ other: 'This field is required' });
    expect(checkAnswers(schema, { kind: 'a' }, null)).toEqual({});
  });

  test('agrees with Ajv on the compiled schema for all forms without empty answers', () => {
    const schema = form(
      {
        text: text({ minLength: 2, maxLength: 4 }),
        number: whole({ minimum: -2, maximum: 3 }),
        choice: choice(),
        yes: { 'x-field': 'Boolean', type: 'boolean', title: 'Yes' },
      },
      ['text', 'choice'],
    );
    const validate = new Ajv({ strict: false, formats: FORMATS }).compile(toJsonSchema(schema));
    const value = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6 }).filter((one) => one.trim() !== ''),
      fc.integer({ min: -4, max: 5 }),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constantFrom('a', 'b'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('text', 'number', 'choice', 'yes', 'stranger'), value), (answers) => {
        expect(validate(answers)).toBe(Object.keys(checkAnswers(schema, answers, null)).length === 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('visibleFields', () => {
  const shown = (rule: ShowIf, answers: Record<string, unknown>) =>
    visibleFields(form({ kind: choice(), count: whole(), last: text({ 'x-show-if': rule }) }), answers).has('last');

  test.each<[string, ShowIf, Record<string, unknown>, boolean]>([
    ['equal', { field: 'kind', is: 'equal', value: 'a' }, { kind: 'a' }, true],
    ['equal, other answer', { field: 'kind', is: 'equal', value: 'a' }, { kind: 'b' }, false],
    ['not equal', { field: 'kind', is: 'notEqual', value: 'a' }, { kind: 'b' }, true],
    ['not equal, unanswered', { field: 'kind', is: 'notEqual', value: 'a' }, {}, false],
    ['one of', { field: 'kind', is: 'oneOf', value: ['a', 'b'] }, { kind: 'b' }, true],
    ['at least', { field: 'count', is: 'atLeast', value: 3 }, { count: 3 }, true],
    ['at most', { field: 'count', is: 'atMost', value: 3 }, { count: 4 }, false],
    ['answered with 0', { field: 'count', is: 'answered' }, { count: 0 }, true],
    [
      'all',
      {
        all: [
          { field: 'kind', is: 'equal', value: 'a' },
          { field: 'count', is: 'answered' },
        ],
      },
      { kind: 'a' },
      false,
    ],
    [
      'any',
      {
        any: [
          { field: 'kind', is: 'equal', value: 'a' },
          { field: 'count', is: 'answered' },
        ],
      },
      { kind: 'a' },
      true,
    ],
  ])('follows a rule: %s', (_name, rule, answers, expected) => {
    expect(shown(rule, answers)).toBe(expected);
  });

  test('treats a hidden field as unanswered, with a chain of any length', () => {
    const chain = form({
      a: choice(),
      b: choice({ 'x-show-if': { field: 'a', is: 'equal', value: 'a' } }),
      c: choice({ 'x-show-if': { field: 'b', is: 'answered' } }),
    });
    expect([...visibleFields(chain, { a: 'b', b: 'a', c: 'a' })]).toEqual(['a']);
    expect(pruneHidden(chain, { a: 'b', b: 'a', c: 'a' })).toEqual({ a: 'b' });
    expect(pruneHidden(chain, { a: 'a', b: 'a', c: '' })).toEqual({ a: 'a', b: 'a' });
  });

  test('pruning is idempotent: the pruned answers show the same fields', () => {
    const schema = form({
      a: choice(),
      b: whole({ 'x-show-if': { field: 'a', is: 'notEqual', value: 'c' } }),
      c: choice({
        'x-show-if': {
          any: [
            { field: 'b', is: 'atLeast', value: 2 },
            { field: 'a', is: 'equal', value: 'c' },
          ],
        },
      }),
      d: text({
        'x-show-if': {
          all: [
            { field: 'c', is: 'answered' },
            { field: 'b', is: 'atMost', value: 5 },
          ],
        },
      }),
    });
    const answers = fc.record(
      {
        a: fc.constantFrom('a', 'b', 'c'),
        b: fc.integer({ min: 0, max: 8 }),
        c: fc.constantFrom('a', 'b'),
        d: fc.string(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answers, (given) => {
        const remaining = pruneHidden(schema, given);
        expect([...visibleFields(schema, remaining)]).toEqual([...visibleFields(schema, given)]);
        expect(pruneHidden(schema, remaining)).toEqual(remaining);
      }),
    );
  });
});
