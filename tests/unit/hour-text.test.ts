import { formatHour, formatHours } from '../../domain/values/formats.ts';
import { describe, expect, it } from 'vitest';
import { hourListsOf, readHour } from '../../src/ui/hourText.ts';

describe('an hour of the day as text', () => {
  it.each([
    [0, '12 AM'],
    [8.5, '8:30 AM'],
    [9, '9 AM'],
    [11.75, '11:45 AM'],
    [12, '12 PM'],
    [12.5, '12:30 PM'],
    [16.5, '4:30 PM'],
    [23.9999, '12 AM'],
    [24, '12 AM'],
  ])('writes %d as %s', (hour, text) => expect(formatHour(hour)).toBe(text));

  it.each([
    ['8:30 AM', 8.5],
    ['8.5', 8.5],
    ['8.30', 8.5],
    ['8.30 am', 8.5],
    ['8', 8],
    ['08:30', 8.5],
    ['20:30', 20.5],
    ['9pm', 21],
    ['9 p.m.', 21],
    [' 12 pm ', 12],
    ['12 AM', 0],
    ['12:15 am', 0.25],
    ['noon', 12],
    ['Midnight', 0],
    ['24', 24],
  ])('reads %s', (text, hour) => expect(readHour(text)).toBe(hour));

  it('takes midnight for the end of a day where something ends', () => {
    expect([
      readHour('12 AM', 'end'),
      readHour('midnight', 'end'),
      readHour('0', 'end'),
      readHour('12 PM', 'end'),
    ]).toEqual([24, 24, 24, 12]);
  });

  it.each(['', 'soon', '25', '13 pm', '0 am', '8:75', '8.75', '8:3', '24:30', '-3', '1e1'])('refuses %j', (text) =>
    expect(readHour(text)).toBeUndefined(),
  );

  it('reads back every minute that it writes', () => {
    for (let minute = 0; minute < 24 * 60; minute++)
      expect(Math.round((readHour(formatHour(minute / 60)) ?? -1) * 60)).toBe(minute);
  });

  it('writes a range, and one that does not end after it starts as closed', () => {
    expect([formatHours(9, 17.5), formatHours(0, 0), formatHours(9, 0), formatHours(0, 24)]).toEqual([
      '9 AM – 5:30 PM',
      'Closed',
      'Closed',
      '12 AM – 12 AM',
    ]);
  });

  it('finds the lists of starts and ends by what their places are', () => {
    expect(
      hourListsOf({ open: { items: { 'x-hour': 'start' } }, note: {}, close: { items: { 'x-hour': 'end' } } }),
    ).toEqual({ start: 'open', end: 'close' });
    expect(hourListsOf({ open: { items: { 'x-hour': 'start' } } })).toBeNull();
  });
});
