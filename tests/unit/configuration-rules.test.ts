import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;
beforeEach(() => {
  files = smallDeclarations();
});
afterEach(() => files.remove());

it.each<[string, object, RegExp]>([
  ['at an unknown field', { field: 'nam', when: { name: null }, message: 'No' }, /Did you mean "name"\?/],
  [
    'that compares with an unknown field',
    { field: 'size', when: { size_gt: '$record.sise' }, message: 'No' },
    /Did you mean "size"\?/,
  ],
  ['without a message', { field: 'size', when: { size: 1 } }, /message/],
])('a rule %s prevents the start', async (_title, rule, message) => {
  files.resource('tools', { name: { type: 'string' }, size: { type: 'integer' } }, { config: { rules: [rule] } });
  expect(await faultsOf(files)).toContainEqual({
    file: 'config/resources/tools.json',
    pointer: expect.stringMatching(/^\/rules\/0/) as string,
    message: expect.stringMatching(message) as string,
  });
});
