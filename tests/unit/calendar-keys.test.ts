import { describe, expect, test } from 'vitest';
import type { GestureContext } from '../../src/calendar/gestures/context.ts';
import { stepKey, type Carried, type Focused, type KeyEffect } from '../../src/calendar/gestures/keyMachine.ts';
import { localDays } from '../../src/calendar/gestures/localDays.ts';
import { allowedFor } from '../../src/calendar/gestures/permissions.ts';
import { outcomeText, sayingText, slotText, type Wording } from '../../src/calendar/gestures/texts.ts';
import type { CalendarItem, CalendarWrites } from '../../src/calendar/layout/types.ts';

const days = localDays('America/New_York');
const splits = [
  { id: 'wood', label: 'Wood shop' },
  { id: 'metal', label: 'Metal shop' },
];
const wording: Wording = { days, splits };
const LASER: CalendarItem = {
  id: 'laser',
  title: 'Laser training',
  start: '2026-03-03T15:30:00Z',
  end: '2026-03-03T17:00:00Z',
};

/** A calendar under keys, with what it says. */
function keyboard(options: Partial<GestureContext> & { items?: CalendarItem[]; writes?: CalendarWrites } = {}) {
  const { items = [LASER], writes = {}, ...rest } = options;
  const mayWrite: CalendarWrites = {
    create: async () => null,
    change: async () => null,
    remove: async () => null,
    ...writes,
  };
  const context: GestureContext = {
    position: { view: 'week', date: '2026-03-03' },
    days,
    snapToTime: 15,
    timeStep: 60,
    splits,
    canCreate: true,
    item: (id) => items.find((item) => item.id === id),
    allowed: (item) => allowedFor(item, mayWrite, days),
    isOpen: () => true,
    isShown: (date) => date >= '2026-03-01' && date <= '2026-03-07',
    firstMinute: () => 540,
    ...rest,
  };
  let carried: Carried | null = null;
  const effects: KeyEffect[] = [];
  const announced: string[] = [];
  const press = (keys: string, focused: Focused = { item: items[0] as CalendarItem }): boolean => {
    let isHandled = false;
    for (const name of keys.split(' ')) {
      const parts = name.split('+');
      const key = parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? '');
      const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
      const step = stepKey(carried, { key, shift: has('Shift'), alt: has('Alt'), ctrl: has('Ctrl') }, focused, context);
      carried = step.carried;
      ({ isHandled } = step);
      for (const effect of step.effects) {
        effects.push(effect);
        if (effect.do === 'say') announced.push(sayingText(effect.saying, wording));
        if (effect.do === 'go') context.position = effect.position;
      }
    }
    return isHandled;
  };
  return {
    press,
    said: announced,
    effects,
    done: (name: KeyEffect['do']) => effects.filter((one) => one.do === name),
    context,
  };
}

describe('moving by keys', () => {
  test('says each step and drops where it has come to', () => {
    const { press, said, done } = keyboard();
    press('m ArrowDown ArrowRight Shift+ArrowUp Enter');
    expect(said).toEqual([
      'Laser training, Tuesday, March 3, 10:30 AM to 12 PM. Use the arrow keys to move it, Enter to drop it, Escape to cancel.',
      'Laser training, Tuesday, March 3, 11:30 AM to 1 PM',
      'Laser training, Wednesday, March 4, 11:30 AM to 1 PM',
      'Laser training, Wednesday, March 4, 11:25 AM to 12:55 PM',
      'Laser training, Wednesday, March 4, 11:25 AM to 12:55 PM. Saving.',
    ]);
    expect(done('change')).toMatchObject([{ item: 'laser', slot: { start: '2026-03-04T16:25:00.000Z' } }]);
    expect(done('focus')).toEqual([{ do: 'focus', item: 'laser' }]);
  });

  test('by weeks moves the view, too; Escape moves it back', () => {
    const { press, said, done, context } = keyboard();
    press('Space PageDown');
    expect(context.position).toEqual({ view: 'week', date: '2026-03-10' });
    press('Escape');
    expect(context.position).toEqual({ view: 'week', date: '2026-03-03' });
    expect(said.at(-1)).toBe('Laser training was not changed.');
    expect(done('change')).toEqual([]);
  });

  test('between places, to the last', () => {
    const { press, said } = keyboard({ items: [{ ...LASER, split: 'wood' }] });
    press('m Alt+ArrowRight Alt+ArrowRight');
    expect(said.slice(1)).toEqual([
      'Laser training, Tuesday, March 3, 10:30 AM to 12 PM, Metal shop',
      'It cannot move any further.',
    ]);
  });

  test('in a month moves by days and weeks', () => {
    const { press, done } = keyboard({ position: { view: 'month', date: '2026-03-03' } });
    press('m ArrowDown ArrowLeft Enter');
    expect(done('change')).toMatchObject([{ slot: { start: '2026-03-09T14:30:00.000Z' } }]);
  });

  test('ends with the day, and leaving by Tab puts it back', () => {
    const { press, said, done } = keyboard();
    press(`m ${'ArrowUp '.repeat(12).trim()}`);
    expect(said).toContain('Laser training, Tuesday, March 3, 12 AM to 1:30 AM');
    expect(said.at(-1)).toBe('It cannot move any further.');
    expect(press('Tab')).toBe(false);
    expect(done('change')).toEqual([]);
  });

  test('is refused with a reason', () => {
    const long = { ...LASER, end: '2026-03-05T17:00:00Z' };
    const { press, said } = keyboard({ items: [long] });
    press('m');
    expect(said[0]).toContain('lasts several days');
    const fixed = keyboard({ items: [{ ...LASER, editable: false }] });
    fixed.press('m');
    fixed.press('Delete');
    fixed.press('r');
    expect(fixed.said).toEqual([
      'Laser training cannot be moved.',
      'Laser training cannot be deleted.',
      'The length of Laser training cannot be changed.',
    ]);
    expect(fixed.press('Space')).toBe(false);
  });

  test('nothing is dropped on a closed day', () => {
    const { press, said, done } = keyboard({ isOpen: (date) => date !== '2026-03-04' });
    press('m ArrowRight Enter');
    expect(said.at(-1)).toBe('Nothing can be scheduled on Wednesday, March 4.');
    expect(done('change')).toEqual([]);
    press('ArrowRight Enter');
    expect(done('change')).toHaveLength(1);
  });

  test('over the change of clocks keeps the time of day by days, and the real time by hours', () => {
    const night: CalendarItem = { ...LASER, start: '2026-10-31T04:30:00Z', end: '2026-10-31T05:00:00Z' };
    const { press, said } = keyboard({ items: [night], isShown: () => true });
    press('m ArrowRight ArrowDown ArrowDown');
    expect(said.slice(1)).toEqual([
      'Laser training, Sunday, November 1, 12:30 AM EDT to 1 AM EDT',
      'Laser training, Sunday, November 1, 1:30 AM EDT to 1 AM EST',
      'Laser training, Sunday, November 1, 1:30 AM EST to 2 AM EST',
    ]);
  });
});

