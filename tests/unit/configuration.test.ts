import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import type { Fault } from '../../server/declarations/faults.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { copiedDeclarations, faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations();
});

afterEach(() => files.remove());

const faults = (): Promise<Fault[]> => faultsOf(files);

const SCHEMA = 'schemas/resources/tools.json';
const CONFIG = 'config/resources/tools.json';

describe('the declarations of the portal', () => {
  it('have no fault', async () => {
    const copy = copiedDeclarations();
    const model = await loadModel(copy.root);
    copy.remove();
    expect(model.resources.get('submissions')?.config.path).toBe('/requests/viewsubmissions');
  });
});

describe('a resource of two files', () => {
  it('does not require what only the server writes, unless only commands create its records', async () => {
    const sum: PropertySchema = { type: 'integer', 'x-computed': true };
    const fields: Record<string, PropertySchema> = { sum, state: { type: 'string' }, given: { ...sum, default: 0 } };
    const schema = { required: Object.keys(fields) };
    const commandFields = ['state'];
    files.resource('tools', fields, { schema, config: { commandFields } });
    expect((await faults()).map(({ pointer }) => pointer)).toEqual(['/properties/sum', '/properties/state']);
    files.resource('tools', fields, { schema, config: { commandFields, writes: { create: false } } });
    expect(await faults()).toEqual([]);
  });

  it('reports every fault together, including those next to an invalid value', async () => {
    files.resource(
      'tools',
      { name: { type: 'string' } },
      {
        config: {
          list: { columns: ['nme'], filters: ['zip'], sort: ['nope', 'ASC'], pageSize: 0 },
          count: 'some',
          icon: 'hammr',
        },
      },
    );
    expect((await faults()).map(({ pointer }) => pointer).sort()).toEqual([
      '/count',
      '/icon',
      '/list/columns/0',
      '/list/filters/0',
      '/list/pageSize',
      '/list/sort/0',
    ]);
  });

  it('can have demonstration rows of every day, for a number of days', async () => {
    files.resource('tools', { name: { type: 'string' } });
    files.write('config/demo/10-tools.json', {
      tools: [
        { '@daily': 7, name: 'Saw' },
        { '@daily': 'often', name: 'Drill' },
        { '@daily': 0, nme: 'Lathe' },
        { '@ifFree': true, name: 'Plane' },
      ],
    });
    expect((await faults()).map(({ pointer }) => pointer)).toEqual([
      '/tools/1/@daily',
      '/tools/2/@daily',
      '/tools/2/nme',
      '/tools/3/@ifFree',
    ]);
  });

  it('can be minimal', async () => {
    files.resource('groups', { name: { type: 'string' } });
    files.write('schemas/resources/discounts.json', {
      $schema: '../meta/resource.json',
      title: 'Discount',
      type: 'object',
      additionalProperties: false,
      required: ['name', 'groupId', 'percent'],
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 120, 'x-search': true, 'x-unique': true },
        groupId: { type: 'integer', title: 'Group', 'x-reference': 'groups' },
        percent: { type: 'number', title: 'Percent off', minimum: 0, maximum: 100 },
        startsOn: { type: 'string', format: 'date', title: 'From', 'x-index': true },
      },
    });
    files.write('config/resources/discounts.json', {
      $schema: '../../schemas/meta/resource-config.json',
      label: 'Discounts',
      icon: 'percent',
      path: '/admin/discount',
      represent: '{name}',
      list: {
        columns: ['name', 'groupId', 'percent', 'startsOn'],
        filters: ['q', 'groupId', 'startsOn'],
        sort: ['name', 'ASC'],
      },
      form: [{ section: 'Group and discount', fields: ['name', 'groupId', 'percent'] }],
    });
    const model = await loadModel(files.root);
    const discounts = model.resources.get('discounts');
    expect(discounts?.config).toMatchObject({
      count: 'estimated',
      softDelete: false,
      internal: false,
      writes: { create: true, update: true, delete: true },
      list: { pageSize: 25 },
    });
    expect(discounts?.config.form.at(-1)).toEqual({ section: 'More', fields: ['startsOn'] });
    expect(discounts?.fields.map((field) => [field.name, field.kind])).toEqual([
      ['id', 'id'],
      ['name', 'text'],
      ['groupId', 'reference'],
      ['percent', 'number'],
      ['startsOn', 'date'],
      ['version', 'integer'],
      ['createdAt', 'dateTime'],
      ['createdById', 'reference'],
      ['updatedAt', 'dateTime'],
      ['updatedById', 'reference'],
    ]);
    expect(model.routes.map((route) => route.path)).toEqual(
      expect.arrayContaining([
        '/admin/discount',
        '/admin/discount/create',
        '/admin/discount/:id',
        '/admin/discount/:id/show',
      ]),
    );
    expect(model.menu).toContainEqual(
      expect.objectContaining({
        label: 'Settings',
        entries: expect.arrayContaining([expect.objectContaining({ to: '/admin/discount' })]) as unknown,
      }),
    );
  });

  it('needs nothing in its configuration', async () => {
    files
      .resource('tools', {
        name: { type: 'string' },
        notes: { type: 'string', 'x-long': true },
        bought: { type: 'string', format: 'date' },
      })
      .write(CONFIG, {});
    const config = (await loadModel(files.root)).resources.get('tools')?.config;
    expect(config).toMatchObject({
      label: 'Tool',
      icon: 'table',
      path: '/admin/tools',
      represent: '{name}',
      menu: 'Settings',
      list: { columns: ['name', 'bought'], filters: ['q', 'name', 'bought'], sort: ['id', 'DESC'] },
      form: [{ section: 'Details', fields: ['name', 'notes', 'bought'] }],
    });
  });

  it('takes the values of declared lists', async () => {
    files.resource('tools', {
      role: { type: 'string', 'x-options': 'roles' },
      zone: { type: 'string', 'x-options': 'timezones' },
      of: { type: 'string', 'x-options': 'resources' },
    });
    const fields = (await loadModel(files.root)).resources.get('tools')?.fields;
    const labels = (name: string): string[] | undefined =>
      fields?.find((field) => field.name === name)?.options?.map((option) => option.label);
    expect(labels('role')).toContain('Event administrator');
    expect(labels('zone')).toEqual(
      expect.arrayContaining(['America/Denver', 'Asia/Kathmandu', 'Asia/Katmandu', 'Europe/Kyiv']),
    );
    expect(labels('of')).toEqual(['All resources', 'tools', 'users']);
  });
});

