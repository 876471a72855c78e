import { describe, expect, it } from 'vitest';
import { declaredFields } from '../../domain/declarations/fields.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { RecordRule } from '../../domain/declarations/resource-config.ts';
import { enteredRow, parseRecordRule, recordFaults } from '../../domain/declarations/record-rules.ts';

const fields = declaredFields({
  required: [],
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['one', 'two'] },
    least: { type: 'integer' },
    most: { type: 'number' },
    startsOn: { type: 'string', format: 'date' },
    endsOn: { type: 'string', format: 'date' },
    startsAt: { type: 'string', format: 'date-time' },
    endsAt: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
  },
});
const fieldOf = (name: string) => fields.find((field) => field.name === name);
const parsed = (field: string, when: RecordRule['when'], message = 'No') =>
  parseRecordRule({ field, when, message }, fieldOf);
/** 4 a.m. in New York, still the same day in UTC. */
const at = { now: new Date('2026-05-05T08:00:00Z'), timeZone: 'America/New_York' };
const faults = (rule: ReturnType<typeof parsed>, row: Row) => recordFaults([rule], row, at);

describe('a rule', () => {
  it('compares with another field', () => {
    const rule = parsed('endsOn', { endsOn_lt: '$record.startsOn' });
    expect(faults(rule, { startsOn: '2026-05-05', endsOn: '2026-05-04' })).toEqual({ endsOn: 'No' });
    expect(faults(rule, { startsOn: '2026-05-05', endsOn: '2026-05-05' })).toEqual({});
  });

  it('says nothing about an empty field', () => {
    const rule = parsed('endsOn', { endsOn_lt: '$record.startsOn' });
    expect(faults(rule, { startsOn: null, endsOn: '2026-05-04' })).toEqual({});
    expect(faults(rule, { startsOn: '2026-05-05' })).toEqual({});
  });

  it('compares numbers of both kinds, and equal values', () => {
    expect(faults(parsed('most', { most_lt: '$record.least' }), { least: 3, most: 2.5 })).toEqual({ most: 'No' });
    expect(faults(parsed('most', { most: '$record.least' }), { least: 3, most: 3 })).toEqual({ most: 'No' });
  });

  it('adds days to a field and to today', () => {
    const late = parsed('endsAt', { endsAt_gt: '$record.startsAt + 2 days' });
    const startsAt = '2026-05-05T10:00:00.000Z';
    expect(faults(late, { startsAt, endsAt: '2026-05-07T10:00:00.000Z' })).toEqual({});
    expect(faults(late, { startsAt, endsAt: '2026-05-07T10:00:00.001Z' })).toEqual({ endsAt: 'No' });
    const soon = parsed('startsOn', { startsOn_lt: '$today + 1 day' });
    expect(faults(soon, { startsOn: '2026-05-05' })).toEqual({ startsOn: 'No' });
    expect(faults(soon, { startsOn: '2026-05-06' })).toEqual({});
    expect(faults(parsed('endsOn', { endsOn_lt: '$today - 30 days' }), { endsOn: '2026-04-05' })).toEqual({});
  });

  it('takes the conditions of permission rules', () => {
    const rule = parsed('name', { _or: [{ kind: 'one' }, { least_gte: 5 }], name: null });
    expect(faults(rule, { kind: 'one' })).toEqual({ name: 'No' });
    expect(faults(rule, { kind: 'two', least: 5 })).toEqual({ name: 'No' });
    expect(faults(rule, { kind: 'two', least: 5, name: 'x' })).toEqual({});
  });

  it('is silent about changes of other fields', () => {
    const rule = parsed('endsOn', { endsOn_lt: '$record.startsOn' });
    const row = { startsOn: '2026-05-05', endsOn: '2026-05-04' };
    expect(recordFaults([rule], row, at, ['name'])).toEqual({});
    expect(recordFaults([rule], row, at, ['startsOn'])).toEqual({ endsOn: 'No' });
  });

  it('gives way to an earlier one at the same field', () => {
    const rules = [parsed('name', { name: null }, 'First'), parsed('name', { name_null: true }, 'Second')];
    expect(recordFaults(rules, {}, at)).toEqual({ name: 'First' });
  });
});

describe('a rule is refused', () => {
  it.each<[string, RecordRule['when'], RegExp]>([
    ['nme', { name: null }, /no field "nme"/],
    ['name', { nme: null }, /no field "nme"/],
    ['endsOn', { endsOn_lt: '$record.begins' }, /no field "begins"/],
    ['endsOn', { endsOn_lt: '$record.startsAt' }, /cannot be compared with startsAt/],
    ['endsOn', { endsOn_lt: '$record.tags' }, /cannot be compared with tags/],
    ['endsOn', { endsOn_lt: '$yesterday' }, /not a variable/],
    ['endsOn', { endsOn_lt: '$today + soon' }, /not a variable/],
    ['name', { name: '$user.username' }, /cannot depend on the user/],
    ['most', { most_lt: '$record.least + 3 days' }, /no days can be added/],
    ['name', { name_lt: '$record.kind' }, /has no order/],
  ])('at %s, %j', (field, when, message) => {
    expect(() => parsed(field, when)).toThrow(message);
  });
});

it('reads what is entered in a form, and leaves out what is not a value yet', () => {
  const data = {
    startsAt: '2026-05-05T12:00:00+02:00',
    endsAt: 'tomo',
    startsOn: '2026-13-01',
    least: '',
    most: 2,
    kind: 'three',
  };
  expect(enteredRow(fields, data)).toMatchObject({
    startsAt: '2026-05-05T10:00:00.000Z',
    endsAt: null,
    startsOn: null,
    least: null,
    most: 2,
    kind: null,
    name: null,
  });
});
