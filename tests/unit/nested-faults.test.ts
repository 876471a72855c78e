import { expect, test } from 'vitest';
import { schemaFaults } from '../../server/resources/validation.ts';
import { clientResource } from '../factories/client-resource.ts';

test('faults inside lists name fields as people see them', () => {
  const { fields } = clientResource(
    'quotes',
    {},
    {
      lines: {
        type: 'array',
        title: 'Lines',
        items: {
          type: 'object',
          required: ['unitCents'],
          properties: { unitCents: { type: 'integer', title: 'Unit price', minimum: 0 } },
        },
      },
    },
  );
  const faultOf = (line: Record<string, number>) => schemaFaults({ fields }, { lines: [{ unitCents: 1 }, line] });
  expect(faultOf({})).toEqual({ lines: 'Entry 2: Unit price is required' });
  expect(faultOf({ unitCents: -1 })).toEqual({ lines: 'Entry 2: Unit price: Must be at least 0' });
});
