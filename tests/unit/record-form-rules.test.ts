import { expect, it } from 'vitest';
import { ruleFaults } from '../../src/console/form/recordRules.ts';
import { clientResource } from '../factories/client-resource.ts';

const hours = clientResource(
  'hours',
  {
    rules: [
      { field: 'opensAt', when: { opensAt: null }, message: 'Required' },
      { field: 'closesAt', when: { closesAt_lte: '$record.opensAt' }, message: 'Must be after it opens' },
    ],
  },
  { opensAt: { type: 'number', 'x-hour': 'start' }, closesAt: { type: 'number', 'x-hour': 'end' } },
);
const faultsOf = (data: Record<string, unknown>) => ruleFaults(hours, data, { zone: 'UTC' });

it('checks a record while it is entered', () => {
  expect(faultsOf({})).toEqual({ opensAt: 'Required' });
  expect(faultsOf({ opensAt: 9, closesAt: 8 })).toEqual({ closesAt: 'Must be after it opens' });
  expect(ruleFaults(hours, { closesAt: 8 }, { zone: 'UTC', record: { opensAt: 9 } })).toHaveProperty('closesAt');
});

it('leaves what cannot be read to the field itself', () => {
  expect(faultsOf({ opensAt: 'half past', closesAt: 8 })).toEqual({});
});
