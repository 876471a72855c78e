import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictsOf, overlaps, type PlannedSpan } from '../../server/features/sessions/scheduling/conflicts.ts';

function span(id: string, start: number, end: number, placeId = 1): PlannedSpan {
  return { id, placeId, start, end, title: id };
}

test('sessions at the same time and place conflict, both ways; those that touch do not, nor those elsewhere', () => {
  const found = conflictsOf([span('a', 0, 10), span('b', 9, 12), span('c', 12, 14), span('d', 0, 14, 2)], [], []);
  expect([...found.keys()].toSorted()).toEqual(['a', 'b']);
  expect(found.get('a')).toEqual([{ kind: 'session', with: 'b', text: 'Overlaps b' }]);
});

test('a session in a block says the block; in closed hours it says why', () => {
  const closed = [
    { placeId: 1, start: 20, end: 30, reason: null },
    { placeId: 1, start: 40, end: 50, reason: 'Thanksgiving' },
    { placeId: 1, start: 60, end: 70, reason: null },
  ];
  const blocks = [span('Maintenance', 58, 72)];
  const found = conflictsOf([span('late', 15, 25), span('feast', 42, 44), span('works', 60, 65)], blocks, closed);
  expect(found.get('late')?.map(({ text }) => text)).toEqual(['Outside opening hours']);
  expect(found.get('feast')?.map(({ text }) => text)).toEqual(['In closed hours: Thanksgiving']);
  expect(found.get('works')?.map(({ text }) => text)).toEqual(['During Maintenance']);
});

test('the sweep finds the pairs that comparing all with all finds', () => {
  const drawn = fc.array(
    fc.record({ placeId: fc.integer({ min: 1, max: 2 }), start: fc.nat(40), length: fc.integer({ min: 1, max: 15 }) }),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(drawn, drawn, (first, second) => {
      const spans = (list: typeof first, name: string) =>
        list.map(({ placeId, start, length }, index) => span(`${name}${index}`, start, start + length, placeId));
      const [ones, others] = [spans(first, 'a'), spans(second, 'b')];
      const expected = ones.flatMap((one) =>
        others
          .filter((other) => other.placeId === one.placeId && other.start < one.end && other.end > one.start)
          .map((other) => `${one.id} ${other.id}`),
      );
      const found = overlaps(ones, others).map(([one, other]) => `${one.id} ${other.id}`);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
  );
});

test('in a crowd at one time and place, only listed entries are compared', () => {
  const crowd = Array.from({ length: 2000 }, (_, index) => span(String(index), 0, 1));
  expect(overlaps(crowd, crowd, 3)).toHaveLength(6000);
  expect(conflictsOf(crowd, [], []).get('1999')).toHaveLength(8);
});
