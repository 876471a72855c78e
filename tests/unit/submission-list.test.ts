import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { STATUSES } from '../../domain/requests/workflow.ts';
import type { Filter } from '../../src/console/engine/filterModel.ts';
import { formatAge } from '../../src/console/resources/submissions/cells.tsx';
import {
  columnsIn,
  requestsAddress,
  requestsIn,
  withoutDone,
} from '../../src/console/resources/submissions/listAddress.ts';
import { clientResource } from '../factories/client-resource.ts';

const { properties } = JSON.parse(readFileSync('schemas/resources/submissions.json', 'utf8')) as ResourceSchema;
const list = {
  columns: ['id'],
  filters: ['status', 'done'],
  sort: ['createdAt', 'DESC'] as [string, 'DESC'],
  pageSize: 25,
};
const requests = requestsIn(clientResource('submissions', { list }, properties));
const address = requestsAddress(requests);

/** The list state that react-admin reads from an address. */
function read(search: string) {
  const { filter = '{}', ...rest } = Object.fromEntries(new URLSearchParams(address.read(search)));
  return { filter: JSON.parse(filter) as Filter, ...rest };
}
const usual = { filter: {}, sort: 'createdAt', order: 'DESC', page: '1' };

describe('the address of the list of requests', () => {
  test('is written as it was read', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 3 });
    const selections = fc.record(
      {
        q: fc.constantFrom('walnut 12', 'a&b=c'),
        status: fc.subarray([...STATUSES], { minLength: 1 }).map(String),
        formGroupId: ids.map(String),
        formId: ids.map(String),
        assignedToId: fc.oneof(ids.map(String), fc.constant('none')),
        submittedById: ids.map(String),
        filter: fc.constant('{"costCents_gte":500}'),
        sortBy: fc.constantFrom('id', 'status', 'costCents', 'statusSince', 'expectedOn'),
        sortOrder: fc.constant('asc'),
        columns: fc.constant('id,form'),
        showDone: fc.constant('true'),
        page: fc.integer({ min: 2, max: 999 }).map(String),
        itemsPerPage: fc.integer({ min: 1, max: 100 }).map(String),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(selections, (parameters) => {
        const written = address.write(address.read(`?${new URLSearchParams(parameters)}`));
        expect(Object.fromEntries(new URLSearchParams(written))).toEqual(parameters);
      }),
    );
  });

  test('has no parameters by default, and yields the default list', () => {
    expect(address.write(address.read(''))).toBe('');
    expect(read('')).toEqual(usual);
  });

  test('ignores invalid parameters', () => {
    expect(
      read(
        '?formId=abc&page=-1&status=Nonsense&sortBy=data&sortOrder=up&itemsPerPage=5000&assignedToId=1e9&filter=[1]',
      ),
    ).toEqual({ ...usual, perPage: '100' });
    expect(columnsIn(new URLSearchParams('columns=x'), requests.fields)).toBeNull();
  });

  test('reads statuses in both notations of a list, and “none” as an assignee', () => {
    expect(read('?status=Submitted,Quoted')).toEqual(read('?status=Quoted&status=Submitted'));
    expect(read('?status=Submitted').filter).toEqual({ status: 'Submitted' });
    expect(read('?formId=3&assignedToId=none').filter).toEqual({ formId: 3, assignedToId_null: true });
  });

  test('keeps a filter that has no parameter of its own', () => {
    const search = `?${new URLSearchParams({ filter: JSON.stringify({ formId: 3, formId_null: false, createdAt_gte: 'x' }) })}`;
    expect(read(address.write(search)).filter).toEqual({ formId: 3, formId_null: false, createdAt_gte: 'x' });
  });

  test('names columns by their fields, and by what they were called before', () => {
    const columns = columnsIn(new URLSearchParams('columns=id,form,assignedToId,form'), requests.fields);
    expect(columns).toEqual(['id', 'formId', 'assignedToId']);
  });

  test('leaves out completed requests unless they are requested', () => {
    expect(withoutDone(new URLSearchParams(''))).toEqual({ done: false });
    expect(withoutDone(new URLSearchParams('status=Submitted'))).toEqual({ done: false });
    expect(withoutDone(new URLSearchParams('showDone=true'))).toBeNull();
    expect(withoutDone(new URLSearchParams('status=Submitted,Completed'))).toBeNull();
  });
});

test.each([
  [30_000, 'just now'],
  [60_000, '1 minute'],
  [7_200_000, '2 hours'],
  [90_000_000, '1 day'],
  [9e8, '10 days'],
])('%d ms are %s', (age, words) => {
  expect(formatAge('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T00:00:00.000Z') + age)).toBe(words);
});
