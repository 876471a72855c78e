import { describe, expect, test } from 'vitest';
import { Edits, type Outcome } from '../../src/calendar/gestures/edits.ts';
import { localDays } from '../../src/calendar/gestures/localDays.ts';
import type { CalendarItem, CalendarSlot, CalendarWrites, Undo } from '../../src/calendar/layout/types.ts';

const days = localDays('America/New_York');
const at = (hour: number): CalendarSlot => ({
  start: `2026-05-05T${hour}:00:00.000Z`,
  end: `2026-05-05T${hour + 1}:00:00.000Z`,
  allDay: false,
});
const LASER: CalendarItem = { id: 'laser', title: 'Laser', start: '2026-05-05T14:00:00Z', end: '2026-05-05T15:00:00Z' };

/** A server whose answers are given by hand, in the order of the questions. */
function server() {
  const requested: { what: string; answer: (undo: Undo | null) => void; refuse: (reason: string) => void }[] = [];
  const ask = (what: string) =>
    new Promise<Undo | null>((answer, reject) => {
      requested.push({ what, answer, refuse: (reason) => reject(new Error(reason)) });
    });
  const writes: CalendarWrites = {
    create: (slot) => ask(`create ${slot.start.slice(11, 13)}`),
    change: (item, to) => ask(`${item.id} ${item.start.slice(11, 13)} to ${to.start.slice(11, 13)}`),
    remove: (item) => ask(`remove ${item.id}`),
  };
  const state = { isOnline: true, now: 0 };
  const outcomes: Outcome[] = [];
  const undos: (() => void)[] = [];
  const edits = new Edits({
    writes: () => writes,
    days: () => days,
    isOnline: () => state.isOnline,
    now: () => state.now,
    report: (outcome, undo) => {
      outcomes.push(outcome);
      if (undo) undos.push(undo);
    },
  });
  const hours = (items: readonly CalendarItem[]) =>
    edits.shown(items).map((item) => `${item.id} ${item.start.slice(11, 13)}${item.saving === true ? ' saving' : ''}`);
  const undone: Undo = () => Promise.resolve();
  return { asked: requested, edits, outcomes, undos, hours, state, undone };
}

/** What has been answered is dealt with. */
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('a change', () => {
  test('shows immediately, is marked until it is stored, and stays until the items have it', async () => {
    const { asked, edits, hours, outcomes, undone } = server();
    void edits.change(LASER, at(18));
    expect(hours([LASER])).toEqual(['laser 18 saving']);
    expect(edits.isSaving()).toBe(true);
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(edits.isSaving()).toBe(false);
    expect(hours([LASER])).toEqual(['laser 18']);
    expect(outcomes).toMatchObject([{ kind: 'changed', slot: at(18) }]);
    const refreshed = { ...LASER, ...at(18), title: 'Laser 2' };
    edits.settle([refreshed]);
    expect(edits.shown([refreshed])).toEqual([refreshed]);
    expect(edits.shown([LASER])).toEqual([LASER]);
  });

  test('that is refused returns with the reason', async () => {
    const { asked, edits, hours, outcomes } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.refuse('The place is closed then.');
    await settled();
    expect(hours([LASER])).toEqual(['laser 14']);
    expect(outcomes).toMatchObject([{ kind: 'not-changed', reason: 'The place is closed then.', slot: at(14) }]);
  });

  test('that is left without saving returns without a word', async () => {
    const { asked, edits, hours, outcomes } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.answer(null);
    await settled();
    expect(hours([LASER])).toEqual(['laser 14']);
    expect(outcomes).toEqual([]);
  });

  test('follows the one before it, from where that came to lie', async () => {
    const { asked, edits, hours, undone } = server();
    void edits.change(LASER, at(18));
    void edits.change({ ...LASER, ...at(18) }, at(20));
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(['laser 14 to 18']);
    expect(hours([LASER])).toEqual(['laser 20 saving']);
    asked[0]?.refuse('Closed.');
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(['laser 14 to 18', 'laser 14 to 20']);
    expect(hours([LASER])).toEqual(['laser 20 saving']);
    asked[1]?.answer(undone);
    await settled();
    expect(hours([LASER])).toEqual(['laser 20']);
  });

  test('gives way to what someone else has made of it, but not to an answer from before', async () => {
    const { asked, edits, hours, undone } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(hours([{ ...LASER, title: 'Laser' }])).toEqual(['laser 18']);
    expect(hours([{ ...LASER, ...at(12) }])).toEqual(['laser 12']);
  });

  test('of an item that is not among the items anymore is still shown, for a while', async () => {
    const { asked, edits, hours, undone, state } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(hours([])).toEqual(['laser 18']);
    state.now = 20_000;
    expect(hours([])).toEqual([]);
  });

  test('of an occurrence gives way to the item that took its place under another id', async () => {
    const { asked, edits, hours, undone } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(hours([{ ...LASER, ...at(18), id: 'laser-alone' }])).toEqual(['laser-alone 18']);
  });

  test('of an occurrence that is undone leaves its place immediately, and takes it again if that is refused', async () => {
    const { asked, edits, hours, undos } = server();
    const other: CalendarItem = { ...LASER, ...at(18), id: 'other', title: 'Sewing' };
    edits.shown([LASER, other]);
    void edits.change(LASER, at(18));
    await settled();
    const answers: { done: () => void; refuse: () => void }[] = [];
    const undo: Undo = () =>
      new Promise((done, reject) => {
        answers.push({ done: () => done(), refuse: () => reject(new Error('It has changed.')) });
      });
    asked[0]?.answer(undo);
    await settled();
    const refreshed = [{ ...LASER, ...at(18), id: 'laser-alone' }, other];
    edits.shown(refreshed);
    edits.settle(refreshed);
    undos[0]?.();
    expect(hours(refreshed)).toEqual(['other 18', 'laser 14 saving']);
    await settled();
    answers[0]?.refuse();
    await settled();
    expect(hours(refreshed)).toEqual(['laser-alone 18', 'other 18']);
    undos[0]?.();
    await settled();
    answers[1]?.done();
    await settled();
    expect(hours(refreshed)).toEqual(['other 18', 'laser 14']);
    expect(hours([LASER, other])).toEqual(['laser 14', 'other 18']);
  });

  test.each([
    ['moved occurrence', (edits: Edits) => edits.change(LASER, at(18))],
    ['new item', (edits: Edits) => edits.create(at(18))],
  ])('of a %s is drawn once when the items have it before the write resolves', async (_, write) => {
    const { asked, edits, hours, undone } = server();
    edits.shown([]);
    void write(edits);
    await settled();
    const refreshed = { ...LASER, ...at(18), id: 'laser-alone' };
    expect(hours([refreshed])).toEqual(['laser-alone 18']);
    expect(edits.isSaving()).toBe(true);
    asked[0]?.answer(undone);
    await settled();
    expect(hours([refreshed])).toEqual(['laser-alone 18']);
  });

  test('that is refused, because someone else has moved or deleted it, shows what the server has', async () => {
    const { asked, edits, hours } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.refuse('Someone has moved it.');
    await settled();
    expect(hours([{ ...LASER, ...at(20) }])).toEqual(['laser 20']);
    expect(hours([])).toEqual([]);
  });

  test('without a connection is refused and asks nothing', async () => {
    const { asked, edits, hours, outcomes, state } = server();
    state.isOnline = false;
    await edits.change(LASER, at(18));
    expect(asked).toEqual([]);
    expect(hours([LASER])).toEqual(['laser 14']);
    expect(outcomes[0]).toMatchObject({ kind: 'not-changed', reason: expect.stringContaining('no connection') });
  });

  test('that is undone shows where it was; an undo that fails says why', async () => {
    const { asked, edits, hours, outcomes, undos, undone } = server();
    void edits.change(LASER, at(18));
    await settled();
    asked[0]?.answer(undone);
    await settled();
    const refreshed = { ...LASER, ...at(18) };
    edits.settle([refreshed]);
    undos[0]?.();
    expect(hours([refreshed])).toEqual(['laser 14 saving']);
    await settled();
    expect(hours([refreshed])).toEqual(['laser 14']);
    expect(hours([LASER])).toEqual(['laser 14']);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'undone' });

    void edits.change({ ...LASER }, at(19));
    await settled();
    asked[1]?.answer(() => Promise.reject(new Error('Someone has changed it since.')));
    await settled();
    undos[1]?.();
    await settled();
    expect(outcomes.at(-1)).toMatchObject({ kind: 'not-undone', reason: 'Someone has changed it since.' });
    expect(hours([LASER])).toEqual(['laser 19']);
  });
});

