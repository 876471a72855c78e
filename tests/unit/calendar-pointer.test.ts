import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell, Effect, GestureContext } from '../../src/calendar/gestures/context.ts';
import { localDays } from '../../src/calendar/gestures/localDays.ts';
import { allowedFor } from '../../src/calendar/gestures/permissions.ts';
import type { Hit } from '../../src/calendar/gestures/pointed.ts';
import { stepPointer } from '../../src/calendar/gestures/pointerMachine.ts';
import { AT_REST, ownsTouch, type PointerState, type PointerStep } from '../../src/calendar/gestures/pointerState.ts';
import type { CalendarItem, CalendarWrites } from '../../src/calendar/layout/types.ts';

const days = localDays('America/New_York');
const writes: CalendarWrites = { create: async () => null, change: async () => null, remove: async () => null };

const LASER: CalendarItem = { id: 'laser', title: 'Laser', start: '2026-05-05T14:00:00Z', end: '2026-05-05T16:00:00Z' };
const CAMP: CalendarItem = { id: 'camp', title: 'Camp', start: '2026-05-05T14:00:00Z', end: '2026-05-07T16:00:00Z' };
const CLOSED: CalendarItem = { ...LASER, id: 'closed', background: true };

/** A calendar under a hand: 40 px an hour, days 100 px wide from May 3; time passes by `wait`. */
function calendar(options: Partial<GestureContext> & { items?: CalendarItem[]; writes?: CalendarWrites } = {}) {
  const { items = [LASER, CAMP, CLOSED], writes: mayWrite = writes, ...rest } = options;
  const context: GestureContext = {
    position: { view: 'week', date: '2026-05-05' },
    days,
    snapToTime: 15,
    timeStep: 60,
    splits: [],
    canCreate: true,
    item: (id) => items.find((item) => item.id === id),
    allowed: (item) => allowedFor(item, mayWrite, days),
    isOpen: () => true,
    isShown: () => true,
    firstMinute: () => 540,
    ...rest,
  };
  let state: PointerState = AT_REST;
  let at = 0;
  const timers = new Map<string, number>();
  const effects: Effect[] = [];
  const step = (one: PointerStep) => {
    const next = stepPointer(state, one, context);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.do === 'wait') timers.set(effect.timer, at + effect.for);
      else if (effect.do === 'stop') timers.delete(effect.timer);
      else if (effect.do !== 'capture') effects.push(effect);
    }
  };
  const cellAt = (x: number, y: number): Cell => {
    const day = `2026-05-0${3 + Math.floor(x / 100)}`;
    if (context.position.view === 'month') return { day, area: 'month' };
    return { day, area: 'time', instant: days.at(day, (y / 40) * 60) };
  };
  const hitAt = (x: number, y: number, hit: Hit = {}): Hit => ({ cell: cellAt(x, y), ...hit });
  return {
    context,
    effects,
    done: (name: Effect['do']) => effects.filter((effect) => effect.do === name),
    state: () => state,
    step,
    down: (x: number, y: number, hit?: Hit, touch = false, pointer = 1) =>
      step({ type: 'down', pointer, touch, x, y, hit: hitAt(x, y, hit) }),
    move: (x: number, y: number, hit?: Hit) => step({ type: 'move', pointer: 1, x, y, hit: hitAt(x, y, hit) }),
    up: (x: number, y: number, hit?: Hit) => step({ type: 'up', pointer: 1, x, y, hit: hitAt(x, y, hit) }),
    wait(time: number) {
      at += time;
      for (const [timer, due] of [...timers])
        if (due <= at && timers.get(timer) === due) {
          timers.delete(timer);
          step({ type: 'timer', timer: timer as 'hold' });
        }
    },
    timers,
  };
}

const on = (item: string): Hit => ({ item });

