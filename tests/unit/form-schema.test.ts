import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../server/declarations/formats.ts';
import { checkedData, choicesOf, defaultsOf, widgetOf } from '../../src/forms/shared/formSchema.ts';
import type { FormProperty, FormSchema } from '../../src/forms/shared/formSchema.ts';
import { loadValidator } from '../../src/forms/precompiledValidator.ts';
import { faultMessages } from '../../src/forms/validationMessages.ts';

/** The validator module that the server generates for a schema (server/resources/validators.ts), as an importable URL. */
function moduleOf(schema: object): string {
  const code = compileSchemaValidatorsCode(schema, { customFormats: FORMATS, ajvFormatOptions: false });
  return `data:text/javascript,${encodeURIComponent(`export default (require) => { const exports = {};\n${code}\nreturn exports; };`)}`;
}

async function messages(schema: FormSchema, data: Record<string, unknown>) {
  const validator = await loadValidator(moduleOf(schema), schema);
  const checked = checkedData(schema, data);
  return faultMessages(validator.findFaults(checked), schema, checked);
}

describe('the widget of a property', () => {
  const cases: [string, FormProperty][] = [
    ['text', { type: 'string', maxLength: 80 }],
    ['longText', { type: 'string', maxLength: 2000 }],
    ['longText', { type: 'string', 'x-multiline': true }],
    ['html', { type: 'string', format: 'html', 'x-long': true }],
    ['email', { type: 'string', format: 'email' }],
    ['dateTime', { type: 'string', format: 'date-time' }],
    ['choice', { type: 'string', enum: ['a'] }],
    ['choice', { type: 'integer', enum: [1, 2] }],
    ['choices', { type: 'array', items: { type: 'string', enum: ['a'] } }],
    ['strings', { type: 'array', items: { type: 'string' } }],
    ['hour', { type: 'number', 'x-hour': 'end' }],
    ['money', { type: 'integer', 'x-money': true }],
    ['money', { type: 'integer', 'x-field': 'Cost' }],
    ['reference', { type: 'integer', 'x-reference': 'groups' }],
    ['references', { type: 'array', items: { type: 'integer', 'x-reference': 'users' } }],
    ['boolean', { type: 'boolean' }],
    ['yesNo', { type: 'boolean', 'x-field': 'Boolean' }],
    ['files', { type: 'array', items: { type: 'string', format: 'uuid' }, 'x-field': 'FileUpload' }],
    ['file', { type: 'string', format: 'file' }],
    ['display', { type: 'null', 'x-field': 'DisplayOnly' }],
    ['variants', { type: 'object', discriminator: { propertyName: 'kind' }, oneOf: [] }],
    ['keyValue', { type: 'object' }],
    ['rows', { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }],
    ['group', { type: 'object', properties: { open: { type: 'boolean' } } }],
    ['numbers', { type: 'array', minItems: 7, maxItems: 7, items: { type: 'number' } }],
    ['json', { type: 'array', items: { type: 'number' } }],
    ['json', { type: 'array', items: { type: 'object' } }],
  ];
  it.each(cases)('is %s for %j', (widget, property) => expect(widgetOf(property)).toBe(widget));
});

it('takes the words of choices from either way of writing them', () => {
  expect(choicesOf({ 'x-field': 'Select', type: 'string', enum: ['a', 'b'], 'x-labels': ['Apple'] })).toEqual([
    { value: 'a', label: 'Apple' },
    { value: 'b', label: 'b' },
  ]);
  expect(choicesOf({ type: 'string', enum: ['noShow'] })).toEqual([{ value: 'noShow', label: 'No show' }]);
  expect(choicesOf({ type: 'array', items: { type: 'string', enum: ['a'], 'x-labels': { a: 'Apple' } } })).toEqual([
    { value: 'a', label: 'Apple' },
  ]);
});

it('starts with the defaults of the schema', () => {
  expect(
    defaultsOf({ type: 'object', properties: { a: { type: 'boolean', default: false }, b: { type: 'string' } } }),
  ).toEqual({ a: false });
});

describe('a precompiled validator with the messages of the form', () => {
  const schema: FormSchema = {
    type: 'object',
    required: ['name', 'active'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 2, maxLength: 5 },
      active: { type: 'boolean', title: 'Active' },
      email: { type: 'string', format: 'email' },
      width: { type: 'number', minimum: 6, maximum: 96, 'x-unit': 'in' },
      price: { type: 'integer', 'x-money': true, minimum: 500 },
      kind: { type: 'string', enum: ['a', 'b'] },
      tags: { type: 'array', uniqueItems: true, maxItems: 2, items: { type: 'string' } },
      extra: { type: 'object' },
    },
  };

  it('accepts valid data, with null as absent and an unticked box as no', async () => {
    expect(await messages(schema, { name: 'Böck', email: null, width: 12.5, kind: 'a', extra: {} })).toEqual({});
  });

  it('says what is required', async () => {
    expect(await messages(schema, {})).toEqual({ name: 'This field is required' });
  });

  it('says what to enter for each kind of fault, once per field', async () => {
    const data = {
      name: 'Maximilian',
      email: 'me@',
      width: 3,
      price: 499,
      kind: 'c',
      tags: ['x', 'x', 'y'],
      extra: '{"a":',
    };
    expect(await messages(schema, data)).toEqual({
      name: 'Enter at most 5 characters',
      email: 'Please enter a valid email',
      width: 'Enter 6 in or more',
      price: 'Enter $5.00 or more',
      kind: 'Choose one of the options',
      tags: 'No more than 2 allowed. Remove some',
      extra: 'Give each entry its own name',
    });
  });

  it('says in which entry of a list, by its place', async () => {
    const row: FormProperty = {
      type: 'object',
      required: ['at', 'words'],
      properties: { at: { type: 'string' }, words: { type: 'string', maxLength: 3 } },
    };
    const lists: FormSchema = {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string', minLength: 1 } },
        links: { type: 'array', items: row },
      },
    };
    expect(await messages(lists, { tags: ['a', ''], links: [{ at: 'x', words: 'y' }, { at: 'x' }] })).toEqual({
      'tags/1': 'Entry 2: This field is required',
      'links/1/words': 'Entry 2: This field is required',
    });
  });

  it('says which value is expected where the input cannot be parsed', async () => {
    expect(await messages(schema, { name: 'Ann', width: 'wide', price: 'much' })).toEqual({
      width: 'Enter a number',
      price: 'Enter an amount, like 12.50',
    });
  });

  it('refuses functions that were compiled for another schema', async () => {
    await expect(loadValidator(moduleOf(schema), { ...schema, title: 'Another' })).rejects.toThrow(
      /precompiled validator/,
    );
  });
});

it('a value of the wrong format gets the hint of its declaration', () => {
  const words = { type: 'string' as const, pattern: '^[a-z]+$' };
  const schema: FormSchema = {
    type: 'object',
    properties: { name: { ...words, description: 'Small letters.' }, other: words },
  };
  const fault = (field: string) => ({ keyword: 'pattern', instancePath: `/${field}`, params: {} });
  expect(faultMessages([fault('name'), fault('other')], schema, {})).toEqual({
    name: 'Does not match: Small letters.',
    other: 'Check this value',
  });
});
