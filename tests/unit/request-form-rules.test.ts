import { describe, expect, it } from 'vitest';
import { priceIn } from '../../src/portal/requests/form/price.ts';
import { renameField } from '../../src/console/resources/forms/editor/edits.ts';
import { carriedOver } from '../../domain/requests/request-drafts.ts';
import { checkAnswers } from '../../domain/requests/request-form-answers.ts';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import { boundFault, openingFault, type AnswerTime } from '../../domain/requests/request-form-dates.ts';
import { pruneHidden, type RequestField, type RequestFormSchema } from '../../domain/requests/request-form.ts';

function form(properties: Record<string, RequestField>, required: string[] = []): RequestFormSchema {
  return { type: 'object', additionalProperties: false, properties, required, 'x-order': Object.keys(properties) };
}
/** 11 p.m. in Denver; the next day in UTC. */
const at: AnswerTime = { now: new Date('2026-05-06T05:00:00Z'), timeZone: 'America/Denver' };
const day: RequestField = { 'x-field': 'Date', type: 'string', format: 'date', title: 'Day' };
const time: RequestField = { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'Pick-up' };
const inches = (title: string): RequestField => ({ 'x-field': 'Double', type: 'number', title });
const faultsOf = (schema: RequestFormSchema, answers: Record<string, unknown>) => {
  expect(checkFormSchema(schema)).toEqual([]);
  return checkAnswers(schema, answers, at);
};

describe('a date', () => {
  it('is not before today, where the campus is', () => {
    const schema = form({ day: { ...day, 'x-earliest': { from: '$today' } } });
    expect(faultsOf(schema, { day: '2026-05-05' })).toEqual({});
    expect(faultsOf(schema, { day: '2026-05-04' })).toEqual({ day: 'Choose May 5, 2026 or later' });
  });

  it('is some days from today, at most others', () => {
    const schema = form({
      day: { ...day, 'x-earliest': { from: '$today', days: 2 }, 'x-latest': { from: '$today', days: 10 } },
    });
    expect(faultsOf(schema, { day: '2026-05-06' })).toEqual({ day: 'Choose May 7, 2026 or later' });
    expect(faultsOf(schema, { day: '2026-05-16' })).toEqual({ day: 'Choose May 15, 2026 or earlier' });
  });

  it('follows another one, once that is answered', () => {
    const schema = form({
      from: time,
      to: { ...day, 'x-earliest': { from: 'from' }, 'x-latest': { from: 'from', days: 14 } },
    });
    const from = '2026-11-22T03:00:00Z';
    expect(faultsOf(schema, { from, to: '2026-11-20' })).toEqual({ to: 'Choose Nov 21, 2026 or later' });
    expect(faultsOf(schema, { from, to: '2026-12-06' })).toEqual({ to: 'Choose Dec 5, 2026 or earlier' });
    expect(faultsOf(schema, { from, to: '2026-11-21' })).toEqual({});
    expect(faultsOf(schema, { to: '2026-11-20' })).toEqual({});
  });

  it('with a time is after another one', () => {
    const schema = form({ from: time, to: { ...time, 'x-earliest': { from: 'from' } } });
    const from = '2026-11-22T15:00:00Z';
    expect(faultsOf(schema, { from, to: '2026-11-22T15:00:00Z' })).toEqual({ to: 'Choose a time after “Pick-up”' });
    expect(faultsOf(schema, { from, to: '2026-11-22T08:30:00-07:00' })).toEqual({});
  });

  it('that was submitted and has not changed is not refused for its age', () => {
    const schema = form({ day: { ...day, 'x-earliest': { from: '$today' } } });
    const valueOf = () => undefined;
    const old = { schema, valueOf, at: { ...at, submitted: { day: '2026-01-02' } } };
    expect(boundFault('day', '2026-01-02', old)).toBeNull();
    expect(boundFault('day', '2026-01-03', old)).toBe('Choose May 5, 2026 or later');
  });

  it('lies within the opening hours of a place', () => {
    const place = { name: 'Makeshop', timezone: 'America/Denver' };
    const open = { date: '2026-11-23', intervals: [{ from: 9, to: 17 }], reason: null };
    expect(openingFault('2026-11-23T16:00:00Z', { ...place, day: open })).toBeNull();
    expect(openingFault('2026-11-23T09:00:00Z', { ...place, day: open })).toBe(
      'Makeshop is open from 9 AM to 5 PM on Nov 23, 2026',
    );
    expect(openingFault('2026-11-23', { ...place, day: open })).toBeNull();
    const closed = { date: '2026-11-26', intervals: [], reason: 'Thanksgiving' };
    expect(openingFault('2026-11-26', { ...place, day: closed })).toBe(
      'Makeshop is closed on Nov 26, 2026 (Thanksgiving)',
    );
  });
});

