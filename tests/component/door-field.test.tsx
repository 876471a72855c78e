import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { door, open, marked, row, button, overLine, CODE, base64url, hashOf, result, reader } from './door-page.tsx';
import { SIZES } from './site-page.tsx';

beforeEach(() => localStorage.clear());

test('a card and a student ID are known without a line; what is not says so until the line is back', async () => {
  const at = overLine();
  const key = new Uint8Array(32).fill(7);
  const tagOf = async (text: string): Promise<string> => {
    const hash = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return base64url(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(hash))).slice(0, 4);
  };
  at.list.scanKey = base64url(key.buffer);
  Object.assign(at.list.tickets[0]!, { cards: [await tagOf('card:0012345678901234')] });
  Object.assign(at.list.tickets[1]!, { cards: [await tagOf('id:001234567')] });
  await open(at, 'desktop', {
    'POST /api/events/door/7/scan': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  at.line.isCut = true;
  reader(';0012345678901234=2712?');
  await expect.element(result(/Ada Byron.*Checked in\./)).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), '001234567');
  await userEvent.keyboard('{Enter}');
  await expect.element(result(/Bénédicte.*Checked in\./)).toBeVisible();
  reader(';9912345678901234=2712?');
  await expect.element(result(/No connection.*Find the person by name\./)).toBeVisible();
  at.line.isCut = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument();
});

test('a mark by hand removes the result of the scan before it', async () => {
  const at = door();
  Object.assign(at.list.tickets[0]!, { codes: [await hashOf(CODE)] });
  await open(at);
  reader(CODE);
  await expect.element(result(/Ada Byron.*Checked in\./)).toBeVisible();
  await userEvent.click(button('No-show: Bénédicte Okafor-Wintergreen'));
  await expect.element(row('Bénédicte Okafor-Wintergreen').getByText('No-show').first()).toBeVisible();
  await expect.element(page.getByText('Checked in.')).not.toBeInTheDocument();
});

test('people who came are listed after those who are expected, and each count lists its people alone', async () => {
  await open();
  const headings = () =>
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  expect(headings()).toEqual(['Expected', 'Waitlist', 'Attended', 'Canceled']);
  await userEvent.click(button('Attended 1'));
  expect(headings()).toEqual(['Attended']);
  // A search finds everyone.
  await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), 'ada');
  await expect.element(row('Ada Byron')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Attended 1'));
  expect(headings()).toHaveLength(4);
});

test.each(['desktop', 'phone'] as const)('the first person is in sight on a %s', async (size) => {
  await open(door(), size);
  await expect.element(row('Ada Byron')).toBeVisible();
  expect(row('Ada Byron').element().getBoundingClientRect().bottom).toBeLessThan(SIZES[size].height);
});

test('a walk-in into a full session is asked about first, by the name that was sought', async () => {
  const at = door();
  Object.assign(at.list, { adds: ['confirmed', 'waitlisted'] });
  Object.assign(at.list.session, { taken: 12 });
  const calls = await open(at, 'desktop', {
    'GET /api/events/door/people': () => ({ people: [], hasMore: false }),
    'POST /api/events/door/7/walk-ins': () => ({ ticketId: 90, status: 'waitlisted', isNew: true }),
  });
  await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), 'Zoe Walker');
  await userEvent.click(button('Add “Zoe Walker”'));
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Zoe Walker');
  await userEvent.fill(page.getByRole('textbox', { name: 'Email', exact: true }), 'zoe@campus.example');
  await userEvent.click(button('Add without an account'));
  await expect.element(page.getByText('Full. Add Zoe Walker to the waitlist?')).toBeVisible();
  await expect.element(button('Give a seat above the capacity')).toBeVisible();
  expect(marked(calls)).toEqual([]);
  await userEvent.click(button('Add to the waitlist'));
  await expect.element(page.getByText('Zoe Walker is added: waiting')).toBeVisible();
  expect(marked(calls)).toEqual([{ name: 'Zoe Walker', email: 'zoe@campus.example', to: 'waitlisted' }]);
  await expect.element(page.getByRole('searchbox', { name: 'Scan or find a name' })).toHaveValue('');
});
