import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;
beforeEach(() => {
  files = smallDeclarations();
});
afterEach(() => files.remove());

test.each<[string, PropertySchema, string, RegExp]>([
  [
    'files, in a list',
    { type: 'array', items: { type: 'string', format: 'file' } },
    '/items/format',
    /its record owns the file/,
  ],
  [
    'a file, in an object',
    { type: 'object', properties: { a: { type: 'string', format: 'file' } } },
    '/properties/a/format',
    /its record owns the file/,
  ],
  [
    'a default file',
    { type: 'string', format: 'file', default: 'plan.pdf' },
    '/default',
    /"default" does not apply to files/,
  ],
  ['a length of a file', { type: 'string', format: 'file', maxLength: 9 }, '/maxLength', /does not apply to files/],
  ['kinds of no file', { type: 'string', 'x-accept': ['.pdf'] }, '/x-accept', /"format": "file" is missing/],
  ['a size of a number', { type: 'integer', 'x-max-bytes': 9 }, '/x-max-bytes', /does not apply to type "integer"/],
  [
    'a file ending without its dot',
    { type: 'string', format: 'file', 'x-accept': ['pdf'] },
    '/x-accept',
    /such as "\.pdf"/,
  ],
  [
    'files that carry programs',
    { type: 'string', format: 'file', 'x-accept': ['.pdf', '.svg'] },
    '/x-accept',
    /\.svg are not accepted/,
  ],
  [
    'too large a file',
    { type: 'string', format: 'file', 'x-max-bytes': 300 * 1024 * 1024 },
    '/x-max-bytes',
    /between 1 and/,
  ],
])('a fault at start: %s', async (_title, broken, pointer, message) => {
  files.resource('tools', { broken });
  expect(await faultsOf(files)).toContainEqual({
    file: 'schemas/resources/tools.json',
    pointer: `/properties/broken${pointer}`,
    message: expect.stringMatching(message) as string,
  });
});

test('a file is a column of lists and no default filter, because only its presence can be filtered by', async () => {
  files.resource('tools', {
    name: { type: 'string' },
    manual: { type: 'string', format: 'file', 'x-accept': ['.pdf'], 'x-max-bytes': 1000 },
  });
  const tools = (await loadModel(files.root)).resources.get('tools');
  expect(tools?.config.list).toMatchObject({ columns: ['name', 'manual'], filters: ['q', 'name'] });
});