describe('a rule across answers', () => {
  const poster = form(
    {
      width: inches('Width'),
      height: {
        ...inches('Height'),
        'x-rules': [
          {
            when: {
              all: [
                { field: 'width', is: 'moreThan', value: 42 },
                { field: 'height', is: 'moreThan', value: 42 },
              ],
            },
            message: 'Make the width or the height 42 in or less',
          },
        ],
      },
      quantity: { 'x-field': 'Integer', type: 'integer', title: 'Copies' },
    },
    ['width', 'height', 'quantity'],
  );

  it('refuses with its message, and what is refused has no price', () => {
    const refused = { width: 43, height: 48, quantity: 1 };
    expect(faultsOf(poster, refused)).toEqual({ height: 'Make the width or the height 42 in or less' });
    expect(priceIn('Poster', poster, refused)).toEqual({ cents: null, lines: [], isByStaff: false });
    expect(faultsOf(poster, { ...refused, width: 42 })).toEqual({});
    expect(priceIn('Poster', poster, { ...refused, width: 42 })?.cents).toBe(9800);
  });

  it('compares two answers, and knows one that is missing', () => {
    const schema = form({
      least: inches('Least'),
      most: {
        ...inches('Most'),
        'x-rules': [
          { when: { field: 'most', is: 'lessThan', other: 'least' }, message: 'Must be at least the least' },
          {
            when: {
              all: [
                { field: 'least', is: 'answered' },
                { field: 'most', is: 'unanswered' },
              ],
            },
            message: 'Both',
          },
        ],
      },
    });
    expect(faultsOf(schema, { least: 3, most: 2 })).toEqual({ most: 'Must be at least the least' });
    expect(faultsOf(schema, { least: 3 })).toEqual({ most: 'Both' });
    expect(faultsOf(schema, {})).toEqual({});
    const renamed = renameField(schema, 'least', 'low');
    expect(faultsOf(renamed, { low: 3, most: 2 })).toEqual({ most: 'Must be at least the least' });
  });

  it('is silent about hidden fields', () => {
    const schema = form({
      kind: { 'x-field': 'Boolean', type: 'boolean', title: 'More?' },
      more: {
        ...inches('More'),
        'x-show-if': { field: 'kind', is: 'equal', value: true },
        'x-rules': [{ when: { field: 'kind', is: 'answered' }, message: 'No' }],
      },
    });
    expect(faultsOf(schema, { kind: false })).toEqual({});
    expect(faultsOf(schema, { kind: true })).toEqual({ more: 'No' });
  });

  it.each<[string, RequestField, string, RegExp]>([
    [
      'a later field',
      { ...day, 'x-rules': [{ when: { field: 'z', is: 'answered' }, message: 'No' }] },
      'when/field',
      /earlier/,
    ],
    [
      'no message',
      { ...day, 'x-rules': [{ when: { field: 'a', is: 'answered' }, message: ' ' }] },
      'message',
      /what to do/,
    ],
    [
      'another kind of answer',
      { ...day, 'x-rules': [{ when: { field: 'a', is: 'moreThan', other: 'n' }, message: 'No' }] },
      'when/other',
      /different kinds/,
    ],
  ])('cannot have %s', (_title, a, place, message) => {
    expect(checkFormSchema(form({ n: inches('N'), a, z: day }))).toEqual([
      { pointer: `/properties/a/x-rules/0/${place}`, message: expect.stringMatching(message) as string },
    ]);
  });

  it.each([
    [{ from: 'later' }, /from today or from a date/],
    [{ from: '$today', days: 1.5 }, /whole number/],
    [{ days: 1 }, /from today/],
    ['soon', /Must be/],
  ])('a bound of a date cannot be %j', (bound, message) => {
    const schema = form({ a: { ...day, 'x-earliest': bound as never }, later: day });
    expect(checkFormSchema(schema)).toEqual([
      { pointer: '/properties/a/x-earliest', message: expect.stringMatching(message) as string },
    ]);
  });
});

