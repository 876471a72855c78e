import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PAUSE } from '../../src/ui/reader/keyReader.ts';
import { listenToReader, useCardReader } from '../../src/ui/reader/useCardReader.ts';
import { WEDGES, wedgeKeys } from '../factories/wedge-reader.ts';

const CARD = '0012345678901234';

function Page({ isActive = true, ignoresFields = false }: { isActive?: boolean; ignoresFields?: boolean }) {
  const [read, setRead] = useState<string[]>([]);
  const [presses, setPresses] = useState(0);
  const [text, setText] = useState('Ada');
  useCardReader({ onRead: (card) => setRead((before) => [...before, card]), isActive, ignoresFields });
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setPresses((before) => before + 1)}>
        Pressed {presses}
      </button>
      <output>{read.length}</output>
    </form>
  );
}

let speed = 5;
beforeEach(() => {
  speed = 5;
  let at = performance.now();
  const times = new WeakMap<Event, number>();
  // The machine's own speed must not matter.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(function time(this: Event) {
    if (!times.has(this)) times.set(this, (at += speed));
    return times.get(this) ?? 0;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pause = () => vi.advanceTimersByTimeAsync(PAUSE);

/** Keys in the page itself: the first one lands in the focused field, as those of a keyboard do. */
const swipe = async (name: keyof typeof WEDGES): Promise<void> => {
  const wedge = WEDGES[name];
  if (wedge === undefined) throw new Error(`No reader "${name}"`);
  const keys = wedgeKeys(wedge, CARD).map((key) => (key.length === 1 ? key : `{${key}}`));
  await userEvent.keyboard(keys.join(''));
  await pause();
};
const reads = page.getByRole('status');
const name = page.getByLabelText('Name');

test('a swipe leaves a focused field as it was', async () => {
  await render(<Page />);
  await name.click();
  await swipe('plain number, Enter');
  await expect.element(reads).toHaveTextContent('1');
  await expect.element(name).toHaveValue('Ada');
  await expect.element(name).toHaveFocus();
});

test('a swipe ended by Tab moves no focus', async () => {
  await render(<Page />);
  await name.click();
  await swipe('track 3, ended by Tab');
  await expect.element(reads).toHaveTextContent('1');
  await expect.element(name).toHaveFocus();
});

test('a swipe without an end is read after a pause, and presses no button', async () => {
  await render(<Page />);
  await expect.element(page.getByRole('button')).toHaveTextContent('Pressed 0');
  (page.getByRole('button').element() as HTMLElement).focus();
  await swipe('plain number without an end');
  await expect.element(reads).toHaveTextContent('1');
  await swipe('plain number, Enter');
  await expect.element(page.getByRole('button')).toHaveTextContent('Pressed 0');
});

test('fast fingers write what they write', async () => {
  await render(<Page />);
  await name.click();
  await userEvent.keyboard('{End} By');
  speed = 80;
  await userEvent.keyboard('ro');
  speed = 5;
  await userEvent.keyboard('n s');
  await pause();
  await expect.element(name).toHaveValue('Ada Byron s');
  await expect.element(reads).toHaveTextContent('0');
});

test('a paused reader reads nothing, and fields keep what is typed into them where they are ignored', async () => {
  const { rerender } = await render(<Page isActive={false} />);
  await name.fill('');
  await swipe('plain number, Enter');
  await expect.element(name).toHaveValue(CARD);
  await rerender(<Page ignoresFields />);
  await name.fill('');
  await swipe('plain number, Enter');
  await expect.element(name).toHaveValue(CARD);
  await expect.element(reads).toHaveTextContent('0');
});

test('ten thousand swipes leave one timer', () => {
  let count = 0;
  const stop = listenToReader(() => count++, false);
  const listened = vi.spyOn(window, 'addEventListener');
  const cards = ['0012345678901234', '0099345678901234'];
  for (let swipe = 0; swipe < 10_000; swipe++)
    for (const key of [...(cards[swipe % 2] ?? ''), 'Enter'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  expect(count).toBe(10_000);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  expect(listened).not.toHaveBeenCalled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