describe('press and hold', () => {
  test('shows the delete button after 1200 ms, not before, and is no click', () => {
    const hand = calendar();
    hand.down(250, 450, on('laser'));
    hand.wait(1199);
    expect(hand.done('offer-delete')).toEqual([]);
    hand.wait(1);
    expect(hand.done('offer-delete')).toEqual([{ do: 'offer-delete', item: 'laser', takesFocus: false }]);
    hand.up(250, 450, on('laser'));
    expect(hand.done('swallow-click')).toHaveLength(1);
    expect(hand.state().deleting).toBe('laser');
  });

  test('released early, it is a click', () => {
    const hand = calendar();
    hand.down(250, 450, on('laser'));
    hand.wait(1000);
    hand.up(250, 450, on('laser'));
    hand.wait(1000);
    expect(hand.effects.filter(({ do: name }) => name !== 'preview')).toEqual([]);
  });

  test.each([
    ['Escape', (hand: ReturnType<typeof calendar>) => hand.step({ type: 'cancel' })],
    ['a release elsewhere', (hand: ReturnType<typeof calendar>) => hand.up(450, 450)],
    ['the start of a drag', (hand: ReturnType<typeof calendar>) => hand.move(250, 480)],
  ])('%s hides the button', (_name, act) => {
    const hand = calendar();
    hand.down(250, 450, on('laser'));
    hand.wait(1200);
    act(hand);
    expect(hand.done('offer-delete').at(-1)).toMatchObject({ item: null });
    expect(hand.state().deleting).toBeNull();
  });

  test('a press elsewhere hides it later, too', () => {
    const hand = calendar();
    hand.down(250, 450, on('laser'));
    hand.wait(1200);
    hand.up(250, 450, on('laser'));
    hand.down(450, 100);
    expect(hand.done('offer-delete').at(-1)).toMatchObject({ item: null });
  });

  test('permission is requested again', () => {
    const items = [LASER];
    const hand = calendar({ items });
    hand.down(250, 450, on('laser'));
    items[0] = { ...LASER, deletable: false };
    hand.wait(1200);
    expect(hand.done('offer-delete')).toEqual([]);
  });

  test('background items have it, and are not dragged', () => {
    const hand = calendar();
    hand.down(250, 450, on('closed'));
    hand.move(350, 450);
    hand.up(350, 450);
    expect(hand.done('change')).toEqual([]);
    hand.down(250, 450, on('closed'));
    hand.wait(1200);
    expect(hand.done('offer-delete')).toHaveLength(1);
  });
});

describe('dragging', () => {
  test('moves by day and time, rounded to the nearest step, as long as it was', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'));
    hand.move(350, 477);
    hand.up(350, 477);
    expect(hand.done('change')).toEqual([
      {
        do: 'change',
        item: 'laser',
        slot: { start: '2026-05-06T15:30:00.000Z', end: '2026-05-06T17:30:00.000Z', allDay: false },
      },
    ]);
    expect(hand.done('swallow-click')).toHaveLength(1);
  });

  test('to another day keeps a time that no step has', () => {
    const odd = { ...LASER, start: '2026-05-05T14:10:00Z' };
    const hand = calendar({ items: [odd] });
    hand.down(250, 420, on('laser'));
    hand.move(350, 421);
    hand.up(350, 421);
    expect(hand.done('change')).toMatchObject([{ slot: { start: '2026-05-06T14:10:00.000Z' } }]);
  });

  test('in a month moves days at the same time of day', () => {
    const hand = calendar({ position: { view: 'month', date: '2026-05-05' } });
    hand.down(250, 420, on('laser'));
    hand.move(450, 20);
    hand.up(450, 20);
    expect(hand.done('change')).toMatchObject([{ slot: { start: '2026-05-07T14:00:00.000Z' } }]);
  });

  test('into another column sets it', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'));
    const cell: Cell = { day: '2026-05-05', area: 'time', split: 'wood', instant: Date.parse('2026-05-05T14:30:00Z') };
    hand.move(260, 420, { cell });
    hand.up(260, 420, { cell });
    expect(hand.done('change')).toMatchObject([{ slot: { split: 'wood', start: '2026-05-05T14:00:00.000Z' } }]);
  });

  test('what lasts several days stays', () => {
    const hand = calendar();
    hand.down(250, 450, on('camp'));
    hand.move(350, 450);
    hand.up(350, 450);
    expect(hand.done('change')).toEqual([]);
  });

  test('outside, on a closed day and where nothing has changed there is no change', () => {
    const hand = calendar({ isOpen: (date) => date !== '2026-05-06' });
    for (const [x, hit] of [
      [350, undefined],
      [550, { cell: undefined } as unknown as Hit],
      [250, undefined],
    ] as const) {
      hand.down(250, 420, on('laser'));
      hand.move(300, 430);
      hand.up(x, 420, hit);
    }
    expect(hand.done('change')).toEqual([]);
  });

  test('800 ms over an arrow navigates, again and again; a drop outside returns', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'));
    hand.move(10, 10, { control: 'next', cell: undefined as never });
    hand.wait(799);
    expect(hand.done('navigate')).toEqual([]);
    hand.wait(1);
    hand.wait(800);
    expect(hand.done('navigate')).toEqual([
      { do: 'navigate', control: 'next' },
      { do: 'navigate', control: 'next' },
    ]);
    hand.context.position = { view: 'week', date: '2026-05-19' };
    hand.up(10, 10, { control: 'next', cell: undefined as never });
    expect(hand.done('go')).toEqual([{ do: 'go', position: { view: 'week', date: '2026-05-05' } }]);
    expect(hand.timers.size).toBe(0);
  });

  test('800 ms over a view goes there once; leaving earlier does not', () => {
    const hand = calendar();
    const view: Hit = { control: 'view:month', cell: undefined as never };
    hand.down(250, 420, on('laser'));
    hand.move(10, 10, view);
    hand.wait(700);
    hand.move(250, 500);
    hand.wait(700);
    expect(hand.done('navigate')).toEqual([]);
    hand.move(10, 10, view);
    hand.wait(800);
    hand.wait(800);
    expect(hand.done('navigate')).toHaveLength(1);
  });

  test('2000 ms over a day of a month go into it', () => {
    const hand = calendar({ position: { view: 'month', date: '2026-05-05' } });
    hand.down(250, 420, on('laser'));
    hand.move(450, 20);
    hand.wait(1999);
    expect(hand.done('drill')).toEqual([]);
    hand.wait(1);
    expect(hand.done('drill')).toEqual([{ do: 'drill', day: '2026-05-07' }]);
  });

  test('a removed item, and a permission that was taken away, end it without a change', () => {
    const items = [LASER];
    const hand = calendar({ items });
    hand.down(250, 420, on('laser'));
    hand.move(350, 420);
    items[0] = { ...LASER, draggable: false };
    hand.up(350, 420);
    items.pop();
    expect(hand.done('change')).toEqual([]);
    expect(hand.state()).toEqual(AT_REST);
  });
});