describe('choices', () => {
  const options = { enum: ['pla', 'petg'], 'x-labels': ['PLA', 'PETG'] };
  const several: RequestField = { 'x-field': 'MultiSelect', type: 'array', title: 'Materials', ...options };
  const one: RequestField = { 'x-field': 'Select', type: 'string', title: 'Material', ...options };

  it('can be several, each offered and once', () => {
    const schema = form({ m: { ...several, maxItems: 1 } }, ['m']);
    expect(faultsOf(schema, { m: ['pla'] })).toEqual({});
    expect(faultsOf(schema, { m: [] })).toEqual({ m: 'This field is required' });
    expect(faultsOf(schema, { m: ['pla', 'petg'] })).toEqual({ m: 'Choose at most 1' });
    for (const m of [['abs'], ['pla', 'pla'], 'pla', [3], [null]])
      expect(faultsOf(schema, { m })).toEqual({ m: 'Choose from the options' });
  });

  it('offer another text where they say so', () => {
    const schema = form({ one: { ...one, 'x-other': true }, m: { ...several, 'x-other': true } });
    expect(faultsOf(schema, { one: 'Oak', m: ['pla', 'Oak'] })).toEqual({});
    expect(faultsOf(schema, { one: 'x'.repeat(201) })).toEqual({ one: 'Enter at most 200 characters; this is 201' });
    expect(faultsOf(schema, { m: ['Oak', 'Ash'] })).toEqual({ m: 'Choose from the options' });
    expect(faultsOf(schema, { one: 7 })).toEqual({ one: 'Enter text' });
  });

  it.each([[[]], [['one', 'm']]])('refuse “Other” without its text, with %j required', (required) => {
    const schema = form({ one: { ...one, 'x-other': true }, m: { ...several, 'x-other': true } }, required);
    for (const blank of ['', '  ']) {
      const given = { one: blank, m: ['pla', blank] };
      // As both sides check the answers.
      expect(faultsOf(schema, pruneHidden(schema, given))).toEqual({
        one: 'Enter text for “Other”, or choose another option',
        m: 'Enter text for “Other”, or deselect it',
      });
    }
    expect(pruneHidden(form({ one }), { one: '' })).toEqual({});
    expect(pruneHidden(schema, { one: null, m: [] })).toEqual({});
  });

  it('keep in a draft what is still offered', () => {
    const to = form({ m: several, o: { ...one, 'x-other': true } });
    expect(carriedOver({ m: ['pla', 'abs'], o: 'Oak' }, null, to)).toEqual({ m: ['pla'], o: 'Oak' });
    expect(carriedOver({ m: ['abs'] }, null, to)).toEqual({});
  });

  it('decide what is shown', () => {
    const schema = form(
      {
        m: several,
        why: {
          'x-field': 'String',
          type: 'string',
          title: 'Why',
          'x-show-if': { field: 'm', is: 'equal', value: 'petg' },
        },
      },
      ['why'],
    );
    expect(faultsOf(schema, { m: ['pla', 'petg'] })).toEqual({ why: 'This field is required' });
    expect(faultsOf(schema, { m: ['pla'] })).toEqual({});
  });
});

it('consent is needed, and a refusal is none', () => {
  const consent: RequestField = { 'x-field': 'Boolean', type: 'boolean', title: 'I agree', 'x-consent': true };
  const schema = form({ consent });
  expect(faultsOf(schema, {})).toEqual({ consent: 'You need to agree to continue' });
  expect(faultsOf(schema, { consent: false })).toEqual({ consent: 'You need to agree to continue' });
  expect(faultsOf(schema, { consent: true })).toEqual({});
});
