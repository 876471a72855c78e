import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;
beforeEach(() => {
  files = smallDeclarations();
});
afterEach(() => files.remove());

const text = (more: object): PropertySchema => ({ type: 'string', ...more });
const from = (through: string, name: string) => ({ 'x-backfill': { through, from: name } });

it.each<[string, PropertySchema, string, RegExp]>([
  ['parts of a date', text({ format: 'date', 'x-contains': true }), 'x-contains', /Only texts have parts/],
  ['values from what is no reference', text(from('size', 'name')), 'x-backfill', /"size" is not a reference/],
  ['values of an unknown property', text(from('ownerId', 'shoe')), 'x-backfill', /"users" has no property "shoe"/],
  ['values of another type', { type: 'integer', ...from('ownerId', 'username') }, 'x-backfill', /of another type/],
  ['values besides a default', text({ default: 'a', ...from('ownerId', 'username') }), 'x-backfill', /already get/],
])('%s are refused', async (_title, broken, keyword, message) => {
  const ownerId: PropertySchema = { type: 'integer', 'x-reference': 'users' };
  files.resource('tools', { broken, size: { type: 'string' }, ownerId });
  expect(await faultsOf(files)).toContainEqual({
    file: 'schemas/resources/tools.json',
    pointer: `/properties/broken/${keyword}`,
    message: expect.stringMatching(message) as string,
  });
});
