import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AddressConfirmation } from '../../domain/calls/accounts.ts';
import { Screen } from '../../src/portal/messages/settings/ConfirmAddress.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const TOKEN = '7.1790000000.signature';
const CALL = '/api/account/address/confirmation';

function linked(more: Partial<AddressConfirmation> = {}): AddressConfirmation {
  return { address: 'a•••@home.example', name: 'Ada Lovelace', isConfirmed: false, session: 'none', ...more };
}

/** Returns when the token has left the address, which would else lead a later test here again. */
async function open(
  read: (call: ApiCall) => unknown,
  confirm: (call: ApiCall) => unknown = () => linked({ isConfirmed: true }),
  query = `?link=${TOKEN}`,
) {
  const calls = await sitePage({
    pattern: '/myAccount/confirmAddress',
    address: `/myAccount/confirmAddress${query}`,
    screen: <Screen />,
    answers: { [`GET ${CALL}`]: read, [`POST ${CALL}`]: confirm },
  });
  await expect.poll(() => window.location.search).toBe('');
  return calls;
}

const button = page.getByRole('button', { name: 'Confirm this address' });

// First: a page begins with the address at which the first test has begun.
test('without a link the page says where it is', async () => {
  const calls = await open(() => linked(), undefined, '');
  await expect.element(page.getByText('Open the link in the email')).toBeVisible();
  expect(calls).toEqual([]);
});

test('opening the link confirms nothing; the button does; the token leaves the address', async () => {
  const calls = await open(() => linked());
  await expect.element(page.getByText(/Ada Lovelace asked .* to send emails to/)).toBeVisible();
  await expect.element(page.getByText('a•••@home.example')).toBeVisible();
  expect(calls.map(({ method }) => method)).toEqual(['GET']);
  await userEvent.click(button);
  await expect.element(page.getByText('The address is confirmed')).toBeVisible();
  expect(button.elements()).toHaveLength(0);
  expect(calls.map(({ method, query }) => [method, query.get('link')])).toEqual([
    ['GET', TOKEN],
    ['POST', TOKEN],
  ]);
});

test('another logged-in person sees whose account it is', async () => {
  await open(() => linked({ session: 'other' }));
  await expect.element(page.getByText('This link is for the account of Ada Lovelace')).toBeVisible();
});

test('its person continues to the settings', async () => {
  await open(() => linked({ session: 'own', isConfirmed: true }));
  await expect
    .element(page.getByRole('link', { name: 'Communication settings' }))
    .toHaveAttribute('href', '/myAccount/communicationSettings');
});

test.each([
  [404, 'This link is not valid.'],
  [410, 'This link has expired.'],
])(
  'a link that is answered with %i says why it does not work, also where that is found out by the button',
  async (status, words) => {
    await open(
      () => linked(),
      () => refusal(status, 'x', words),
    );
    await userEvent.click(button);
    await expect.element(page.getByText('This link does not work')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
  },
);

test('a link that does not hold is not offered', async () => {
  await open(() => refusal(410, 'x', 'This link has expired.'));
  await expect.element(page.getByText('This link has expired.')).toBeVisible();
  expect(button.elements()).toHaveLength(0);
});

test('what fails otherwise is tried again', async () => {
  const answers = [refusal(429, 'x', 'Too many links were opened.'), linked()];
  const confirmed = [refusal(500, 'x', 'The server is busy.'), linked({ isConfirmed: true })];
  await open(
    () => answers.shift(),
    () => confirmed.shift(),
  );
  await expect.element(page.getByText('Too many links were opened.')).toBeVisible();
  await userEvent.click(page.getByRole('main').getByRole('button'));
  await userEvent.click(button);
  await expect.element(page.getByText('The server is busy.')).toBeVisible();
  await userEvent.click(button);
  await expect.element(page.getByText('The address is confirmed')).toBeVisible();
});

test.each(['light', 'dark'])('axe finds nothing in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await open(() => linked({ session: 'other' }));
  await expect.element(button).toBeVisible();
  const faults = async () =>
    (await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(await faults()).toEqual([]);
  await userEvent.click(button);
  await expect.element(page.getByText('The address is confirmed')).toBeVisible();
  expect(await faults()).toEqual([]);
});