describe('a deletion', () => {
  test('hides the item, which an undo brings back', async () => {
    const { asked, edits, hours, undos, undone } = server();
    void edits.remove(LASER);
    expect(hours([LASER])).toEqual([]);
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(hours([LASER])).toEqual([]);
    edits.settle([]);
    undos[0]?.();
    expect(hours([])).toEqual(['laser 14 saving']);
    await settled();
    expect(hours([])).toEqual(['laser 14']);
    expect(hours([LASER])).toEqual(['laser 14']);
  });

  test('that is refused shows it again', async () => {
    const { asked, edits, hours } = server();
    void edits.remove(LASER);
    await settled();
    asked[0]?.refuse('Six people have signed up.');
    await settled();
    expect(hours([LASER])).toEqual(['laser 14']);
  });
});

describe('something new', () => {
  test('shows during the request, and until the items have it', async () => {
    const { asked, edits, hours, undone } = server();
    hours([LASER]);
    void edits.create(at(18));
    expect(hours([LASER])).toEqual(['laser 14', 'new:1 18 saving']);
    await settled();
    asked[0]?.answer(undone);
    await settled();
    expect(hours([LASER])).toEqual(['laser 14', 'new:1 18']);
    expect(hours([LASER, { ...LASER, id: '7', ...at(18) }])).toEqual(['laser 14', '7 18']);
  });

  test('gives way to the item that its form has put elsewhere', async () => {
    const { asked, edits, hours, undone } = server();
    hours([LASER]);
    void edits.create(at(18));
    await settled();
    const made = { ...LASER, id: '7', ...at(20) };
    asked[0]?.answer(undone);
    await settled();
    expect(hours([LASER, made])).toEqual(['laser 14', '7 20']);
  });

  test('goes when its form is left, when it is refused and when it is undone', async () => {
    const { asked, edits, hours, undos, undone } = server();
    for (const answer of [
      () => asked[0]?.answer(null),
      () => asked[1]?.refuse('Closed.'),
      () => asked[2]?.answer(undone),
    ]) {
      void edits.create(at(18));
      await settled();
      answer();
      await settled();
    }
    expect(hours([])).toEqual(['new:3 18']);
    undos[0]?.();
    await settled();
    expect(hours([])).toEqual([]);
  });
});