describe('resizing', () => {
  const handle: Hit = { item: 'laser', handle: true };

  test('rounds, reaches another day, and is a change only if the end is another', () => {
    const hand = calendar();
    hand.down(250, 480, handle);
    hand.move(250, 483);
    hand.up(250, 483);
    expect(hand.done('change')).toEqual([]);
    hand.down(250, 480, handle);
    hand.up(350, 517);
    expect(hand.done('change')).toMatchObject([
      { slot: { start: '2026-05-05T14:00:00.000Z', end: '2026-05-06T17:00:00.000Z' } },
    ]);
  });

  test('leaves a minute', () => {
    const hand = calendar();
    hand.down(250, 480, handle);
    hand.up(250, 20);
    expect(hand.done('change')).toMatchObject([{ slot: { end: '2026-05-05T14:01:00.000Z' } }]);
  });

  test('is not for a month, and is for what lasts several days', () => {
    const month = calendar({ position: { view: 'month', date: '2026-05-05' } });
    month.down(250, 480, handle);
    expect(month.state().gesture.phase).not.toBe('resizing');
    const hand = calendar();
    hand.down(450, 480, { item: 'camp', handle: true });
    hand.up(450, 600);
    expect(hand.done('change')).toMatchObject([{ item: 'camp', slot: { end: '2026-05-07T19:00:00.000Z' } }]);
  });
});

describe('making something new', () => {
  test('needs 15 px of height, is rounded, and swaps upward', () => {
    const hand = calendar();
    hand.down(250, 400);
    hand.move(290, 414);
    expect(hand.done('preview')).toEqual([]);
    hand.up(290, 414);
    expect(hand.done('create')).toEqual([]);
    hand.down(250, 400);
    hand.move(250, 385);
    hand.move(250, 358);
    hand.up(250, 358);
    expect(hand.done('create')).toEqual([
      { do: 'create', slot: { start: '2026-05-05T13:00:00.000Z', end: '2026-05-05T14:00:00.000Z', allDay: false } },
    ]);
  });

  test('begins with a minute and stays in its day', () => {
    const hand = calendar({ snapToTime: 60 });
    hand.down(250, 400);
    hand.move(250, 415);
    expect(hand.done('preview')).toMatchObject([{ preview: { slot: { end: '2026-05-05T14:01:00.000Z' } } }]);
    hand.up(650, 480);
    expect(hand.done('create')).toMatchObject([{ slot: { end: '2026-05-05T16:00:00.000Z' } }]);
  });

  test('by holding: two hours in a month; in a week only where dragging does not', () => {
    const month = calendar({ position: { view: 'month', date: '2026-05-05' } });
    month.down(250, 400);
    month.wait(1200);
    month.up(250, 400);
    expect(month.done('create')).toEqual([
      { do: 'create', slot: { start: '2026-05-05T13:00:00.000Z', end: '2026-05-05T15:00:00.000Z', allDay: false } },
    ]);
    const week = calendar();
    week.down(250, 400);
    week.wait(1200);
    week.up(250, 400);
    expect(week.done('create')).toEqual([]);
  });

  test('requires permission', () => {
    const hand = calendar({ canCreate: false });
    hand.down(250, 400);
    hand.move(250, 500);
    hand.up(250, 500);
    expect(hand.effects).toEqual([]);
  });
});

