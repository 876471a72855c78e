import { describe, expect, it } from 'vitest';
import { fieldsOf, kindOf, titleFromName } from '../../domain/declarations/fields.ts';
import { ICONS } from '../../domain/declarations/icons.ts';
import type { Field, FieldKind } from '../../domain/declarations/model.ts';
import type { ResourceConfig } from '../../domain/declarations/resource-config.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';

const CONFIG: ResourceConfig = {
  label: 'Tools',
  icon: 'hammer',
  path: '/admin/tools',
  represent: '{name}',
  list: { columns: ['name'], filters: [], sort: ['name', 'ASC'], pageSize: 25 },
  form: [],
  rules: [],
  count: 'exact',
  writes: { create: true, update: true, delete: true },
  commandFields: [],
  softDelete: false,
  cached: false,
  internal: false,
  menu: null,
};

function fields(
  properties: Record<string, PropertySchema>,
  schema: Partial<ResourceSchema> = {},
  config: Partial<ResourceConfig> = {},
): Map<string, Field> {
  const all = fieldsOf(
    { title: 'Tool', type: 'object', additionalProperties: false, properties, ...schema },
    { ...CONFIG, ...config },
  );
  return new Map(all.map((field) => [field.name, field]));
}

describe('the kind of a property', () => {
  const kinds: [FieldKind, PropertySchema][] = [
    ['text', { type: 'string' }],
    ['text', { type: 'string', maxLength: 500 }],
    ['longText', { type: 'string', maxLength: 501 }],
    ['longText', { type: 'string', 'x-long': true }],
    ['html', { type: 'string', format: 'html', 'x-long': true }],
    ['email', { type: 'string', format: 'email' }],
    ['url', { type: 'string', format: 'uri' }],
    ['link', { type: 'string', format: 'link' }],
    ['color', { type: 'string', format: 'color' }],
    ['file', { type: 'string', format: 'file' }],
    ['rule', { type: 'string', format: 'rrule' }],
    ['date', { type: 'string', format: 'date' }],
    ['dateTime', { type: 'string', format: 'date-time' }],
    ['time', { type: 'string', format: 'time' }],
    ['enum', { type: 'string', enum: ['a'] }],
    ['enum', { type: 'integer', enum: [1] }],
    ['enum', { type: 'string', 'x-options': 'roles' }],
    ['reference', { type: 'integer', 'x-reference': 'users' }],
    ['integer', { type: 'integer' }],
    ['hour', { type: 'number', 'x-hour': 'start' }],
    ['image', { type: 'string', format: 'image' }],
    ['money', { type: 'integer', 'x-money': true }],
    ['size', { type: 'integer', 'x-bytes': true }],
    ['number', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['references', { type: 'array', items: { type: 'integer', 'x-reference': 'users' } }],
    ['enums', { type: 'array', items: { type: 'string', enum: ['a'] } }],
    ['dates', { type: 'array', items: { type: 'string', format: 'date' } }],
    ['strings', { type: 'array', items: { type: 'string' } }],
    ['json', { type: 'array', items: { type: 'number' } }],
    ['numbers', { type: 'array', minItems: 7, maxItems: 7, items: { type: 'number' } }],
    ['rows', { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }],
    ['json', { type: 'array', items: { type: 'object' } }],
    ['group', { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } }],
    ['variants', { type: 'object', discriminator: { propertyName: 'kind' }, oneOf: [] }],
    ['keyValue', { type: 'object' }],
    ['keyValue', { type: 'object', additionalProperties: true }],
    ['keyValue', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['json', { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
  ];
  it.each(kinds)('is %s for %j', (kind, property) => {
    expect(kindOf(property)).toBe(kind);
  });
});

describe('fieldsOf', () => {
  it('adds the engine fields around the properties, deletedAt where deletion is soft', () => {
    expect([...fields({ name: { type: 'string' } }, {}, { softDelete: true }).keys()]).toEqual([
      'id',
      'name',
      'version',
      'createdAt',
      'createdById',
      'updatedAt',
      'updatedById',
      'deletedAt',
    ]);
  });

  it('say who can write a field', () => {
    const all = fields(
      {
        a: { type: 'string' },
        b: { type: 'string', readOnly: true },
        c: { type: 'string', 'x-computed': true },
        d: { type: 'string' },
      },
      {},
      { commandFields: ['d'] },
    );
    expect([...all.values()].filter((field) => !field.readOnly).map((field) => field.name)).toEqual(['a']);
  });

  it('labels values by x-labels, otherwise by a readable form of the value', () => {
    const options = fields({
      state: {
        type: 'string',
        enum: ['noShow', 'InProcess', 'PDF', 'two words', 'x'],
        'x-labels': { x: 'The unknown' },
      },
    }).get('state')?.options;
    expect(options?.map((option) => option.label)).toEqual([
      'No show',
      'In process',
      'PDF',
      'two words',
      'The unknown',
    ]);
  });

  it('searches the marked fields, otherwise the texts that represent a record', () => {
    const searched = (all: Map<string, Field>): string[] =>
      [...all.values()].filter((field) => field.searchable).map((field) => field.name);
    expect(searched(fields({ name: { type: 'string' }, code: { type: 'string', 'x-search': true } }))).toEqual([
      'code',
    ]);
    expect(searched(fields({ name: { type: 'string' }, code: { type: 'string' } }))).toEqual(['name']);
    expect(searched(fields({ name: { type: 'string' } }, {}, { internal: true }))).toEqual([]);
  });

  it('gives uuid resources a text id', () => {
    expect(fields({ name: { type: 'string' } }, { 'x-id': 'uuid' }).get('id')?.schema.type).toBe('string');
  });
});

it.each([
  ['startsOn', 'Starts on'],
  ['groupId', 'Group'],
  ['userIds', 'User'],
  ['id', 'Id'],
  ['snake_case', 'Snake case'],
])('titleOf makes of %s "%s"', (name, title) => {
  expect(titleFromName(name)).toBe(title);
});

it('names each icon once', () => {
  expect(new Set(ICONS).size).toBe(ICONS.length);
});
