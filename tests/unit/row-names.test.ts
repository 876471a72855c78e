import { expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { Names, type RowSource } from '../../server/resources/names.ts';
import { smallDeclarations } from '../factories/declarations.ts';

test('a row is named by its fields: amounts, instants, labels, hours and percentages in readable form', async () => {
  const files = smallDeclarations();
  files
    .resource(
      'offers',
      {
        price: { type: 'integer', 'x-money': true },
        state: { type: 'string', enum: ['open', 'shut'], 'x-labels': { open: 'Open to all', shut: 'Closed' } },
        at: { type: 'string', format: 'date-time' },
        hour: { type: 'number', minimum: 0, maximum: 24, 'x-hour': 'start' },
        isNew: { type: 'boolean' },
        off: { type: 'integer', 'x-percent': true },
        rate: { type: 'number', 'x-percent': true },
      },
      { config: { represent: '{price}, {state}, {at}, {hour}, {isNew}, {off}, {rate}' } },
    )
    .resource('orders', { offerId: { type: 'integer', 'x-reference': 'offers' } });
  const model = await loadModel(files.root);
  files.remove();
  const offer: Row = {
    id: 1,
    price: 125050,
    state: 'open',
    at: '2026-07-01T12:00:00.000Z',
    hour: 13.5,
    isNew: true,
    off: 25,
    rate: 8.125,
  };
  const source = {
    resolver: { model, resource: (name: string) => model.resources.get(name), canRead: () => true },
    list: async () => ({ rows: [offer] }),
  } as unknown as RowSource;
  const fields = model.resources.get('orders')?.fields ?? [];
  const [row] = await new Names(source, SYSTEM).inRows(fields, [{ id: 7, offerId: 1 }]);
  expect(row?.['offerId']).toBe('$1,250.50, Open to all, Jul 1, 2026, 6 AM, 1:30 PM, Yes, 25%, 8.125%');
});
