import axe from 'axe-core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { calendarPage, column, frame, item, LASER, pointOf, timeOf, until } from './calendar-page.tsx';

afterEach(() => vi.useRealTimers());

const press = (keys: string) => userEvent.keyboard(keys);
const spoken = () => document.querySelector('[data-editing] > [role="status"]')?.textContent?.trim();
const alerted = () => document.querySelector('[data-editing] > [role="alert"]')?.textContent?.trim();

async function accessible(): Promise<void> {
  const { violations } = await axe.run(document.querySelector('[data-editing]') ?? document);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

describe('by keys', () => {
  test('an item is taken, moved to another day, dropped, and keeps the focus', async () => {
    const { asked } = await calendarPage();
    item('laser')?.focus();
    await press('m');
    await expect
      .poll(spoken)
      .toMatch(/^Laser training, Tuesday, May 5, 10 AM to 12 PM\. Use the arrow keys to move it/);
    await accessible();
    await press('{ArrowRight}{ArrowDown}');
    await expect.poll(spoken).toBe('Laser training, Wednesday, May 6, 11 AM to 1 PM');
    expect(asked).toEqual([]);
    await press('{Enter}');
    await expect.poll(() => asked).toEqual(['laser 2026-05-06T15:00 to 17:00']);
    expect(column('2026-05-06')?.contains(item('laser'))).toBe(true);
    await expect.poll(() => document.activeElement).toBe(item('laser'));
    await press('{Control>}z{/Control}');
    await expect.poll(() => asked.at(-1)).toBe('undo');
    await expect.poll(() => column('2026-05-05')?.contains(item('laser'))).toBe(true);
  });

  test('to another week: the view follows, and so does the focus', async () => {
    const { asked, position } = await calendarPage();
    item('laser')?.focus();
    await press('m{PageDown}');
    await expect.poll(() => position().date).toBe('2026-05-12');
    await until(() => column('2026-05-12'));
    await press('{ArrowRight}{Enter}');
    await expect.poll(() => asked).toEqual(['laser 2026-05-13T14:00 to 16:00']);
    await expect.poll(() => document.activeElement).toBe(item('laser'));
    expect(column('2026-05-13')?.contains(item('laser'))).toBe(true);
  });

  test('Escape leaves it where it was, in the view where that is', async () => {
    const { asked, position } = await calendarPage();
    item('laser')?.focus();
    await press(' {PageDown}');
    await until(() => column('2026-05-12'));
    await press('{Escape}');
    await expect.poll(() => position().date).toBe('2026-05-05');
    await expect.poll(() => document.activeElement).toBe(item('laser'));
    expect(asked).toEqual([]);
  });

  test('between places with Alt', async () => {
    const { asked } = await calendarPage({
      items: [{ ...LASER, split: 'wood' }],
      splits: [
        { id: 'wood', label: 'Wood shop' },
        { id: 'metal', label: 'Metal shop' },
      ],
      position: { view: 'day', date: '2026-05-05' },
    });
    item('laser')?.focus();
    await press('m{Alt>}{ArrowRight}{/Alt}{Enter}');
    await expect.poll(() => asked).toEqual(['laser 2026-05-05T14:00 to 16:00 in metal']);
  });

  test('R and arrows change the end', async () => {
    const { asked } = await calendarPage();
    item('laser')?.focus();
    await press('r{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Enter}');
    await expect.poll(() => asked).toEqual(['laser 2026-05-05T14:00 to 17:05']);
  });

  test('N makes something new at the focused time, as long as arrows make it', async () => {
    const { asked } = await calendarPage();
    const slot = await until(() => document.querySelector<HTMLElement>('[data-slot]'));
    slot.focus();
    await press('n');
    await expect.poll(spoken).toMatch(/^New, Tuesday, May 5, 9 AM to 11 AM/);
    await press('{ArrowUp}{Enter}');
    await expect.poll(() => asked).toEqual(['create 2026-05-05T13:00 to 14:00']);
  });

  test('on a day of a month N makes something new, too', async () => {
    const { asked } = await calendarPage({ position: { view: 'month', date: '2026-05-14' } });
    column('2026-05-14', 'month')?.focus();
    await press('n{Enter}');
    await expect.poll(() => asked).toEqual(['create 2026-05-14T13:00 to 15:00']);
  });

  test('Delete offers to delete: Escape returns to the item, Enter deletes it and goes to the next', async () => {
    const second = { ...LASER, id: 'mill', title: 'Mill', start: '2026-05-07T14:00:00Z', end: '2026-05-07T15:00:00Z' };
    const { asked } = await calendarPage({ items: [LASER, second] });
    item('laser')?.focus();
    await press('{Delete}');
    await expect.element(page.getByRole('button', { name: 'Delete Laser training' })).toHaveFocus();
    await accessible();
    await press('{Escape}');
    await expect.poll(() => document.activeElement).toBe(item('laser'));
    expect(asked).toEqual([]);
    await press('{Delete}');
    await expect.element(page.getByRole('button', { name: 'Delete Laser training' })).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => asked).toEqual(['remove laser']);
    await expect.poll(() => document.activeElement).toBe(item('mill'));
  });

  test('impossible and refused moves are announced immediately', async () => {
    const { asked, refusal } = await calendarPage({ items: [LASER, { ...LASER, id: 'fixed', editable: false }] });
    item('fixed')?.focus();
    await press('m');
    await expect.poll(alerted).toBe('Laser training cannot be moved.');
    refusal.reason = 'Six people have signed up.';
    item('laser')?.focus();
    await press('m{ArrowRight}{Enter}');
    await expect.poll(() => asked).toHaveLength(1);
    await expect.poll(alerted).toContain('is back on Tuesday, May 5, 10 AM to 12 PM. Six people have signed up.');
    await expect.poll(() => document.activeElement).toBe(item('laser'));
  });

  test('a question mark lists the keys, as the calendar says', async () => {
    await calendarPage();
    const calendar = document.querySelector('[data-editing]');
    const hint = document.getElementById(calendar?.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('question mark');
    item('laser')?.focus();
    await press('?');
    await expect.element(page.getByRole('dialog', { name: 'Calendar keyboard shortcuts' })).toBeVisible();
    await press('{Escape}');
    await expect.poll(() => document.querySelector('dialog')).toBeNull();
    expect(document.activeElement).toBe(item('laser'));
  });

  test('without permission to change anything, the keys are those of reading', async () => {
    const { asked } = await calendarPage({ writes: {} });
    await until(() => document.querySelector('[data-editing]'));
    item('laser')?.focus();
    await press('{Delete}n');
    await press('{Enter}');
    await expect.poll(() => asked).toEqual(['open laser']);
  });
});

describe.each(['light', 'dark'])('axe in the %s theme finds nothing', (theme) => {
  const rules = { 'target-size': { enabled: true } };
  const faults = async () =>
    (await axe.run(document.body, { rules, resultTypes: ['violations'], preload: false })).violations.flatMap(
      ({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  const at = async (width: number, view: 'week' | 'month') => {
    await page.viewport(width, 800);
    document.documentElement.dataset['theme'] = theme;
    await calendarPage({
      isViewChosen: true,
      position: { view, date: '2026-05-05' },
      items: [LASER, { ...LASER, id: 'mill', title: 'Mill', color: '#b85000', conflict: 'Overlaps Laser training' }],
    });
  };
  afterEach(async () => {
    delete document.documentElement.dataset['theme'];
    await page.viewport(1280, 800);
  });

  test.each([1280, 360])('at %i px while the mouse drags, resizes and draws', async (width) => {
    await at(width, 'week');
    const laser = () => pointOf(item('laser'), 0.3, 0.4);
    const handle = () => pointOf(document.querySelector('[data-item="laser"] [data-handle="end"]'));
    for (const [from, to] of [
      [laser, () => timeOf('2026-05-06', 12)],
      [handle, () => timeOf('2026-05-05', 15)],
      [() => timeOf('2026-05-07', 10), () => timeOf('2026-05-07', 12)],
    ] as const) {
      await commands.pointer([{ to: from() }, { button: 'down' }, { to: to(), steps: 4 }]);
      await frame();
      expect(await faults()).toEqual([]);
      await press('{Escape}');
      await commands.pointer([{ button: 'up' }]);
    }
  });

  test.each([1280, 360])(
    'at %i px while keys move, resize and make, offer to delete, and are listed',
    async (width) => {
      await at(width, 'week');
      expect(await faults()).toEqual([]);
      for (const keys of ['m{ArrowRight}', 'r{ArrowDown}', '{Delete}', '?']) {
        item('laser')?.focus();
        await press(keys);
        expect(await faults(), keys).toEqual([]);
        await press('{Escape}');
      }
      document.querySelector<HTMLElement>('[data-slot]')?.focus();
      await press('n{ArrowDown}');
      expect(await faults()).toEqual([]);
    },
  );

  test.each([1280, 360])('at %i px in a month where something is moved', async (width) => {
    await at(width, 'month');
    item('laser')?.focus();
    await press('m{ArrowDown}');
    expect(await faults()).toEqual([]);
  });
});

describe('by finger', () => {
  test('scrolling neither makes nor moves anything', async () => {
    const { asked } = await calendarPage({ timeFrom: 0, timeTo: 1440 });
    const scroller = document.querySelector('[data-scroller]');
    const from = pointOf(item('laser'));
    const before = scroller?.scrollTop ?? 0;
    // However slow the machine is, a finger rests only where the test lets time pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await commands.touch([from]);
    for (const by of [20, 60, 120, 160]) await commands.touch([{ x: from.x, y: from.y - by }]);
    await expect.poll(() => (scroller?.scrollTop ?? 0) + window.scrollY).toBeGreaterThan(before);
    vi.advanceTimersByTime(500);
    await commands.touch([]);
    const free = pointOf(column('2026-05-07'), 0.5, 0.6);
    await commands.touch([{ x: free.x, y: 500 }]);
    for (const by of [20, 60]) await commands.touch([{ x: free.x, y: 500 - by }]);
    await commands.touch([]);
    expect(asked).toEqual([]);
  });

  test('what is rested on is moved', async () => {
    const { asked } = await calendarPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await commands.touch([timeOf('2026-05-05', 10.5)]);
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    for (const hour of [11, 12, 13]) await commands.touch([timeOf('2026-05-06', hour)]);
    await frame();
    await commands.touch([]);
    await expect.poll(() => asked).toEqual(['laser 2026-05-06T16:30 to 18:30']);
  });

  test('the handle changes the end without a rest', async () => {
    const { asked } = await calendarPage();
    await commands.touch([pointOf(document.querySelector('[data-handle="end"]'))]);
    for (const hour of [12.5, 13, 14]) await commands.touch([timeOf('2026-05-05', hour)]);
    await commands.touch([]);
    await expect.poll(() => asked).toEqual(['laser 2026-05-05T14:00 to 18:00']);
  });

  test('resting on a free time draws something new', async () => {
    const { asked } = await calendarPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await commands.touch([timeOf('2026-05-07', 10)]);
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    for (const hour of [10.5, 11, 11.5]) await commands.touch([timeOf('2026-05-07', hour)]);
    await frame();
    await commands.touch([]);
    await expect.poll(() => asked).toEqual(['create 2026-05-07T14:00 to 15:30']);
  });
});

test('a saved change is marked until the server has answered, and leaving the page asks', async () => {
  let answer: () => void = () => undefined;
  const question = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  await calendarPage({ writes: { change: () => question } });
  await until(() => document.querySelector('[data-editing]'));
  item('laser')?.focus();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await press('m{ArrowRight}{Enter}');
  await expect.poll(() => item('laser')?.getAttribute('aria-label')).toContain('Saving');
  await accessible();
  expect(leave()).toBe(false);
  answer();
  await expect.poll(() => item('laser')?.getAttribute('aria-label')).not.toContain('Saving');
  expect(leave()).toBe(true);
});
