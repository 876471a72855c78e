import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AddressChange, AddressState } from '../../domain/calls/accounts.ts';
import { Screen } from '../../src/portal/messages/settings/CommunicationSettings.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const ADDRESS = 'ada@campus.example';
const WAITING: AddressChange = {
  address: 'ada@home.example',
  endsAt: '2030-01-08T12:00:00.000Z',
  hasEnded: false,
  mail: 'sent',
};
const CALL = 'GET /api/account/address';

function state(more: Partial<AddressState> = {}): AddressState {
  return { address: ADDRESS, fails: false, keeper: 'self', change: null, ...more };
}

function open(first: Partial<AddressState>, answers: SitePageOptions['answers'] = {}, size?: 'phone') {
  return sitePage({
    pattern: '/myAccount/communicationSettings',
    address: '/myAccount/communicationSettings',
    screen: <Screen />,
    ...(size ? { size } : {}),
    answers: {
      'GET /api/events/reminders': () => ({ week: false, day: true, hour: false }),
      'GET /api/messages/choices': () => ({
        address: ADDRESS,
        quiet: { mode: 'site', hours: null, site: null },
        categories: [],
      }),
      [CALL]: () => state(first),
      ...answers,
    },
  });
}

const card = page.getByRole('region', { name: 'Your email address' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const of = (calls: ApiCall[], method: string) => calls.filter((call) => call.method === method);

async function fill(address: string, password: string): Promise<void> {
  if (address !== '') await userEvent.fill(page.getByRole('textbox', { name: 'Email address' }), address);
  if (password !== '') await userEvent.fill(page.getByLabelText('Current password'), password);
  await userEvent.click(button('Send email'));
}

/** What is open would be open in the next test. */
async function leave(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
}

test('another address requires the password and waits; the current one stays', async () => {
  const calls = await open({}, { 'POST /api/account/address': () => state({ change: WAITING }) });
  await expect.element(card.getByText(ADDRESS)).toBeVisible();
  await expect.element(card.getByText('Confirmed')).toBeVisible();
  await userEvent.click(button('Change'));
  await fill('', '');
  await expect.element(page.getByText('This field is required').first()).toBeVisible();
  expect(of(calls, 'POST')).toEqual([]);
  await fill(' ada@home.example ', 'secret of mine');
  await expect.element(card.getByText('ada@home.example is waiting for your confirmation')).toBeVisible();
  expect(of(calls, 'POST').map(({ body }) => body)).toEqual([
    { address: 'ada@home.example', currentPassword: 'secret of mine' },
  ]);
  await expect.element(card.getByText(ADDRESS)).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
});

test.each([
  ['at its field', { errors: { currentPassword: 'The current password is wrong.' } }, 400],
  ['above the fields', {}, 429],
] as const)('what is refused is said %s, and what was entered stays', async (_, more, status) => {
  const text = 'The current password is wrong.';
  await open({}, { 'POST /api/account/address': () => refusal(status, 'x', text, more) });
  await userEvent.click(button('Change'));
  await fill('ada@home.example', 'wrong');
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('ada@home.example');
  await leave();
});

test('the email is resent by a click, and a refusal is shown', async () => {
  const answers = [state({ change: { ...WAITING, mail: 'waiting' } }), refusal(429, 'x', 'Try again tomorrow.')];
  await open({ change: WAITING }, { 'POST /api/account/address/mail': () => answers.shift() });
  await expect.element(card.getByText(/Open the link in the email we sent there.*The link works until/)).toBeVisible();
  await userEvent.click(button('Resend email'));
  await expect.element(card.getByText(/An email with a link is on its way/)).toBeVisible();
  await userEvent.click(button('Resend email'));
  await expect.element(card.getByRole('alert')).toHaveTextContent('Try again tomorrow.');
});

test('it is withdrawn after a question', async () => {
  const calls = await open({ change: WAITING }, { 'DELETE /api/account/address': () => state() });
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Keep it'));
  await expect.poll(() => page.getByRole('alertdialog').elements()).toHaveLength(0);
  expect(of(calls, 'DELETE')).toEqual([]);
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Cancel change'));
  await expect.poll(() => card.getByText('ada@home.example').elements()).toHaveLength(0);
  expect(of(calls, 'DELETE')).toHaveLength(1);
});

test.each([
  [{ hasEnded: true }, 'ada@home.example was not confirmed in time'],
  [{ mail: 'failed' }, 'The email could not be delivered.'],
  [{ mail: 'kept' }, 'This portal does not send emails yet.'],
] as const)('a change with %o says so', async (more, words) => {
  await open({ change: { ...WAITING, ...more } });
  await expect.element(card.getByText(words)).toBeVisible();
  await expect.element(button('Resend email')).toBeVisible();
});

test('one that bounces is tried again', async () => {
  const change = { ...WAITING, address: ADDRESS };
  const calls = await open({ fails: true }, { 'POST /api/account/address': () => state({ fails: true, change }) });
  await expect.element(card.getByText('Your address bounces')).toBeVisible();
  await expect.element(card.getByText('Bounces', { exact: true })).toBeVisible();
  await userEvent.click(button('Try this address again'));
  await fill('', 'secret of mine');
  await expect.element(card.getByText(`${ADDRESS} is waiting for your confirmation`)).toBeVisible();
  expect(of(calls, 'POST').map(({ body }) => body)).toEqual([{ address: ADDRESS, currentPassword: 'secret of mine' }]);
});

test('a person without an address learns that no emails arrive, and adds one', async () => {
  await open({ address: null });
  await expect.element(card.getByText('We cannot email you')).toBeVisible();
  await userEvent.click(button('Add an address'));
  await expect.element(page.getByRole('dialog', { name: 'Add an address' })).toBeVisible();
  await leave();
});

test.each([
  ['directory', 'It comes from your campus account. Change it there.'],
  ['staff', 'Ask the staff to change it.'],
] as const)('an address that is kept by the %s is not changed here', async (keeper, words) => {
  await open({ keeper });
  await expect.element(card.getByText(words)).toBeVisible();
  expect(button('Change').elements()).toHaveLength(0);
});

test('what cannot be loaded is loaded again by a click', async () => {
  const answers = [refusal(403, 'x', 'Not now.'), state()];
  await open({}, { [CALL]: () => answers.shift() });
  await expect.element(card.getByText('Your address could not be loaded')).toBeVisible();
  await userEvent.click(card.getByRole('button'));
  await expect.element(card.getByText(ADDRESS)).toBeVisible();
});

test.each([
  ['light', 'phone'],
  ['dark', undefined],
] as const)('axe finds nothing in the %s theme', async (theme, size) => {
  document.documentElement.dataset['theme'] = theme;
  await open({ fails: true, change: WAITING }, {}, size);
  await expect.element(button('Resend email')).toBeVisible();
  const faults = async () =>
    (await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Change'));
  await expect.element(button('Send email')).toBeVisible();
  expect(await faults()).toEqual([]);
  await leave();
});
