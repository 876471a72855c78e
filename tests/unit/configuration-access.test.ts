import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../server/declarations/faults.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { copiedDeclarations, faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations();
});

afterEach(() => files.remove());

const faults = (): Promise<Fault[]> => faultsOf(files);

describe('access and navigation', () => {
  const rules: [string, Record<string, unknown>, string, RegExp][] = [
    ['an unknown role', { role: 'Studnet' }, '/rules/0/role', /Did you mean "Student"\?/],
    ['an unknown resource', { resource: 'tool' }, '/rules/0/resource', /Did you mean "tools"\?/],
    ['an unknown action', { actions: ['write'] }, '/rules/0/actions/0', /Unknown value "write"/],
    ['an unknown field', { readFields: ['nmae'] }, '/rules/0/readFields/0', /Did you mean "name"\?/],
    ['a condition on an unknown field', { condition: { nmae: 1 } }, '/rules/0/condition/nmae', /Did you mean "name"\?/],
    ['an unknown operator', { condition: { size_above: 1 } }, '/rules/0/condition/size_above', /_above/],
    ['an unknown key', { fields: ['*'] }, '/rules/0/fields', /Unknown name "fields"/],
  ];
  it.each(rules)('a rule with %s', async (_title, given, pointer, message) => {
    files.resource('tools', { name: { type: 'string' }, size: { type: 'integer' } }).write('config/permissions.json', {
      rules: [{ role: 'Student', resource: 'tools', actions: ['read'], readFields: ['*'], ...given }],
    });
    expect(await faults()).toContainEqual({
      file: 'config/permissions.json',
      pointer,
      message: expect.stringMatching(message) as string,
    });
  });

  it('several faults of one rule together', async () => {
    files.resource('tools', { name: { type: 'string' } }).write('config/permissions.json', {
      rules: [
        {
          role: 'Studnet',
          resource: 'tools',
          actions: ['write'],
          readFields: ['nmae'],
          foo: 1,
          condition: { size_gt: 3 },
        },
      ],
    });
    expect((await faults()).map(({ pointer }) => pointer).toSorted()).toEqual([
      '/rules/0/actions/0',
      '/rules/0/condition',
      '/rules/0/foo',
      '/rules/0/readFields/0',
      '/rules/0/role',
    ]);
  });

  it('routes that clash, and their unknown roles and resources', async () => {
    files.write('config/routes.json', {
      routes: [
        { name: 'one', path: '/a/:id', screen: 'portal:contnt', requiredRoles: ['Wizard'] },
        { name: 'two', path: '/a/:name', screen: 'resource:wands', numeric: ['name', 'id'] },
        { name: 'users', path: '/admin/users', screen: 'portal:login' },
      ],
    });
    expect((await faults()).map((fault) => `${fault.file}${fault.pointer}`).sort()).toEqual([
      'config/resources/users.json/path',
      'config/routes.json/routes/0/requiredRoles/0',
      'config/routes.json/routes/0/screen',
      'config/routes.json/routes/1/numeric/1',
      'config/routes.json/routes/1/path',
      'config/routes.json/routes/1/screen',
    ]);
  });

  it('menu entries without a route, with unknown roles and icons', async () => {
    files.write('config/menu.json', {
      entries: [
        { label: 'Users', to: '/admin/users' },
        {
          label: 'More',
          icon: 'hamer',
          entries: [{ label: 'Lost', to: '/nowhere', roles: ['Wizard'] }, { label: 'Idle' }],
        },
        {
          label: 'Twice',
          to: '/admin/users',
          setting: 'inventoryURL',
        },
      ],
    });
    expect((await faults()).map((fault) => fault.pointer)).toEqual([
      '/entries/1/icon',
      '/entries/1/entries/0/roles/0',
      '/entries/1/entries/0/to',
      '/entries/1/entries/1',
      '/entries/2/setting',
    ]);
  });

  it('roles declared twice or missing', async () => {
    files.write('config/roles.json', {
      roles: [
        { name: 'Student', label: 'Student' },
        { name: 'student', label: 'Again' },
        { name: 'Editor', label: 'Editor', capabilities: ['everithing'] },
        { name: 'All', label: 'All', implicit: 'member', capabilities: ['processEvents'] },
      ],
    });
    expect((await faults()).map((fault) => fault.message)).toEqual(
      expect.arrayContaining([
        'The role "student" is declared twice',
        'A role with the capability "everything" is missing',
        'A role with "implicit": "public" is missing',
        'There is no capability "everithing". Did you mean "everything"?',
        'A role that everyone holds, or that is unprivileged, cannot have capabilities',
      ]),
    );
  });

  it('a search source that is named twice or has more than an address', async () => {
    const sources = [
      { name: 'Here', kind: 'site' },
      { name: 'Here', kind: 'bookstack', url: 'https://docs.example/' },
      { name: 'Secret', kind: 'bookstack', url: 'https://me:secret@docs.example/?a=b' },
      { name: 'None', kind: 'bookstack', url: 'https://' },
      { name: 'Where', kind: 'bookstack' },
    ];
    files.change('config/site.json', { documentation: { sources } });
    expect((await faults()).map(({ pointer }) => pointer)).toEqual(['/documentation/sources/4']);
    files.change('config/site.json', { documentation: { sources: sources.slice(0, 4) } });
    expect((await faults()).map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/documentation/sources/1/name', 'There is another source named "Here"'],
      ['/documentation/sources/2/url', 'The address must not contain a user or a password: use "tokenVariable"'],
      ['/documentation/sources/2/url', 'The address must end with its path'],
      ['/documentation/sources/3/url', '"https://" is not an address'],
    ]);
  });

  it.each([
    [{ system: 'tools' }, 'tools'],
    [{}, 'documentation'],
  ])('a documentation system %j whose search is the address of a record', async (given, name) => {
    files
      .resource(name, { name: { type: 'string' } })
      .change('config/site.json', { documentation: { ...given, sources: [{ name: 'Here', kind: 'site' }] } });
    expect(await faults()).toContainEqual({
      file: 'config/site.json',
      pointer: '/documentation/system',
      message: `/api/${name}/search would be a record of the resource "${name}": choose another name for the documentation system`,
    });
  });

  it('a workflow with a dead end', async () => {
    const { transitions, ...rest } = files.read('config/workflow.json') as { transitions: { from: string[] }[] };
    files.write('config/workflow.json', {
      ...rest,
      transitions: transitions.filter((row) => !row.from.includes('UnderReview')),
    });
    expect((await faults()).map((fault) => fault.message)).toContainEqual(
      expect.stringContaining('could never leave "UnderReview"'),
    );
  });

  it('a form with a fault', async () => {
    const form = copiedDeclarations();
    const poster = form.read('config/forms/poster-printing.json');
    form.remove();
    files.write('config/forms/poster.json', { ...poster, costType: 'Postr', schema: { type: 'object' } });
    expect((await faults()).map((fault) => fault.pointer)).toContain('/costType');
    files.write('config/forms/poster.json', { ...poster, schema: { type: 'object' } });
    expect((await faults()).map((fault) => fault.pointer)).toContain('/schema/properties');
  });

  it('a file that nothing reads', async () => {
    files.write('config/permisions.json', { rules: [] });
    expect(await faults()).toEqual([
      { file: 'config/permisions.json', pointer: '', message: 'This file is not used. Did you mean "permissions"?' },
    ]);
  });

  it('a missing file', async () => {
    files.delete('config/roles.json');
    expect(await faults()).toContainEqual({ file: 'config/roles.json', pointer: '', message: 'The file is missing' });
  });
});

