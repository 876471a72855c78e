import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATUSES } from '../../domain/workflow.ts';
import { ageInWords } from '../../src/console/resources/submissions/columns.tsx';
import {
  COLUMNS,
  SORTABLE,
  filterOf,
  readListQuery,
  writeListQuery,
} from '../../src/console/resources/submissions/listQuery.ts';
import { readTyped } from '../../src/requests/statusInput.ts';

const read = (query: string) => readListQuery(new URLSearchParams(query));

describe('the address of the list of requests', () => {
  test('comes back as it was written', () => {
    const id = fc.option(fc.integer({ min: 1, max: 1e9 }));
    const queries = fc.record({
      q: fc.constantFrom('', 'walnut 12'),
      formGroupId: id,
      formId: id,
      submittedById: id,
      assignedToId: fc.oneof(id, fc.constant('none' as const)),
      showDone: fc.boolean(),
      status: fc.subarray([...STATUSES]),
      sortBy: fc.constantFrom(...SORTABLE),
      sortOrder: fc.constantFrom('ASC' as const, 'DESC' as const),
      columns: fc.option(fc.subarray([...COLUMNS], { minLength: 1 })),
      page: fc.integer({ min: 1, max: 999 }),
      itemsPerPage: fc.option(fc.integer({ min: 1, max: 100 })),
    });
    fc.assert(
      fc.property(queries, (query) => {
        expect(readListQuery(writeListQuery(query))).toEqual(query);
      }),
    );
  });

  test('says nothing where all is as usual', () => {
    expect(writeListQuery(read('')).toString()).toBe('');
  });

  test('takes what makes no sense for not said', () => {
    expect(read('formId=abc&page=-1&status=Nonsense&sortBy=data&columns=x&itemsPerPage=5000&assignedToId=1e9')).toEqual(
      { ...read(''), itemsPerPage: 100 },
    );
  });

  test('takes statuses in both spellings of a list', () => {
    expect(read('status=Submitted,Quoted').status).toEqual(read('status=Quoted&status=Submitted').status);
  });

  test('leaves out what is done, unless that is asked for', () => {
    expect(filterOf(read(''))).toEqual({ done: false });
    expect(filterOf(read('showDone=true'))).toEqual({});
    expect(filterOf(read('status=Completed'))).toEqual({ status: ['Completed'] });
    expect(filterOf(read('formId=3&assignedToId=none'))).toEqual({ formId: 3, assignedToId_null: true, done: false });
  });
});

test.each([
  [30_000, 'just now'],
  [60_000, '1 minute'],
  [7_200_000, '2 hours'],
  [90_000_000, '1 day'],
  [9e8, '10 days'],
])('%d ms are %s', (age, words) => {
  expect(ageInWords('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T00:00:00.000Z') + age)).toBe(words);
});

test('the dialog of a change says what is missing, and hands on only what was asked for', () => {
  const empty = { reason: ' ', cost: '', expectedOn: '' };
  expect(readTyped(empty, ['reason', 'cost'])).toEqual({
    faults: { reason: 'This field is required', cost: 'This field is required' },
  });
  expect(readTyped({ ...empty, cost: 'much' }, ['cost'])).toEqual({ faults: { cost: 'Enter an amount, like 12.50' } });
  expect(readTyped({ reason: ' why ', cost: '12.5', expectedOn: '2026-05-01' }, ['reason', 'cost'])).toEqual({
    input: { reason: 'why', costCents: 1250 },
  });
});
