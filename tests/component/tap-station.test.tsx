import axe from 'axe-core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TapAnswer, TapStation } from '../../domain/calls/taps.ts';
import { Screen } from '../../src/portal/tap/TapScreen.tsx';
import { TapDesk } from '../../src/portal/tap/tapDesk.ts';
import { deleteSealedQueue, SealedQueue } from '../../src/ui/sealedQueue.ts';
import { WEDGES, wedgeKeys } from '../factories/wedge-reader.ts';
import { swipe, swipeCard } from './swipe.ts';
import { countListeners } from './count-listeners.ts';
import { answerApi, listOf, type Answers } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';

const CARD = '6001234500000017';
const STATION: TapStation = { center: { id: 7, name: 'Makeshop' }, isPaired: true, waivers: [] };
const DEVICE = { id: 1, name: 'Door', kind: 'tapStation', center: { id: 7, name: 'Makeshop', locationId: null } };
const NOTHING = { firstName: null, machines: [], event: null, waivers: [] };
const ARRIVED: TapAnswer = {
  ...NOTHING,
  outcome: 'arrived',
  firstName: 'Ada',
  words: 'You are signed in.',
  machines: [
    { id: 1, name: 'Laser cutter', isAllowed: true, state: 'available', missing: [] },
    { id: 2, name: 'Mill', isAllowed: false, state: 'available', missing: ['Mill training'] },
    { id: 3, name: 'Plotter', isAllowed: true, state: 'outOfOrder', missing: [] },
  ],
  event: { title: 'Laser basics', start: '2027-03-09T10:30:00-07:00', isCheckedIn: true, words: 'You are checked in.' },
};
const UNKNOWN: TapAnswer = { ...NOTHING, outcome: 'unknown', words: 'This card is not known here.' };
const BLOCKED: TapAnswer = { ...NOTHING, outcome: 'seeStaff', words: 'Please see the staff before you go in.' };
const WAIVER = { id: 3, title: 'Safety', html: '<p>Wear goggles.</p>', edition: 2, isRequired: true };
const UNSIGNED: TapAnswer = { ...NOTHING, outcome: 'refused', words: 'Please read and sign.', waivers: [WAIVER] };
const TAPS = 'POST /api/centers/7/taps';
const BATCH = 'POST /api/centers/7/taps/batch';

afterEach(async () => {
  delete document.documentElement.dataset['theme'];
  localStorage.clear();
  await deleteSealedQueue('tap-station-7');
});

/** `taps`: the answers to one tap after another. */
async function openStation(taps: (TapAnswer | 'cut')[], answers: Answers = {}, size: keyof typeof SIZES = 'desktop') {
  const left = [...taps];
  return sitePage({
    pattern: '/tapStation/:centerId',
    address: '/tapStation/7',
    screen: <Screen />,
    answers: {
      'GET /api/centers/7/station': () => STATION,
      'GET /api/kiosk': () => DEVICE,
      [TAPS]: () => next(left),
      ...answers,
    },
    size,
  });
}

/** A connection that is lost. */
const cut = (): never => {
  throw new TypeError('Failed to fetch');
};
const next = (left: (TapAnswer | 'cut')[]): TapAnswer | undefined => {
  const answer = left.shift();
  return answer === 'cut' ? cut() : answer;
};

const shown = (text: string) => expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
async function expectNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