it('an indexed text without a limit in its schema gets one', async () => {
  files.resource(
    'tools',
    {
      code: { type: 'string', 'x-unique': true },
      name: { type: 'string' },
      story: { type: 'string' },
      kind: { type: 'string', enum: ['a'], 'x-index': true },
    },
    { config: { list: { sort: ['name', 'ASC'] } } },
  );
  const limits = (await loadModel(files.root)).resources
    .get('tools')
    ?.fields.map((field) => [field.name, field.schema.maxLength]);
  expect(limits?.slice(1, 5)).toEqual([
    ['code', 500],
    ['name', 500],
    ['story', undefined],
    ['kind', undefined],
  ]);
});

const TAG = { propertyName: 'kind' };
const form = (kind: string): PropertySchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: { kind: { type: 'string', const: kind } },
});
const FORM = form('room');
const OTHER = form('online');

describe('an invalid property is reported by file and pointer', () => {
  const broken: [string, unknown, string, RegExp][] = [
    ['an unknown type', { type: 'text' }, '/type', /Unknown value "text"/],
    ['a list of types', { type: ['string', 'null'] }, '/type', /one word/],
    ['no type', {}, '', /"type" is missing/],
    ['an unknown format', { type: 'string', format: 'dat' }, '/format', /Did you mean "date"\?/],
    ['an unknown annotation', { type: 'string', 'x-serch': true }, '/x-serch', /Did you mean "x-search"\?/],
    ['an unknown widget', { type: 'string', widget: 'slider' }, '/widget', /Unknown name "widget"/],
    ['a limit of another type', { type: 'integer', maxLength: 3 }, '/maxLength', /does not apply to type "integer"/],
    ['limits the wrong way round', { type: 'integer', minimum: 5, maximum: 3 }, '/minimum', /above/],
    ['a text among numbers', { type: 'integer', enum: [1, 'two'] }, '/enum/1', /"two" is not of type "integer"/],
    [
      'a label for no value',
      { type: 'string', enum: ['a'], 'x-labels': { b: 'B' } },
      '/x-labels/b',
      /not among the values/,
    ],
    [
      'an unknown colour',
      { type: 'string', enum: ['a'], 'x-tones': { a: 'gren' } },
      '/x-tones/a',
      /Did you mean "green"\?/,
    ],
    [
      'a color for no value',
      { type: 'string', enum: ['done'], 'x-tones': { don: 'green' } },
      '/x-tones/don',
      /Did you mean "done"\?/,
    ],
    [
      'an unknown icon of a value',
      { type: 'string', enum: ['a'], 'x-tones': { a: 'green' }, 'x-icons': { a: 'hamer' } },
      '/x-icons/a',
      /Did you mean "hammer"\?/,
    ],
    [
      'a former value that is still one',
      { type: 'string', enum: ['a', 'b'], 'x-was': { a: 'b' } },
      '/x-was/a',
      /"b" is still a value/,
    ],
    [
      'a former value of none',
      { type: 'string', enum: ['done'], 'x-was': { doen: 'over' } },
      '/x-was/doen',
      /Did you mean "done"\?/,
    ],
    ['a former value without an enumeration', { type: 'string', 'x-was': { a: 'b' } }, '/x-was', /"enum" is missing/],
    ['no possible whole number', { type: 'integer', minimum: 1.2, maximum: 1.8 }, '', /No number/],
    ['no possible multiple', { type: 'integer', multipleOf: 7, minimum: 1, maximum: 6 }, '', /No number/],
    ['no possible number', { type: 'number', minimum: 5, exclusiveMaximum: 5 }, '', /No number/],
    [
      'more entries than there are',
      { type: 'array', items: { type: 'string', enum: ['a'] }, uniqueItems: true, minItems: 2 },
      '/minItems',
      /only 1/,
    ],
    ['a value that its pattern refuses', { type: 'string', enum: ['b', 'a'], pattern: '^b$' }, '/enum/1', /pattern/],
    ['a value that is too long', { type: 'string', enum: ['abc'], maxLength: 2 }, '/enum/0', /more than 2/],
    ['a value that is empty', { type: 'string', enum: ['a', ''] }, '/enum/1', /stored as no value/],
    ['a default of another type', { type: 'integer', default: 'many' }, '/default', /Not a value/],
    ['a default outside the limits', { type: 'integer', maximum: 3, default: 4 }, '/default', /must be <= 3/],
    [
      'a default that no list has',
      { type: 'string', 'x-options': 'roles', default: 'Studnet' },
      '/default',
      /Did you mean "Student"\?/,
    ],
    ['an index over long texts', { type: 'string', maxLength: 5000, 'x-index': true }, '/x-index', /at most 650/],
    ['a default that is no day', { type: 'string', format: 'date', default: '2026-02-30' }, '/default', /this day/],
    ['an invalid pattern', { type: 'string', pattern: '(' }, '/pattern', /Not a regular expression/],
    ['a pattern that can take for ever', { type: 'string', pattern: '^(a+)+$' }, '/pattern', /very slow/],
    [
      'a reference to nothing',
      { type: 'integer', 'x-reference': 'user' },
      '/x-reference',
      /no resource "user". Did you mean "users"\?/,
    ],
    ['a reference of the wrong type', { type: 'string', 'x-reference': 'users' }, '/x-reference', /of type "integer"/],
    [
      'a list of references of the wrong type',
      { type: 'array', items: { type: 'string', 'x-reference': 'users' } },
      '/items/x-reference',
      /of type "integer"/,
    ],
    [
      'a rule for deletion without a reference',
      { type: 'integer', 'x-on-delete': 'cascade' },
      '/x-on-delete',
      /needs a reference/,
    ],
    ['an owner that is no account', { type: 'string', 'x-owner': true }, '/x-owner', /reference to users/],
    ['a list without items', { type: 'array' }, '', /"items" is missing/],
    [
      'a unique list',
      { type: 'array', items: { type: 'string' }, 'x-unique': true },
      '/x-unique',
      /does not apply|cannot be unique/,
    ],
    ['money that is not whole', { type: 'number', 'x-money': true }, '/x-money', /does not apply to type "number"/],
    [
      'a whole number as an hour',
      { type: 'integer', 'x-hour': 'start' },
      '/x-hour',
      /does not apply to type "integer"/,
    ],
    ['search in a date', { type: 'string', format: 'date', 'x-search': true }, '/x-search', /covers texts/],
    [
      'an index inside of an object',
      { type: 'object', properties: { a: { type: 'string', 'x-index': true } } },
      '/properties/a/x-index',
      /of a resource, not/,
    ],
    [
      'a required name inside of an object that is not declared',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['b'] },
      '/required/0',
      /not declared/,
    ],
    [
      'a default that only one record could have',
      { type: 'string', maxLength: 9, 'x-unique': true, default: 'a' },
      '/default',
      /only one record/,
    ],
    ['for the server that people write', { type: 'string', 'x-internal': true }, '/x-internal', /"x-computed"/],
    ['a former name that is in use', { type: 'string', 'x-was': 'size' }, '/x-was', /still a property/],
    ['a former name of the engine', { type: 'string', 'x-was': 'version' }, '/x-was', /engine/],
    ['with several forms and nothing to tell them by', { type: 'object', oneOf: [FORM, FORM] }, '', /discriminator/],
    ['with something to tell and no forms', { type: 'object', discriminator: TAG }, '/discriminator', /"oneOf"/],
    [
      'with two forms of one name',
      { type: 'object', discriminator: TAG, oneOf: [FORM, FORM] },
      '/oneOf/1/properties/kind/const',
      /"room" already/,
    ],
    [
      'with a form that nothing tells',
      { type: 'object', discriminator: TAG, oneOf: [FORM, { ...FORM, properties: { room: { type: 'string' } } }] },
      '/oneOf/1',
      /"kind" must be/,
    ],
    [
      'with a form that may have more',
      { type: 'object', discriminator: TAG, oneOf: [FORM, { ...OTHER, additionalProperties: true }] },
      '/oneOf/1',
      /"additionalProperties": false/,
    ],
    [
      'with a default of no form',
      { type: 'object', discriminator: TAG, oneOf: [FORM, OTHER], default: { kind: 'moon' } },
      '/default',
      /Not a value/,
    ],
  ];
  it.each(broken)('%s', async (_title, property, pointer, message) => {
    files.resource('tools', { broken: property as PropertySchema, size: { type: 'string' } });
    expect(await faults()).toContainEqual({
      file: SCHEMA,
      pointer: `/properties/broken${pointer}`,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each(['id', 'version', 'createdById', 'deletedAt', 'search', 'q', 'ctid', 'constructor'])(
    'the name %s',
    async (name) => {
      files.resource('tools', { [name]: { type: 'string' } });
      expect((await faults()).map((fault) => fault.pointer)).toContain(`/properties/${name}`);
    },
  );

  it.each(['Name', '1st', 'with space', 'semi;colon', 'a"b', 'a'.repeat(61)])('the name %j', async (name) => {
    files.resource('tools', { [name]: { type: 'string' } });
    expect((await faults()).map((fault) => fault.pointer)).toContain(`/properties/${name}`);
  });

  it('a name that reads as a filter on another', async () => {
    files.resource('tools', { size: { type: 'integer' }, size_lt: { type: 'integer' }, check_in: { type: 'boolean' } });
    expect(await faults()).toEqual([
      {
        file: SCHEMA,
        pointer: '/properties/size_lt',
        message: expect.stringContaining('filter "lt" on "size"') as string,
      },
    ]);
  });
});

describe('an invalid resource is reported by file and pointer', () => {
  const schema: [string, Record<string, unknown>, string, RegExp][] = [
    ['open to other properties', { additionalProperties: true }, '/additionalProperties', /Must be false/],
    ['without properties', { properties: {} }, '/properties', /fewer than 1/],
    ['with a required property that is not declared', { required: ['nam'] }, '/required/0', /Did you mean "name"\?/],
    [
      'unique together by an unknown property',
      { 'x-unique-together': [['name', 'colour']] },
      '/x-unique-together/0/1',
      /no property "colour"/,
    ],
    [
      'unique together by defaults',
      {
        properties: { name: { type: 'string', default: 'a' }, at: { type: 'string', default: 'b' } },
        'x-unique-together': [['name', 'at']],
      },
      '/x-unique-together/0',
      /Only one record/,
    ],
    [
      'each needs another one',
      { properties: { one: { type: 'integer', 'x-reference': 'tools' } }, required: ['one'] },
      '/properties/one/x-reference',
      /first record/,
    ],
    ['formerly one that is still there', { 'x-was': 'users' }, '/x-was', /still a resource/],
    ['with an unknown keyword', { definitions: {} }, '/definitions', /Unknown name/],
  ];
  it.each(schema)('%s', async (_title, more, pointer, message) => {
    files.resource('tools', { name: { type: 'string' } }, { schema: more });
    expect(await faults()).toContainEqual({ file: SCHEMA, pointer, message: expect.stringMatching(message) as string });
  });

  const config: [string, Record<string, unknown>, string, RegExp][] = [
    ['an unknown key', { colour: 'red' }, '/colour', /Unknown name "colour"/],
    ['an unknown icon', { icon: 'hamer' }, '/icon', /Did you mean "hammer"\?/],
    ['an unknown column', { list: { columns: ['nam'] } }, '/list/columns/0', /Did you mean "name"\?/],
    ['a long column', { list: { columns: ['story'] } }, '/list/columns/0', /x-long/],
    ['an unknown filter', { list: { filters: ['size_lt'] } }, '/list/filters/0', /no field "size_lt"/],
    ['a filter that cannot be', { list: { filters: ['extra'] } }, '/list/filters/0', /cannot be filtered/],
    ['an unknown sort', { list: { sort: ['sise', 'ASC'] } }, '/list/sort/0', /Did you mean "size"\?/],
    ['an undo of what people write', { undo: { fields: ['size'] } }, '/undo/fields/0', /only by commands/],
    ['what is to come of no instant', { list: { upcoming: 'size' } }, '/list/upcoming', /name a date and time/],
    ['a sort in no order', { list: { sort: ['size', 'UP'] } }, '/list/sort/1', /Known: ASC, DESC/],
    [
      'an unknown field in the form',
      { form: [{ section: 'A', fields: ['foo'] }] },
      '/form/0/fields/0',
      /no field "foo"/,
    ],
    [
      'an engine field in the form',
      { form: [{ section: 'A', fields: ['createdAt'] }] },
      '/form/0/fields/0',
      /no input/,
    ],
    [
      'a field twice in the form',
      {
        form: [
          { section: 'A', fields: ['name'] },
          { section: 'B', fields: ['name'] },
        ],
      },
      '/form/1/fields/0',
      /already/,
    ],
    [
      'a condition on an unknown field',
      { form: [{ section: 'A', fields: ['size'], when: { nam: 'x' } }] },
      '/form/0/when/nam',
      /Did you mean "name"\?/,
    ],
    [
      'a condition on a value that the field never has',
      { form: [{ section: 'A', fields: ['story'], when: { size: 'many' } }] },
      '/form/0/when/size',
      /never "many"/,
    ],
    [
      'a condition on a value out of bounds',
      { form: [{ section: 'A', fields: ['story'], when: { size: 100 } }] },
      '/form/0/when/size',
      /never 100.*<= 99/,
    ],
    [
      'a condition on a value that the list does not have',
      { form: [{ section: 'A', fields: ['story'], when: { colour: 'rd' } }] },
      '/form/0/when/colour',
      /Did you mean "red"\?/,
    ],
    [
      'a condition on a text that is no day',
      { form: [{ section: 'A', fields: ['story'], when: { day: 'today' } }] },
      '/form/0/when/day',
      /never "today"/,
    ],
    [
      'a condition that a required field is empty',
      { form: [{ section: 'A', fields: ['story'], when: { kept: null } }] },
      '/form/0/when/kept',
      /never empty/,
    ],
    [
      'a section that shows by a field of its own',
      { form: [{ section: 'A', fields: ['colour', 'story'], when: { colour: 'red' } }] },
      '/form/0/when/colour',
      /never show/,
    ],
    [
      'sections that wait for one another',
      {
        form: [
          { section: 'A', fields: ['colour'], when: { size: 1 } },
          { section: 'B', fields: ['size'], when: { colour: 'red' } },
        ],
      },
      '/form/1/when/colour',
      /never show/,
    ],
    [
      'a section for an instant that is kept in another form',
      { form: [{ section: 'A', fields: ['story'], when: { at: '2026-01-01T00:00:00+02:00' } }] },
      '/form/0/when/at',
      /stored as "2025-12-31T22:00:00.000Z"/,
    ],
    [
      'a section for blanks in a required text',
      { form: [{ section: 'A', fields: ['story'], when: { kept: ' ' } }] },
      '/form/0/when/kept',
      /never blank/,
    ],
    ['an unknown group of the menu', { menu: 'Tolls' }, '/menu', /no group "Tolls"/],
    ['a representation by an unknown field', { represent: '{nmae}' }, '/represent', /Did you mean "name"\?/],
    ['a representation that does not close', { represent: '{name' }, '/represent', /not closed/],
    ['an unknown command field', { commandFields: ['foo'] }, '/commandFields/0', /no field/],
    ['a path that does not begin with /', { path: 'admin/tools' }, '/path', /begin with \//],
    ['a path of the API', { path: '/api/tools' }, '/path', /reserved/],
    ['a path with a slash at the end', { path: '/admin/tools/' }, '/path', /path such as/],
    ['an edit path without {id}', { editPath: '/admin/tool' }, '/editPath', /\{id\}/],
    ['the path of another resource', { path: '/admin/users' }, '/path', /conflicts with/],
    ['a page size of nothing', { list: { pageSize: 0 } }, '/list/pageSize', /Must be >= 1/],
  ];
  it.each(config)('%s', async (_title, given, pointer, message) => {
    files.resource(
      'tools',
      {
        name: { type: 'string' },
        size: { type: 'integer', maximum: 99 },
        story: { type: 'string', 'x-long': true },
        extra: { type: 'object' },
        colour: { type: 'string', enum: ['red', 'green'] },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        kept: { type: 'string' },
      },
      { config: given, schema: { required: ['kept'] } },
    );
    const found = await faults();
    const last = given.path === '/admin/users' ? 'config/resources/users.json' : CONFIG;
    expect(found).toContainEqual({ file: last, pointer, message: expect.stringMatching(message) as string });
  });

  it.each([
    ['a number', { size: 5 }],
    ['emptiness', { size: null }],
    ['an unticked box', { active: false }],
  ])('and not one whose section is shown for %s', async (_title, when) => {
    files.resource(
      'tools',
      { size: { type: 'integer' }, active: { type: 'boolean' }, story: { type: 'string' } },
      { config: { form: [{ section: 'A', fields: ['story'], when }] } },
    );
    expect(await faults()).toEqual([]);
  });

  it('that refers to an internal one', async () => {
    files.resource('secrets', { name: { type: 'string' } }, { config: { internal: true } });
    files.resource('tools', {
      one: { type: 'integer', 'x-reference': 'secrets' },
      many: { type: 'array', items: { type: 'integer', 'x-reference': 'secrets' } },
    });
    expect(await faults()).toEqual(
      ['/properties/one/x-reference', '/properties/many/items/x-reference'].map((pointer) => ({
        file: SCHEMA,
        pointer,
        message: expect.stringContaining('"secrets" is internal') as string,
      })),
    );
  });

  it('with a required field that cannot be filled in', async () => {
    const property = { type: 'string', readOnly: true } as const;
    files.resource(
      'tools',
      { broken: property, given: { ...property, default: 'x' }, counted: { ...property, 'x-computed': true } },
      { schema: { required: ['broken', 'given', 'counted'] }, config: { writes: { create: false } } },
    );
    expect(await faults()).toEqual([
      {
        file: SCHEMA,
        pointer: '/properties/broken/readOnly',
        message: expect.stringContaining('no one can fill it in') as string,
      },
    ]);
  });

  it('with a counter that nothing counts', async () => {
    const counter = { resource: 'uses', reference: 'toolId' };
    const counted: PropertySchema = { type: 'integer', 'x-computed': true, 'x-counter': counter };
    const unique = { type: 'integer', 'x-reference': 'tools', 'x-unique': true } as const;
    files.resource('tools', {
      sound: counted,
      absent: { ...counted, 'x-counter': { ...counter, resource: 'use' } },
      stray: { ...counted, 'x-counter': { ...counter, reference: 'otherId' } },
      typed: { type: 'integer', 'x-counter': counter },
      column: { ...counted, default: 0 },
      nameless: counted,
    });
    files.resource('uses', {
      toolId: unique,
      otherId: { ...unique, 'x-unique': false },
      ...Object.fromEntries(['sound', 'stray', 'typed', 'column'].map((name) => [name, { type: 'integer' }])),
    });
    expect((await faults()).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/properties/absent/x-counter There is no resource "use". Did you mean "uses"?',
      '/properties/stray/x-counter "otherId" of "uses" is not a unique reference to this resource',
      '/properties/typed/x-counter A count is not entered by people: "x-computed" is missing',
      '/properties/column/x-counter A count is not a column: it cannot have an index or a default, or be unique, searched or required',
      '/properties/nameless/x-counter "uses" does not count "nameless": it has no whole number with this name',
    ]);
  });

  it('with a rule of something that starts at no known time', async () => {
    const rule: PropertySchema = { type: 'string', format: 'rrule' };
    files.resource('tools', {
      name: { type: 'string' },
      day: { type: 'string', format: 'date' },
      sound: { ...rule, 'x-starts': 'day' },
      endless: rule,
      absent: { ...rule, 'x-starts': 'dya' },
      named: { ...rule, 'x-starts': 'name' },
      stray: { type: 'string', 'x-starts': 'day' },
    });
    expect((await faults()).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/properties/endless/format A rule needs a start: "x-starts" is missing',
      '/properties/absent/x-starts There is no property "dya". Did you mean "day"?',
      '/properties/named/x-starts "name" is neither a date nor a date-time',
      '/properties/stray/x-starts It needs a rule: "format": "rrule" is missing',
    ]);
  });

  it('with a required field in a section that can be hidden', async () => {
    files.resource(
      'tools',
      { name: { type: 'string' }, size: { type: 'integer' } },
      {
        schema: { required: ['name'] },
        config: { form: [{ section: 'A', fields: ['name'], when: { size: 1 } }] },
      },
    );
    expect(await faults()).toContainEqual({
      file: CONFIG,
      pointer: '/form/0/fields/0',
      message: expect.stringMatching(/is required, so its section cannot be hidden/) as string,
    });
  });

  it('without a configuration', async () => {
    files.resource('tools', { name: { type: 'string' } }).delete(CONFIG);
    expect(await faults()).toContainEqual({
      file: SCHEMA,
      pointer: '',
      message: 'config/resources/tools.json is missing',
    });
  });

  it('without a schema, with the likely other name', async () => {
    files
      .resource('tools', { name: { type: 'string' } })
      .delete(CONFIG)
      .write('config/resources/tool.json', {});
    expect(await faults()).toContainEqual({
      file: 'config/resources/tool.json',
      pointer: '',
      message: 'schemas/resources/tool.json is missing. Did you mean "tools"?',
    });
  });

  it.each(['model', 'files', 'docs', 'pg_tools', 'atrium_tools', 'Tools', 'my-tools'])('named %s', async (name) => {
    files.resource(name, { name: { type: 'string' } });
    expect((await faults()).map((fault) => fault.file)).toContain(`schemas/resources/${name}.json`);
  });
});

describe('a malformed file is reported with line and column', () => {
  const texts: [string, string, RegExp][] = [
    ['cut off', '{\n  "title": "Tool",\n  "ty', /no closing quote \(line 3, column 3\)/],
    ['a comma too many', '{ "a": 1,\n}', /There is an extra comma \(line 1, column 9\)/],
    ['a comma missing', '{ "a": 1\n "b": 2 }', /Expected a comma or "}" \(line 2, column 2\)/],
    ['single quotes', "{ 'a': 1 }", /double quotes \(line 1, column 3\)/],
    ['a comment', '{\n// note\n}', /no comments.*\(line 2, column 1\)/],
    ['a name given twice', '{ "a": 1,\n  "a": 2 }', /"a" is given twice \(line 2, column 3\)/],
    ['a word that is none', '{ "a": yes }', /Unexpected word "yes" \(line 1, column 8\)/],
    ['nothing', '', /ends too early \(line 1, column 1\)/],
    ['something after the end', '{} {}', /Nothing may follow/],
    ['too deep', '['.repeat(50), /deep/],
    ['a NUL in a text', '{ "a": "\\u0000" }', /NUL/],
  ];
  it('not in UTF-8', async () => {
    files.resource('tools', { name: { type: 'string' } });
    writeFileSync(join(files.root, SCHEMA), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await faults()).toContainEqual({ file: SCHEMA, pointer: '', message: 'The file is not in UTF-8' });
  });

  it.each(texts)('%s', async (_title, text, message) => {
    files.resource('tools', { name: { type: 'string' } }).write(SCHEMA, text);
    expect(await faults()).toContainEqual({
      file: SCHEMA,
      pointer: '',
      message: expect.stringMatching(message) as string,
    });
  });
});