test('R changes the end, a minute at least, and is for week and day', () => {
  const { press, done, said } = keyboard();
  press('r ArrowDown Shift+ArrowDown ArrowRight Enter');
  expect(done('change')).toMatchObject([
    { slot: { start: '2026-03-03T15:30:00.000Z', end: '2026-03-04T18:05:00.000Z' } },
  ]);
  press('r ArrowUp ArrowUp');
  expect(said.at(-1)).toBe('Laser training, Tuesday, March 3, 10:30 AM to 10:31 AM');
  press('Escape');
  const month = keyboard({ position: { view: 'month', date: '2026-03-03' } });
  month.press('r');
  expect(month.said[0]).toContain('in the week or day view');
});

describe('something new', () => {
  test('at a time: two hours, made longer and shorter, created or canceled', () => {
    const { press, said, done } = keyboard();
    const cell = { day: '2026-03-04', area: 'time' as const, instant: days.at('2026-03-04', 600) };
    press('n', { cell });
    press('ArrowDown Shift+ArrowUp Enter');
    expect(said.slice(0, 2)).toEqual([
      'New, Wednesday, March 4, 10 AM to 12 PM. Up and down change its length, Enter keeps it, Escape leaves it.',
      'New, Wednesday, March 4, 10 AM to 1 PM',
    ]);
    expect(done('create')).toMatchObject([{ slot: { end: '2026-03-04T17:55:00.000Z' } }]);
    press('n', { cell });
    press('Escape');
    expect(said.at(-1)).toBe('Nothing was added.');
    expect(done('create')).toHaveLength(1);
  });

  test('on a day of a month begins when that opens', () => {
    const { press, done } = keyboard({ firstMinute: () => 600, position: { view: 'month', date: '2026-03-03' } });
    press('n', { cell: { day: '2026-03-04', area: 'month' } });
    press('ArrowDown ArrowRight Enter');
    expect(done('create')).toMatchObject([
      { slot: { start: '2026-03-05T15:00:00.000Z', end: '2026-03-05T18:00:00.000Z' } },
    ]);
  });

  test('requires permission', () => {
    const { press, effects } = keyboard({ canCreate: false });
    expect(press('n', { cell: { day: '2026-03-04', area: 'month' } })).toBe(false);
    expect(effects).toEqual([]);
  });
});

test('other keys are left to reading, or stay without effect while something is taken', () => {
  const { press, effects, done } = keyboard();
  expect(press('ArrowDown')).toBe(false);
  expect(press('Enter')).toBe(false);
  expect(press('Ctrl+c')).toBe(false);
  expect(effects).toEqual([]);
  expect(press('Ctrl+z')).toBe(true);
  expect(press('?')).toBe(true);
  expect(effects.map((one) => one.do)).toEqual(['undo', 'show-keys']);
  press('m');
  expect(press('x')).toBe(true);
  expect(done('change')).toEqual([]);
});

describe('texts', () => {
  test.each([
    [{ start: '2026-03-03', end: '2026-03-03', allDay: true }, 'Tuesday, March 3, all day'],
    [{ start: '2026-03-03', end: '2026-03-05', allDay: true }, 'Tuesday, March 3 to Thursday, March 5, all day'],
    [
      { start: '2026-03-04T03:00:00Z', end: '2026-03-04T05:00:00Z', allDay: false },
      'Tuesday, March 3, 10 PM to midnight',
    ],
    [
      { start: '2026-03-04T03:00:00Z', end: '2026-03-04T07:00:00Z', allDay: false, split: 'wood' },
      'Tuesday, March 3, 10 PM to Wednesday, March 4, 2 AM, Wood shop',
    ],
  ])('%j is %s', (slot, text) => {
    expect(slotText(slot, wording)).toBe(text);
  });

  test('a refusal says where it is and why', () => {
    const slot = { start: LASER.start, end: LASER.end, allDay: false };
    expect(outcomeText({ kind: 'not-changed', item: LASER, slot, reason: 'The place is closed then.' }, wording)).toBe(
      'Laser training is back on Tuesday, March 3, 10:30 AM to 12 PM. The place is closed then.',
    );
  });
});