describe('the tap station', () => {
  test.each(Object.entries(WEDGES))('takes a card of a reader: %s', async (_, wedge) => {
    const calls = await openStation([ARRIVED]);
    await shown('Tap your card');
    swipe(wedgeKeys(wedge, CARD), wedge.speed);
    await shown('Welcome, Ada');
    const [body] = calls.flatMap(({ path, body: sent }) => (path.endsWith('/taps') ? [sent as { text: string }] : []));
    expect(body?.text).toContain(CARD);
    expect(document.body.innerHTML).not.toContain(CARD);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(CARD);
  });

  test('says what the person can use, what is missing, and checks in today’s event', async () => {
    await openStation([ARRIVED]);
    await shown('Tap your card');
    swipeCard(CARD);
    await shown('Laser basics, 10:30');
    await expect
      .element(page.getByRole('region', { name: 'You can use today' }))
      .toHaveTextContent('You can use todayLaser cutterPlotterOut of order');
    await expect
      .element(page.getByRole('region', { name: 'What you still need' }))
      .toHaveTextContent('What you still needMillMill training');
  });

  test('shows a first name for less than three seconds, and the next tap immediately', async () => {
    await openStation([ARRIVED, BLOCKED]);
    await shown('Tap your card');
    swipeCard(CARD);
    await shown('Welcome, Ada');
    await vi.waitUntil(() => !document.body.textContent.includes('Ada'), { timeout: 3_000 });
    await shown('You can use today');
    swipeCard('6001234500000025');
    await shown('Please see the staff before you go in.');
    await expect.element(page.getByText('You can use today')).not.toBeInTheDocument();
  });

  test.each(['light', 'dark'])('has no faults for screen readers and on narrow screens: %s', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await openStation([ARRIVED, UNKNOWN], {}, 'phone');
    await shown('Tap your card');
    await expectNoFaults();
    swipeCard(CARD);
    await shown('You can use today');
    await expectNoFaults();
    swipeCard('6001234500000025');
    await shown('Not recognized');
    await expectNoFaults();
  });

  test('has people sign by the keyboard on the screen', async () => {
    const calls = await openStation([UNSIGNED], { 'POST /api/centers/7/waivers': () => ARRIVED });
    await shown('Tap your card');
    swipeCard(CARD);
    await shown('Wear goggles.');
    await expectNoFaults();
    await userEvent.click(page.getByRole('button', { name: 'Sign' }).first());
    await shown('Type your name.');
    for (const key of ['A', 'd', 'a', 'Space', 'B'])
      await userEvent.click(page.getByRole('button', { name: key, exact: true }));
    await userEvent.click(page.getByRole('button', { name: 'Sign' }).first());
    await shown('Welcome, Ada');
    const signed = calls.find(({ path }) => path.endsWith('/waivers'))?.body as { signatures: unknown };
    expect(signed.signatures).toEqual([{ waiverTextId: 3, edition: 2, signerName: 'Ada B' }]);
  });

  test('signs in visitors', async () => {
    const welcome = { ...NOTHING, outcome: 'arrived', words: 'You are signed in.' };
    const calls = await openStation([], { 'POST /api/centers/7/visitors': () => welcome });
    await userEvent.click(page.getByRole('button', { name: 'Visitor' }));
    await expect.element(page.getByLabelText('Your full name')).toHaveFocus();
    await expectNoFaults();
    await userEvent.keyboard('Grace Hopper');
    // So fast, it could be a reader's: the field has it after a pause.
    await expect.element(page.getByLabelText('Your full name')).toHaveValue('Grace Hopper');
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await expect.element(page.getByLabelText('Purpose of your visit')).toHaveFocus();
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    await shown('You are signed in.');
    const body = calls.find(({ path }) => path.endsWith('/visitors'))?.body;
    expect(body).toMatchObject({ name: 'Grace Hopper', purpose: '', hostName: '', signatures: [] });
  });

  test('signs out visitors by their name alone, who correct it in the form', async () => {
    const problem = { type: 'about:blank#taps.visitor-not-here', title: 'Not signed out', status: 409 };
    const detail = 'No visitor with this name is signed in. Ask at the front desk.';
    const refusal = JSON.stringify({ ...problem, code: 'taps.visitor-not-here', detail });
    const goodbye = { ...NOTHING, outcome: 'departed', words: 'You are signed out.' };
    const headers = { 'content-type': 'application/problem+json' };
    let count = 0;
    const calls = await openStation([], {
      'POST /api/centers/7/visitors/departures': () =>
        count++ === 0 ? new Response(refusal, { status: 409, headers }) : goodbye,
    });
    await userEvent.click(page.getByRole('button', { name: 'Visitor' }));
    const name = page.getByLabelText('Your full name');
    await expect.element(name).toHaveFocus();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await shown('Type your name.');
    await userEvent.fill(name, 'Grace Hoper');
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await shown(detail);
    await expect.element(name).toHaveFocus();
    await expectNoFaults();
    await userEvent.fill(name, 'Grace Hopper');
    await expect.element(page.getByText(detail)).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await shown('Goodbye');
    await shown('You are signed out.');
    const sent = calls.filter(({ path }) => path.endsWith('/departures')).map(({ body }) => body);
    expect(sent).toMatchObject([{ name: 'Grace Hoper' }, { name: 'Grace Hopper' }]);
  });
});

