/** 200 form schemas that must be refused, each named after its attack. */
type Loose = Record<string, unknown>;

const text = { 'x-field': 'String', type: 'string', title: 'Text' };
const number = { 'x-field': 'Double', type: 'number', title: 'Number' };
const select = { 'x-field': 'Select', type: 'string', title: 'Choice', enum: ['a', 'b'] };
const upload = { 'x-field': 'FileUpload', type: 'array', title: 'File', items: { type: 'string', format: 'uuid' } };

/** A valid form with these fields. */
function form(properties: Loose, more: Loose = {}): Loose {
  return {
    type: 'object',
    additionalProperties: false,
    required: [],
    'x-order': Object.keys(properties),
    properties,
    ...more,
  };
}

function field(more: Loose, base: Loose = text): Loose {
  return form({ a: { ...base, ...more } });
}

function showIf(rule: unknown): Loose {
  return form({ a: text, b: number, c: select, d: { ...text, 'x-show-if': rule } });
}

/** Doubled references: 1.9 kB that keep Ajv busy for seconds. */
function doubledReferences(): Loose {
  const definitions: Loose = { d0: { type: 'string' } };
  for (let i = 1; i < 30; i += 1)
    definitions[`d${i}`] = { allOf: [{ $ref: `#/definitions/d${i - 1}` }, { $ref: `#/definitions/d${i - 1}` }] };
  return { ...form({ a: text }), definitions, allOf: [{ $ref: '#/definitions/d29' }] };
}

function deep(levels: number, key: string): Loose {
  let value: Loose = { type: 'string' };
  for (let i = 0; i < levels; i += 1) value = { [key]: value };
  return value;
}

function deepRule(levels: number, key: 'all' | 'any'): unknown {
  let rule: unknown = { field: 'a', is: 'answered' };
  for (let i = 0; i < levels; i += 1) rule = { [key]: [rule] };
  return rule;
}