describe('a finger', () => {
  test('that scrolls neither makes nor drags anything', () => {
    for (const hit of [{}, on('laser')]) {
      const hand = calendar();
      hand.down(250, 420, hit, true);
      hand.move(250, 440);
      expect(ownsTouch(hand.state())).toBe(false);
      hand.wait(2000);
      hand.move(250, 520);
      hand.up(250, 520);
      expect([...hand.done('create'), ...hand.done('change'), ...hand.done('offer-delete')]).toEqual([]);
    }
  });

  test('that has travelled 30 px is no click', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'), true);
    hand.move(281, 420);
    expect(hand.done('swallow-click')).toHaveLength(1);
  });

  test('that rests takes the item; draws where it is free; the handle follows immediately', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'), true);
    hand.wait(500);
    expect(ownsTouch(hand.state())).toBe(true);
    hand.move(350, 420);
    hand.up(350, 420);
    expect(hand.done('change')).toHaveLength(1);
    hand.down(450, 100, {}, true);
    hand.wait(500);
    hand.move(450, 180);
    hand.up(450, 180);
    expect(hand.done('create')).toHaveLength(1);
    hand.down(250, 480, { item: 'laser', handle: true }, true);
    expect(ownsTouch(hand.state())).toBe(true);
  });

  test('beside another zooms the page', () => {
    const hand = calendar();
    hand.down(250, 420, on('laser'), true);
    hand.down(300, 420, on('laser'), true, 2);
    hand.wait(2000);
    hand.move(250, 500);
    expect([...hand.done('offer-delete'), ...hand.done('change')]).toEqual([]);
    expect(hand.timers.size).toBe(0);
  });
});

test('for all gestures, nothing is changed before a release, and nothing stays after a cancel', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 690 }), y: fc.integer({ min: 0, max: 960 }) });
  const hits = fc.constantFrom<Hit>(
    {},
    on('laser'),
    on('camp'),
    on('closed'),
    { item: 'laser', handle: true },
    {
      control: 'next',
      cell: undefined as never,
    },
  );
  const steps = fc.array(
    fc.oneof(
      fc.record({ act: fc.constantFrom('down', 'touch', 'move', 'move', 'up'), place, hit: hits }),
      fc.record({ act: fc.constant('wait'), time: fc.integer({ min: 1, max: 2500 }) }),
      fc.record({ act: fc.constant('cancel') }),
    ),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom('week' as const, 'month' as const), (list, view) => {
      const hand = calendar({ position: { view, date: '2026-05-05' } });
      for (const one of list) {
        const before = hand.done('change').length;
        if ('place' in one) {
          const { x, y } = one.place;
          if (one.act === 'down' || one.act === 'touch') hand.down(x, y, one.hit, one.act === 'touch');
          else if (one.act === 'move') hand.move(x, y, one.hit);
          else hand.up(x, y, one.hit);
        } else if ('time' in one) hand.wait(one.time);
        else hand.step({ type: 'cancel' });
        if (one.act !== 'up') expect(hand.done('change')).toHaveLength(before);
      }
      hand.step({ type: 'cancel' });
      expect(hand.state()).toEqual(AT_REST);
      expect(hand.timers.size).toBe(0);
      const last = hand.done('preview').at(-1);
      expect(last === undefined || (last.do === 'preview' && last.preview === null)).toBe(true);
      for (const effect of [...hand.done('create'), ...hand.done('change')])
        if ('slot' in effect) expect(Date.parse(effect.slot.end)).toBeGreaterThan(Date.parse(effect.slot.start));
    }),
    { numRuns: 400 },
  );
});
