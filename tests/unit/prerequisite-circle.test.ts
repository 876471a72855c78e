import { expect, test } from 'vitest';
import { circleThrough, type PrerequisiteEdge } from '../../server/features/admission/prerequisite-cycle.ts';

/** "1>2": event 1 asks for event 2. "1>2|3": for what either gives. "1>": for something else. "1>2 a": one of the alternatives "a". */
const edges = (...written: string[]): PrerequisiteEdge[] =>
  written.map((text, id) => {
    const [, from, to = '', alternative = null] = /^(\d)>([\d|]*)(?: (\w))?$/.exec(text) ?? [];
    const leadsTo = to === '' ? [] : to.split('|').map(Number);
    return { id: id + 1, eventId: Number(from), alternative, leadsTo };
  });

test.each([
  ['an event that asks for itself', ['1>1'], [1]],
  ['two that ask for each other', ['1>2', '2>1'], [1, 2]],
  ['more of them', ['3>1', '1>2', '2>3'], [1, 2, 3]],
  ['alternatives that cannot be met', ['1>2 a', '1>3 a', '2>1', '3>1'], [1, 2]],
  ['a circle beside what can be met', ['1>4', '1>2', '2>', '2>1'], [1, 2]],
  ['a credential that events give which ask for it', ['1>2|1', '2>1'], [1, 2]],
])('%s is a circle', (_, given, circle) => {
  expect(circleThrough(1, edges(...given))).toEqual(circle);
});

test.each([
  ['nothing', []],
  ['a chain', ['1>2', '2>3', '3>']],
  ['two ways to the same event', ['1>2', '1>3', '2>4', '3>4']],
  ['an alternative that can be met', ['1>2 a', '1> a', '2>1']],
  ['an alternative further on', ['1>2', '2>1 a', '2>3 a']],
  ['a credential that another event gives, too', ['1>1|2']],
  ['a circle of others', ['1>2', '2>3', '3>2']],
])('%s is none', (_, given) => {
  expect(circleThrough(1, edges(...given))).toBeNull();
});