function own(name: string, value: unknown): Loose {
  return JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`) as Loose;
}

const WRONG = [null, true, 0, -1, 1.5, '', 'x', [], ['x'], {}, { a: 1 }];

export function hostileForms(): [name: string, schema: unknown][] {
  const cases: [string, unknown][] = [];
  const add = (name: string, schema: unknown) => cases.push([name, schema]);

  WRONG.forEach((value, index) => add(`no object ${index}`, value));
  for (const key of ['type', 'additionalProperties', 'properties', 'required', 'x-order']) {
    for (const value of [null, 7, 'x', { x: 1 }])
      add(`${key}: ${JSON.stringify(value)}`, form({ a: text }, { [key]: value }));
  }
  for (const keyword of [
    '$ref',
    '$id',
    'id',
    '$schema',
    'definitions',
    '$defs',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'then',
    'dependencies',
    'patternProperties',
    'propertyNames',
    'title',
    '$async',
    'x-was',
    'default',
  ]) {
    add(`form with ${keyword}`, form({ a: text }, { [keyword]: keyword === '$ref' ? '#' : {} }));
  }
  for (const keyword of [
    '$ref',
    '$id',
    'pattern',
    'default',
    'const',
    'examples',
    'properties',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'if',
    'then',
    'else',
    'contentMediaType',
    'x-reference',
    'x-unique',
    'ui:widget',
    'code',
    'onChange',
    'multipleOf',
    '$comment',
  ]) {
    add(`field with ${keyword}`, field({ [keyword]: keyword === 'pattern' ? '(a+)+$' : '#' }));
  }
  add('doubled references', doubledReferences());
  for (const key of ['properties', 'items', 'not', 'x-show-if']) add(`deep ${key}`, field({ [key]: deep(60, key) }));
  add('301 fields', form(Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`f${i}`, text]))));
  add('50,000 fields', form(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, text]))));
  add('100,000 names in the order', form({ a: text }, { 'x-order': Array.from({ length: 100_000 }, () => 'a') }));
  add('100,000 required', form({ a: text }, { required: Array.from({ length: 100_000 }, (_, i) => `r${i}`) }));
  add('50,000 options', field({ enum: Array.from({ length: 50_000 }, (_, i) => `o${i}`) }, select));
  add('a title of 800 kB', field({ title: 'x'.repeat(800_000) }));
  add(
    'html of 800 kB',
    field({ 'x-html': '<b>'.repeat(200_000) }, { 'x-field': 'DisplayOnly', type: 'null', title: 'Read' }),
  );
  add(
    '20,000 unknown keys',
    form({ a: text }, Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))),
  );
  for (const name of [
    '__proto__',
    'constructor',
    'prototype2/..',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'isPrototypeOf',
    'A',
    '1a',
    'a-b',
    'a b',
    '',
    'é',
    'a'.repeat(61),
    '$ref',
    'a.b',
    '__defineGetter__',
    'propertyIsEnumerable',
    'toLocaleString',
  ]) {
    add(`field named ${name.slice(0, 20)}`, form(own(name, text)));
  }
  for (const type of ['Text', 'string', 'Password', 'Html', '__proto__', 'toString', '', 0, null, ['String']])
    add(`type ${String(type)}`, field({ 'x-field': type }));
  for (const type of ['integer', 'object', ['string'], null]) add(`json type ${String(type)}`, field({ type }));
  for (const title of [undefined, null, '', '   ', 5, ['x'], 'a\0b', '\ud800'])
    add(`title ${JSON.stringify(title)}`, field({ title }));
  for (const [low, high] of [
    [5, 4],
    [-1, 3],
    [0.5, 3],
    ['1', 3],
    [null, 3],
    [0, 1e9],
  ])
    add(`lengths ${String(low)} to ${String(high)}`, field({ minLength: low, maxLength: high }));
  for (const [low, high] of [
    [5, 4],
    ['1', 3],
    [1e15, 1e16],
    [null, 1],
    [{}, 1],
  ])
    add(`range ${String(low)} to ${String(high)}`, field({ minimum: low, maximum: high }, number));
  add('negative price', field({ minimum: -5 }, { 'x-field': 'Cost', type: 'integer', title: 'Cost' }));
  add('broken cents', field({ minimum: 0.5 }, { 'x-field': 'Cost', type: 'integer', title: 'Cost' }));
  for (const options of [
    undefined,
    [],
    'a',
    [''],
    [1],
    ['a', 'a'],
    [null],
    [['a']],
    [{ const: 'a' }],
    ['x'.repeat(300)],
  ])
    add(`options ${JSON.stringify(options)?.slice(0, 20)}`, field({ enum: options }, select));
  for (const labels of ['x', ['one'], [1, 2], {}, ['a', 'b', 'c']])
    add(`labels ${JSON.stringify(labels)}`, field({ 'x-labels': labels }, select));
  for (const items of [
    undefined,
    {},
    { type: 'string' },
    { type: 'string', format: 'uuid', pattern: '(a+)+$' },
    { $ref: '#' },
  ])
    add(`items ${JSON.stringify(items)}`, field({ items }, upload));
  for (const accept of ['.pdf', [], [5], ['pdf'], ['.svg'], ['.html'], ['.exe'], ['.PDF'], ['.tar.gz'], ['../x']])
    add(`accepts ${JSON.stringify(accept)}`, field({ 'x-accept': accept }, upload));
  for (const bytes of [0, -1, 1.5, '5', 1e12]) add(`bytes ${String(bytes)}`, field({ 'x-max-bytes': bytes }, upload));
  for (const items of [
    [3, 2],
    [-1, 1],
    [0, 500],
  ])
    add(`files ${items.join(' to ')}`, field({ minItems: items[0], maxItems: items[1] }, upload));
  const rules = [
    ...WRONG,
    { field: 'later', is: 'answered' },
    { field: 'd', is: 'answered' },
    { field: 'a', is: 'matches', value: '(a+)+$' },
    { field: 'a', is: 'equal' },
    { field: 'a', is: 'equal', value: {} },
    { field: 'a', is: 'atLeast', value: 1 },
    { field: 'b', is: 'atLeast', value: '1' },
    { field: 'c', is: 'equal', value: 'z' },
    { field: 'c', is: 'oneOf', value: [] },
    { field: 'c', is: 'oneOf', value: 'a' },
    { field: '__proto__', is: 'answered' },
    { field: 'a', is: 'answered', code: 'alert(1)' },
    { all: [] },
    { any: 'x' },
    { all: [{ field: 'a', is: 'answered' }], any: [] },
    deepRule(10, 'all'),
    deepRule(1000, 'any'),
    { all: Array.from({ length: 100_000 }, () => ({ field: 'a', is: 'answered' })) },
  ];
  rules.forEach((rule, index) => add(`rule ${index}`, showIf(rule)));
  const circle = form({
    a: { ...text, 'x-show-if': { field: 'b', is: 'answered' } },
    b: { ...text, 'x-show-if': { field: 'a', is: 'answered' } },
  });
  add('a circle of rules', circle);
  add('a field listed twice', form({ a: text }, { 'x-order': ['a', 'a'] }));
  add('a field not listed', form({ a: text, b: text }, { 'x-order': ['a'] }));
  add('a required stranger', form({ a: text }, { required: ['b'] }));
  return cases;
}