it('lists the faults of all files together, and only those', async () => {
  files.resource(
    'tools',
    { name: { type: 'strin' as 'string' }, size: { type: 'integer', minimum: 3, maximum: 1 } },
    { config: { icon: 'nothing', colour: 'red', list: { columns: ['name', 'sise'] } } },
  );
  files
    .resource(
      'shelves',
      { toolId: { type: 'integer', 'x-reference': 'tools' } },
      { config: { represent: '{toolId} {id}', list: { sort: ['width', 'ASC'] } } },
    )
    .write('schemas/resources/shelves.json', '[')
    .write('config/site.json', '{')
    .write('config/permissions.json', {
      rules: [{ role: 'Student' }, { role: 'Studnet', resource: 'shelves', actions: ['read'], readFields: ['width'] }],
    });
  expect((await faults()).map((fault) => `${fault.file}${fault.pointer}`).sort()).toEqual([
    'config/permissions.json/rules/0',
    'config/permissions.json/rules/0',
    'config/permissions.json/rules/1/role',
    'config/resources/tools.json/colour',
    'config/resources/tools.json/icon',
    'config/resources/tools.json/list/columns/1',
    'config/site.json',
    'schemas/resources/shelves.json',
    'schemas/resources/tools.json/properties/name/type',
    'schemas/resources/tools.json/properties/size/minimum',
  ]);
  await expect(loadModel(files.root)).rejects.toThrow(
    '  schemas/resources/tools.json#/properties/name/type: Unknown value "strin". Did you mean "string"?\n',
  );
});
