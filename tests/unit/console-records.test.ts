import { describe, expect, it } from 'vitest';
import {
  changedFields,
  resourceSections,
  shownFields,
  withHiddenAsStored,
} from '../../src/console/engine/recordChanges.ts';
import { textDiff } from '../../src/console/show/textDiff.ts';
import { dataText } from '../../src/console/engine/plainText.ts';
import { prettyJson, readableJson } from '../../src/console/values/prettyJson.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { clientResource } from '../factories/client-resource.ts';

describe('what a form changed', () => {
  it('is what differs from the record, and nothing else', () => {
    expect(changedFields({ title: 'A', seats: 3 }, { title: 'A', seats: 4 })).toEqual({ seats: 4 });
  });

  it('is null for a cleared field, and absent for one that was empty already', () => {
    expect(changedFields({ title: 'A' }, { title: null })).toEqual({ title: null });
    expect(changedFields({ title: 'A' }, {})).toEqual({ title: null });
    expect(changedFields({}, { title: null, tags: [], note: '' })).toEqual({});
  });

  it('ignores the order of keys, which jsonb does not preserve', () => {
    expect(changedFields({ hours: { from: 1, to: 2 } }, { hours: { to: 2, from: 1 } })).toEqual({});
    expect(changedFields({ ids: [1, 2] }, { ids: [2, 1] })).toEqual({ ids: [2, 1] });
  });
});

describe('sections', () => {
  it('follow the configuration; fields that it does not mention come last', () => {
    const resource = clientResource('things', {
      form: [
        { section: 'One', fields: ['a', 'gone'] },
        { section: 'None', fields: ['gone'] },
      ],
    });
    expect(resourceSections(resource, ['a', 'b'])).toEqual([
      { section: 'One', fields: ['a'] },
      { section: 'More', fields: ['b'] },
    ]);
  });

  it('are shown while their condition holds; hidden fields keep their stored values', () => {
    const sections = [
      { section: 'Open', fields: ['closed'] },
      { section: 'Hours', fields: ['opens', 'closes'], when: { closed: false } },
    ];
    expect([...shownFields(sections, { closed: true })]).toEqual(['closed']);
    expect([...shownFields(sections, {})]).toEqual(['closed', 'opens', 'closes']);
    const stored = { closed: false, opens: 8, closes: 17 };
    expect(withHiddenAsStored(sections, { closed: true, opens: 9 }, stored)).toEqual({
      closed: true,
      opens: 8,
      closes: 17,
    });
    expect(withHiddenAsStored(sections, { closed: false, opens: 9 }, stored)).toEqual({ closed: false, opens: 9 });
    expect(withHiddenAsStored(sections, { closed: true, opens: 9 }, {})).toEqual({ closed: true });
  });

  it('whose condition never holds lose nothing on saving', () => {
    const sections = [
      { section: 'Name', fields: ['title', 'status'] },
      { section: 'Never', fields: ['seats'], when: { status: 'gone' } },
    ];
    const stored = { title: 'A', status: 'open', seats: 3 };
    const saved = withHiddenAsStored(sections, { ...stored, title: 'B', seats: null }, stored);
    expect(changedFields(stored, saved)).toEqual({ title: 'B' });
  });
});

describe('a value made of parts', () => {
  it('is shown by the titles of its properties, hours as times', () => {
    const hours = { type: 'array', title: 'Opens', items: { type: 'number', 'x-hour': 'start' } } as const;
    const readable = readableJson(
      { weekends: true, openTimes: [0, 8.5] },
      { type: 'object', properties: { openTimes: { ...hours, items: { ...hours.items } } } },
      'America/Denver',
    );
    expect(readable).toEqual({ weekends: true, Opens: ['12 AM', '8:30 AM'] });
    expect(prettyJson(readable)).toBe('{\n  "weekends": true,\n  "Opens": ["12 AM", "8:30 AM"]\n}');
  });

  it('has its instants in the zone of the site, in the history and on one line', () => {
    const schema: PropertySchema = {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          startsAt: { type: 'string', title: 'Starts', format: 'date-time' },
          feeCents: { type: 'integer', title: 'Fee', 'x-money': true },
          locationId: { type: 'integer', title: 'Elsewhere', 'x-reference': 'locations' },
        },
      },
    };
    const dates = [{ startsAt: '2027-01-26T22:00:00.000Z', feeCents: 1250, locationId: 2 }];
    expect(readableJson(dates, schema, 'America/Denver')).toEqual([
      { Starts: 'Jan 26, 2027, 3 PM', Fee: '$12.50', Elsewhere: 2 },
    ]);
    expect(dataText(schema, dates, 'America/Denver')).toBe('Jan 26, 2027, 3 PM, $12.50');
  });

  it('with variants is shown by its own variant, which is named', () => {
    const part = (value: string, name: string): PropertySchema => ({
      type: 'object',
      title: name,
      properties: { kind: { type: 'string', const: value }, room: { type: 'string', title: `${name} number` } },
    });
    const schema: PropertySchema = {
      type: 'object',
      discriminator: { propertyName: 'kind' },
      oneOf: [part('room', 'Room'), part('lab', 'Laboratory')],
    };
    expect(readableJson({ kind: 'lab', room: 'B12' }, schema, 'America/Denver')).toEqual({
      Kind: 'Laboratory',
      'Laboratory number': 'B12',
    });
    expect(readableJson({ kind: 'moon', room: 'B12' }, schema, 'America/Denver')).toEqual({
      kind: 'moon',
      room: 'B12',
    });
  });
});

describe('a comparison of two texts', () => {
  it('marks removed and added words', () => {
    expect(textDiff('bring closed shoes', 'bring your closed boots', 'words')).toEqual([
      { text: 'bring ', is: 'same' },
      { text: 'your ', is: 'added' },
      { text: 'closed ', is: 'same' },
      { text: 'shoes', is: 'removed' },
      { text: 'boots', is: 'added' },
    ]);
  });

  it('skips the word diff of texts that are too long', () => {
    expect(textDiff('a '.repeat(2000), 'b', 'words')).toBeNull();
  });
});
