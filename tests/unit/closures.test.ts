import { expect, test } from 'vitest';
import { closuresOf, type BlockOccurrence } from '../../server/features/sessions/blocks/blocks-between.ts';

function occurrence(title: string | null, startsAt: number, endsAt: number, kind = 'closed'): BlockOccurrence {
  const block = { kind, publicTitle: title } as BlockOccurrence['block'];
  return { block, zone: 'UTC', date: '2027-01-01', startsAt, endsAt };
}

test('what overlaps under one title is one closure; other titles and what only touches are apart', () => {
  const found = closuresOf([
    occurrence('Break', 0, 10),
    occurrence('Painting', 2, 4),
    occurrence('Break', 5, 8),
    occurrence('Break', 9, 20),
    occurrence('Break', 20, 25),
    occurrence('Tour', 21, 22, 'private'),
  ]);
  expect(found).toEqual([
    { startsAt: 0, endsAt: 20, title: 'Break' },
    { startsAt: 2, endsAt: 4, title: 'Painting' },
    { startsAt: 20, endsAt: 25, title: 'Break' },
  ]);
});
