import { expect, test } from 'vitest';
import { wantedFilter } from '../../src/app/routing/routeFilter.ts';

const wanted = (filter: Record<string, string> | undefined, params: Record<string, string>, query = '') =>
  wantedFilter(filter === undefined ? {} : { filter }, { params, query: new URLSearchParams(query) });

test('an address filters its list by the values of its path and its query', () => {
  expect(wanted({ instanceId: ':id' }, { id: '12' })).toEqual({ instanceId: 12 });
  expect(wanted({ 'instanceId.eventId': '?eventId' }, {}, 'eventId=7&page=2')).toEqual({ 'instanceId.eventId': 7 });
  expect(wanted({ name: '?name' }, {}, 'name=laser')).toEqual({ name: 'laser' });
});

test('not where it has no value, no filter of its own, or has been filtered already', () => {
  expect(wanted({ 'instanceId.eventId': '?eventId' }, {})).toBeNull();
  expect(wanted(undefined, { id: '12' })).toBeNull();
  expect(wanted({ instanceId: ':id' }, { id: '12' }, 'filter={}')).toBeNull();
});
