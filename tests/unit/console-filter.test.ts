import { describe, expect, it, vi } from 'vitest';
import type { Field } from '../../domain/declarations/model.ts';
import { boundFaults } from '../../src/console/list/filterBounds.ts';
import { describeFilter } from '../../src/console/list/describeFilter.ts';
import {
  criteriaDays,
  fieldsThrough,
  groupByField,
  dayInstants,
  withFieldFilter,
} from '../../src/console/engine/filterModel.ts';
import { usualFilter } from '../../src/console/engine/usualFilter.ts';
import { clock } from '../../src/ui/clock.ts';
import { clientResource } from '../factories/client-resource.ts';

const ZONE = 'America/Denver';
const resource = clientResource(
  'events',
  {},
  {
    title: { type: 'string', title: 'Title' },
    feeCents: { type: 'integer', title: 'Fee', 'x-money': true },
    size: { type: 'integer', title: 'Size', 'x-bytes': true },
    startsAt: { type: 'string', format: 'date-time', title: 'Starts' },
    status: { type: 'string', title: 'Status', enum: ['draft', 'done'], 'x-labels': { draft: 'Draft', done: 'Done' } },
    categoryId: { type: 'integer', title: 'Category', 'x-reference': 'categories' },
    active: { type: 'boolean', title: 'Active' },
  },
);

function field(name: string): Field {
  const found = resource.fields.find((one) => one.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

describe('a list’s filter', () => {
  it('is from today on where the list names what that is decided by, and nothing elsewhere', () => {
    const now = vi.spyOn(clock, 'instant').mockReturnValue('2026-11-24T03:00:00.000Z');
    const upcoming = clientResource(
      'talks',
      { list: { columns: ['endsAt'], filters: [], sort: ['endsAt', 'ASC'], pageSize: 25, upcoming: 'endsAt' } },
      { endsAt: { type: 'string', format: 'date-time' } },
    );
    expect([usualFilter(upcoming, ZONE), usualFilter(resource, ZONE)]).toEqual([
      { endsAt_gte: '2026-11-23T07:00:00.000Z' },
      {},
    ]);
    now.mockRestore();
  });

  it('is grouped by field, and keeps criteria that no chip can show', () => {
    const parsed = groupByField(
      { q: 'laser', feeCents_gte: 500, feeCents_lte: 900, _or: [{ active: true }], gone: 1 },
      fieldsThrough(resource),
    );
    expect(parsed.q).toBe('laser');
    expect(parsed.parts.map((part) => [part.field.name, part.criteria])).toEqual([
      ['feeCents', { gte: 500, lte: 900 }],
    ]);
    expect(parsed.others).toEqual({ _or: [{ active: true }], gone: 1 });
  });

  it('names a field of the record that is referred to, where that can be read', () => {
    const tickets = clientResource('tickets', {}, { eventId: { type: 'integer', 'x-reference': 'events' } });
    const filter = { 'eventId.categoryId': 3, 'eventId.feeCents_gte': 500, 'eventId.nothing': 1 };
    const parsed = groupByField(
      filter,
      fieldsThrough(tickets, (name) => (name === 'events' ? resource : undefined)),
    );
    expect(
      parsed.parts.map(({ field: { title, name, reference }, criteria }) => [title, name, reference, criteria]),
    ).toEqual([
      ['Category', 'eventId.categoryId', 'categories', { '': 3 }],
      ['Fee', 'eventId.feeCents', undefined, { gte: 500 }],
    ]);
    expect(parsed.others).toEqual({ 'eventId.nothing': 1 });
    expect(groupByField(filter, fieldsThrough(tickets)).parts).toEqual([]);
    expect(withFieldFilter(filter, parsed.parts[0]!.field, {})).toEqual({
      'eventId.feeCents_gte': 500,
      'eventId.nothing': 1,
    });
  });

  it('replaces all criteria of one field and nothing else', () => {
    const before = { q: 'laser', feeCents_gte: 500, active: true };
    expect(withFieldFilter(before, field('feeCents'), { lte: 900 })).toEqual({
      q: 'laser',
      active: true,
      feeCents_lte: 900,
    });
    expect(withFieldFilter(before, field('feeCents'), {})).toEqual({ q: 'laser', active: true });
  });

  it('uses days of the campus’s time zone, across a clock change', () => {
    const criteria = dayInstants({ from: '2026-03-07', to: '2026-03-08' }, ZONE);
    expect(criteria).toEqual({ gte: '2026-03-07T07:00:00.000Z', lt: '2026-03-09T06:00:00.000Z' });
    expect(criteriaDays(criteria, ZONE)).toEqual({ from: '2026-03-07', to: '2026-03-08' });
  });

  it('reports which bound is invalid, and keeps an incomplete day as such', () => {
    expect(boundFaults(field('feeCents'), { gte: 500, lte: 900 })).toEqual({});
    expect(boundFaults(field('feeCents'), { gte: '12,50' })).toEqual({
      gte: expect.stringContaining('Use a point for decimals'),
    });
    expect(boundFaults(field('size'), { lte: 'big' })).toEqual({ lte: 'Enter a size, like 1.5 MB' });
    const half = dayInstants({ from: '2026-03-07', to: '3/' }, ZONE);
    expect(criteriaDays(half, ZONE)).toEqual({ from: '2026-03-07', to: '3/' });
    expect(boundFaults(field('startsAt'), half)).toEqual({ lt: expect.stringContaining('Complete the date') });
  });

  it.each([
    ['title', { like: 'print' }, 'contains “print”'],
    ['title', { null: true }, 'is empty'],
    ['feeCents', { gte: 500, lte: 900 }, 'is $5.00 to $9.00'],
    ['feeCents', { gte: 500 }, 'from $5.00'],
    ['size', { gte: 1_468_006 }, 'from 1.4 MB'],
    ['startsAt', { gte: '2026-03-07T07:00:00.000Z', lt: '2026-03-09T06:00:00.000Z' }, 'is Mar 7, 2026 to Mar 8, 2026'],
    ['status', { '': ['draft', 'done'] }, 'is Draft or Done'],
    ['status', { neq: 'draft' }, 'is not Draft'],
    ['active', { '': false }, 'is no'],
    ['categoryId', { '': [1] }, null],
  ])('says what is asked of %s', (name, criteria, words) => {
    expect(describeFilter(field(name), criteria, ZONE)).toBe(words);
  });
});
