import { afterEach, describe, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import {
  calendarPage,
  column,
  drag,
  frame,
  item,
  LASER,
  pointOf,
  timeOf,
  until,
  type Point,
} from './calendar-page.tsx';

/** Runs what happens within a time that passes immediately. */
function pass(time: number): void {
  vi.advanceTimersByTime(time);
}

/** A press by an event of its own, so that the clock of the page can be moved before the release. */
function press(type: string, { x, y }: Point, init: PointerEventInit = {}): void {
  const target = document.elementFromPoint(x, y) ?? document.body;
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 7,
      pointerType: 'mouse',
      clientX: x,
      clientY: y,
      ...init,
    }),
  );
}

afterEach(() => vi.useRealTimers());

describe('by mouse', () => {
  test('an item is dragged to another day and time, immediately, and is no click', async () => {
    const { asked } = await calendarPage();
    await drag(timeOf('2026-05-05', 10.5), timeOf('2026-05-06', 13), timeOf('2026-05-07', 14.5));
    await expect.poll(() => asked).toEqual(['laser 2026-05-07T18:00 to 20:00']);
    expect(column('2026-05-07')?.contains(item('laser'))).toBe(true);
    await expect.element(page.getByText(/Laser training is now on Thursday, May 7, 2 PM to 4 PM/)).toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(item('laser'));
  });

  test('the time is shown while it moves, and the views are not drawn again', async () => {
    await calendarPage();
    const drawn: MutationRecord[] = [];
    const from = timeOf('2026-05-05', 10.5);
    await commands.pointer([{ to: from }, { button: 'down' }, { to: { x: from.x, y: from.y + 20 } }]);
    await frame();
    const observer = new MutationObserver((records) => drawn.push(...records));
    observer.observe(document.querySelector('[role="grid"]') ?? document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    await commands.pointer([{ to: timeOf('2026-05-06', 12.5), steps: 8 }]);
    await frame();
    expect(document.body.textContent).toContain('12 PM to 2 PM');
    expect(drawn).toEqual([]);
    observer.disconnect();
    await userEvent.keyboard('{Escape}');
    expect(document.body.textContent).not.toContain('12 PM to 2 PM');
    await commands.pointer([{ button: 'up' }]);
    expect(column('2026-05-05')?.contains(item('laser'))).toBe(true);
  });

  test('its end is dragged by the handle, over days too', async () => {
    const { asked } = await calendarPage();
    const handle = () => pointOf(document.querySelector('[data-handle="end"]'));
    await drag(handle(), timeOf('2026-05-05', 13));
    await expect.poll(() => asked).toEqual(['laser 2026-05-05T14:00 to 17:00']);
    await drag(handle(), timeOf('2026-05-06', 11));
    await expect.poll(() => asked.at(-1)).toBe('laser 2026-05-05T14:00 to 15:00');
    await expect.poll(() => document.querySelectorAll('[data-item="laser"]').length).toBe(2);
  });

  test('something new is drawn over free time', async () => {
    const { asked } = await calendarPage();
    await drag(timeOf('2026-05-06', 12), timeOf('2026-05-06', 10.5));
    await expect.poll(() => asked).toEqual(['create 2026-05-06T14:30 to 16:00']);
    await expect.element(page.getByRole('button', { name: /Made/ })).toBeInTheDocument();
  });

  test('between places it gets the other place', async () => {
    const splits = [
      { id: 'wood', label: 'Wood shop' },
      { id: 'metal', label: 'Metal shop' },
    ];
    const { asked } = await calendarPage({
      items: [{ ...LASER, split: 'wood' }],
      splits,
      position: { view: 'day', date: '2026-05-05' },
    });
    await drag(timeOf('2026-05-05', 10.5, 'wood'), timeOf('2026-05-05', 10.5, 'metal'));
    await expect.poll(() => asked).toEqual(['laser 2026-05-05T14:00 to 16:00 in metal']);
    await expect.element(page.getByText(/10 AM to 12 PM, Metal shop/)).toBeInTheDocument();
  });

  test('in a month it moves by days, over the change of clocks at the same time of day', async () => {
    const { asked } = await calendarPage({
      items: [{ ...LASER, start: '2026-03-07T15:00:00Z', end: '2026-03-07T17:00:00Z' }],
      position: { view: 'month', date: '2026-03-07' },
    });
    await drag(pointOf(item('laser')), pointOf(column('2026-03-08', 'month')));
    await expect.poll(() => asked).toEqual(['laser 2026-03-08T14:00 to 16:00']);
  });

  test('on a Sunday of 25 hours it lands where it is dropped', async () => {
    const { asked } = await calendarPage({
      items: [{ ...LASER, start: '2026-11-02T15:00:00Z', end: '2026-11-02T17:00:00Z' }],
      position: { view: 'week', date: '2026-11-01' },
      timeFrom: 0,
      timeTo: 1440,
    });
    const sunday = column('2026-11-01');
    item('laser')?.scrollIntoView({ block: 'center' });
    const from = pointOf(item('laser'), 0.5, 0.25);
    await drag(from, { ...from, x: pointOf(sunday).x });
    await expect.poll(() => asked).toEqual(['laser 2026-11-01T15:00 to 17:00']);
  });

  test('what is refused returns and says why', async () => {
    const { asked, refusal } = await calendarPage();
    refusal.reason = 'The place is closed then.';
    await drag(timeOf('2026-05-05', 10.5), timeOf('2026-05-07', 14.5));
    await expect.poll(() => asked).toHaveLength(1);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Laser training is back on Tuesday, May 5, 10 AM to 12 PM. The place is closed then.');
    expect(column('2026-05-05')?.contains(item('laser'))).toBe(true);
  });

  test('an undo takes it back', async () => {
    const { asked } = await calendarPage();
    await drag(timeOf('2026-05-05', 10.5), timeOf('2026-05-07', 14.5));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => asked.at(-1)).toBe('undo');
    await expect.poll(() => column('2026-05-05')?.contains(item('laser'))).toBe(true);
    await expect.element(page.getByText('The change to Laser training was undone.')).toBeInTheDocument();
  });

  test('800 ms over an arrow it goes to the next week; dropped outside, the view returns', async () => {
    const { asked, position } = await calendarPage();
    const from = timeOf('2026-05-05', 10.5);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    press('pointerdown', from);
    press('pointermove', { x: from.x, y: from.y + 30 });
    const next = pointOf(page.getByRole('button', { name: 'Next week' }).element());
    press('pointermove', next);
    await frame();
    await frame();
    pass(800);
    vi.useRealTimers();
    await expect.poll(() => position().date).toBe('2026-05-10');
    press('pointerup', next);
    await expect.poll(() => position().date).toBe('2026-05-05');
    expect(asked).toEqual([]);
  });

  test('2000 ms over a day of a month it goes into it', async () => {
    const { position } = await calendarPage({ position: { view: 'month', date: '2026-05-05' } });
    const from = pointOf(item('laser'));
    // A week takes pointers once the browser has found it to be in the window.
    await until(() => document.elementFromPoint(from.x, from.y)?.closest('[data-item]'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    press('pointerdown', from);
    press('pointermove', pointOf(column('2026-05-14', 'month')));
    await frame();
    await frame();
    pass(2000);
    vi.useRealTimers();
    await until(() => column('2026-05-14'));
    expect(position()).toEqual({ view: 'week', date: '2026-05-14' });
    press('pointerup', { x: 1, y: 1 });
    await expect.poll(position).toEqual({ view: 'month', date: '2026-05-05' });
  });
});

describe('press and hold', () => {
  async function held(at: Point) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    press('pointerdown', at);
    pass(1200);
    vi.useRealTimers();
    await frame();
  }

  test('shows a delete button; the release neither deletes nor opens; the button deletes, an undo brings it back', async () => {
    const { asked } = await calendarPage();
    const at = timeOf('2026-05-05', 10.5);
    await held(at);
    const button = page.getByRole('button', { name: 'Delete Laser training' });
    await expect.element(button).toBeVisible();
    press('pointerup', at);
    item('laser')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(asked).toEqual([]);
    await button.click();
    await expect.poll(() => asked).toEqual(['remove laser']);
    await expect.poll(() => item('laser')).toBeNull();
    await expect.element(page.getByText('Laser training was deleted.')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => item('laser')).not.toBeNull();
  });

  test('Escape and a press elsewhere hide it', async () => {
    const { asked } = await calendarPage();
    const at = timeOf('2026-05-05', 10.5);
    const button = () => document.querySelector('[aria-label="Delete Laser training"]');
    await held(at);
    await until(button);
    press('pointerup', at);
    await userEvent.keyboard('{Escape}');
    await expect.poll(button).toBeNull();
    await held(at);
    await until(button);
    press('pointerup', at);
    press('pointerdown', timeOf('2026-05-07', 10.5));
    press('pointerup', timeOf('2026-05-07', 10.5));
    await expect.poll(button).toBeNull();
    expect(asked).toEqual([]);
  });

  test('on a free day of a month makes two hours', async () => {
    const { asked } = await calendarPage({ position: { view: 'month', date: '2026-05-05' } });
    await held(pointOf(column('2026-05-14', 'month')));
    await expect.poll(() => asked).toEqual(['create 2026-05-14T13:00 to 15:00']);
    press('pointerup', pointOf(column('2026-05-14', 'month')));
  });
});