describe('without a connection', () => {
  test('says that visitors need it to sign out', async () => {
    await openStation([], { 'POST /api/centers/7/visitors/departures': cut });
    await userEvent.click(page.getByRole('button', { name: 'Visitor' }));
    await userEvent.fill(page.getByLabelText('Your full name'), 'Grace Hopper');
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await shown('There is no connection. Please see the staff.');
  });

  test('stores taps encrypted and in order, and sends them once when it is back', async () => {
    let isBack = false;
    const calls = await openStation(['cut'], { [BATCH]: () => (isBack ? { recorded: 2 } : cut()) });
    await shown('Tap your card');
    swipeCard(CARD);
    await shown('Saved for later');
    swipeCard('6001234500000025');
    await shown('2 taps are stored on this device');
    const stored = await databaseText('tap-station-7');
    expect(stored.count).toBe(2);
    expect(stored.text).not.toContain(CARD);
    expect(stored.isExtractable).toBe(false);
    const before = calls.filter(({ path }) => path.endsWith('/batch')).length;
    isBack = true;
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('taps are stored', { exact: false })).not.toBeInTheDocument();
    const sent = calls.filter(({ path }) => path.endsWith('/batch')).slice(before);
    expect(sent.map(({ body }) => (body as { taps: { text: string }[] }).taps.map(({ text }) => text))).toEqual([
      [`;${CARD}=2512?`, ';6001234500000025=2512?'],
    ]);
  });

  test('sends taps of the page before it', async () => {
    const queue = await SealedQueue.open('tap-station-7');
    await queue?.add({ key: 'a key of the page before', text: CARD, at: '2027-03-09T17:00:00.000Z' });
    queue?.close();
    const calls = await openStation([], { [BATCH]: () => ({ recorded: 1 }) });
    await vi.waitUntil(() => calls.some(({ path }) => path.endsWith('/batch')));
    const { body } = calls.find(({ path }) => path.endsWith('/batch'))!;
    expect(body).toMatchObject({
      taps: [{ key: 'a key of the page before', text: CARD, at: '2027-03-09T17:00:00.000Z' }],
    });
  });

  test('deletes them with their key when the pairing has ended', async () => {
    const problem = {
      type: 'about:blank#taps.not-paired',
      title: 'Not paired',
      status: 403,
      code: 'taps.not-paired',
      detail: 'Not paired.',
    };
    const refusal = () =>
      new Response(JSON.stringify(problem), { status: 403, headers: { 'content-type': 'application/problem+json' } });
    await openStation(['cut'], { [BATCH]: refusal });
    await shown('Tap your card');
    swipeCard(CARD);
    await vi.waitUntil(async () => !(await indexedDB.databases()).some(({ name }) => name === 'tap-station-7'));
  });
});

describe('while it stands idle', () => {
  const PULSE = 30_000;
  const fakeIntervals = () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('reports every half minute that it is there', async () => {
    fakeIntervals();
    const calls = await openStation([]);
    await shown('Tap your card');
    const reports = () => calls.filter(({ path }) => path === '/api/kiosk').length;
    for (let count = 1; count <= 3; count += 1) {
      const ask = () => {
        // Not while the page is still asked for its version.
        if (reports() < count) vi.advanceTimersByTime(PULSE);
        return reports() === count;
      };
      await vi.waitUntil(ask, { timeout: 10_000 });
    }
  });

  test('reads no cards once its pairing is revoked', async () => {
    let isPaired = true;
    fakeIntervals();
    await openStation([], {
      'GET /api/centers/7/station': () => ({ ...STATION, isPaired }),
      'GET /api/kiosk': () => (isPaired ? DEVICE : undefined),
      'GET /api/centers': () => listOf('centers', []),
    });
    await shown('Tap your card');
    isPaired = false;
    vi.advanceTimersByTime(PULSE);
    await shown('This device is not the tap station of Makeshop.');
  });

  test('is in use while it sends taps', async () => {
    const sent = Promise.withResolvers<object>();
    answerApi({ [TAPS]: cut, [BATCH]: () => sent.promise });
    const desk = new TapDesk(7, { show: () => undefined, setBusy: () => undefined, onUnpaired: () => undefined });
    expect(desk.isSending).toBe(false);
    desk.take(`;${CARD}=2512?`);
    await vi.waitUntil(() => desk.waiting.get() === 1 && desk.isSending);
    sent.resolve({ recorded: 1 });
    await vi.waitUntil(() => desk.waiting.get() === 0 && !desk.isSending);
    desk.start()();
  });
});

test('stays flat over many swipes: timers, listeners and elements', async () => {
  const calls = await openStation([], { [TAPS]: () => UNKNOWN });
  await shown('Tap your card');
  const later = window.setTimeout.bind(window);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const listeners = countListeners();
  const round = async (from: number, count: number) => {
    for (let index = from; index < from + count; index += 1) {
      swipe([...`;${6001234500000000 + index}=2512?`, 'Enter']);
      await vi.advanceTimersByTimeAsync(1_000);
      // The answers of the network need no timers.
      if (index % 50 === 0) await new Promise((resolve) => later(resolve, 5));
    }
    await new Promise((resolve) => later(resolve, 200));
    await vi.advanceTimersByTimeAsync(60_000);
    return {
      timers: vi.getTimerCount(),
      elements: document.querySelectorAll('*').length,
      listeners: listeners(),
      taps: calls.filter(({ path }) => path.endsWith('/taps')).length,
    };
  };
  const before = await round(0, 50);
  calls.splice(0);
  expect(await round(50, 200)).toEqual({ ...before, taps: 200 });
});

/** What lies in the browser's database, as another program would read it. */
async function databaseText(name: string) {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('No database'));
  });
  const all = <T,>(store: string): Promise<T[]> =>
    new Promise((resolve) => {
      const request = db.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>;
      request.onsuccess = () => resolve(request.result);
    });
  const items = await all<{ data: ArrayBuffer }>('items');
  const [key] = await all<CryptoKey>('keys');
  db.close();
  const text = items.map(({ data }) => new TextDecoder('latin1').decode(data)).join('');
  return { count: items.length, text, isExtractable: key?.extractable };
}
