import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LinkedChoices } from '../../domain/calls/messages.ts';
import type { Delivery } from '../../domain/messages/messages.ts';
import { setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/messages/settings/CommunicationSettings.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const TOKEN = '7.requests.1790000000.signature';

function linked(requests: Delivery, more: Partial<LinkedChoices> = {}): LinkedChoices {
  return {
    address: 'a•••@campus.example',
    session: 'none',
    category: 'requests',
    quiet: { mode: 'site', hours: null, site: null },
    categories: [
      {
        key: 'requests',
        label: 'Your requests',
        description: 'What happens.',
        isRequired: false,
        mandatoryNote: null,
        delivery: requests,
      },
    ],
    ...more,
  };
}

async function open(read: (call: ApiCall) => unknown, more: Partial<SitePageOptions> = {}, isVisitor = true) {
  const calls = await sitePage({
    pattern: '/myAccount/communicationSettings',
    address: `/myAccount/communicationSettings?link=${TOKEN}`,
    screen: <Screen />,
    answers: {
      'GET /api/messages/linked/choices': read,
      'PUT /api/messages/linked/choices': ({ body }) => linked((body as { delivery: Delivery }).delivery),
      'GET /api/messages/choices': () => linked('digest', { address: 'administrator@campus.example' }),
      'GET /api/events/reminders': () => ({ week: false, day: true, hour: false }),
      'GET /api/account/address': () => ({
        address: 'administrator@campus.example',
        fails: false,
        keeper: 'self',
        change: null,
      }),
    },
    ...more,
  });
  if (isVisitor) setLoggedOut();
  return calls;
}

const turnOff = page.getByRole('button', { name: 'Turn off these emails' });
const turnOn = page.getByRole('button', { name: 'Turn on again' });
const of = (calls: ApiCall[], method: string) => calls.filter((call) => call.method === method);

test('a click turns off the kind of the mail, and another one turns it on again; opening the page does neither', async () => {
  const calls = await open(() => linked('digest'));
  await expect.element(page.getByText('You opened an email to a•••@campus.example')).toBeVisible();
  await expect.element(turnOff).toBeVisible();
  expect(of(calls, 'PUT')).toEqual([]);
  await userEvent.click(turnOff);
  await expect.element(page.getByText('You get no emails of this kind: Your requests')).toBeVisible();
  await userEvent.click(turnOn);
  await expect.element(turnOff).toBeVisible();
  await expect
    .poll(() => of(calls, 'PUT').map(({ body }) => body))
    .toEqual([
      { category: 'requests', delivery: 'portal' },
      { category: 'requests', delivery: 'digest' },
    ]);
  // What is still being saved would answer the next test.
  await expect.element(page.getByText('Your requests: Daily digest.')).toBeVisible();
  expect(calls.map(({ query }) => query.get('link'))).toEqual(calls.map(() => TOKEN));
});

test('an unsubscribe link does not claim to stop mandatory mails', async () => {
  const mandatoryNote = 'An offered seat is always mailed immediately.';
  const withNote = (delivery: Delivery): LinkedChoices => {
    const choices = linked(delivery);
    return { ...choices, categories: choices.categories.map((category) => ({ ...category, mandatoryNote })) };
  };
  await open(() => withNote('mail'), {
    answers: {
      'GET /api/messages/linked/choices': () => withNote('mail'),
      'PUT /api/messages/linked/choices': ({ body }) => withNote((body as { delivery: Delivery }).delivery),
    },
  });
  const banner = page.getByRole('status').filter({ hasText: 'Your requests' });
  await expect.element(banner.getByText(mandatoryNote)).toBeVisible();
  await userEvent.click(turnOff);
  const stopped = page
    .getByRole('status')
    .filter({ hasText: 'You get no optional emails of this kind: Your requests' });
  await expect.element(stopped.getByText(mandatoryNote)).toBeVisible();
  // What is still being saved would answer the next test.
  await expect.element(page.getByText('Your requests: In the portal only.')).toBeVisible();
});

test('the link of a daily mail turns off all that it brings, and on again', async () => {
  const linkedFrom = (delivery: Delivery) => linked(delivery, { category: 'digest' });
  const calls = await open(() => linkedFrom('digest'), {
    answers: {
      'GET /api/messages/linked/choices': () => linkedFrom('digest'),
      'PUT /api/messages/linked/choices': ({ body }) => linkedFrom((body as { delivery: Delivery }).delivery),
    },
  });
  await userEvent.click(page.getByRole('button', { name: 'Turn off the daily digest' }));
  await expect.element(page.getByText('The daily digest is off')).toBeVisible();
  await userEvent.click(turnOn);
  await expect.element(page.getByText('It contains: Your requests')).toBeVisible();
  await expect
    .poll(() => of(calls, 'PUT').map(({ body }) => body))
    .toEqual([
      { category: 'requests', delivery: 'portal' },
      { category: 'requests', delivery: 'digest' },
    ]);
  await expect.element(page.getByText('Your requests: Daily digest.')).toBeVisible();
});

test('the token leaves the address as soon as it is read', async () => {
  await open(() => linked('mail'));
  await expect.element(turnOff).toBeVisible();
  await expect.poll(() => window.location.search).toBe('');
});

test('of an account without an address it names no one', async () => {
  await open(() => linked('mail', { address: null }));
  await expect.element(page.getByText('You opened a link from an email')).toBeVisible();
});

test('a link that does not hold says what to do', async () => {
  await open(() => refusal(404, 'messages.no-link', 'This link has expired.'));
  await expect.element(page.getByText('This link no longer works')).toBeVisible();
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('another logged-in person sees whose settings these are, and can open their own', async () => {
  await open(() => linked('mail', { session: 'other' }), {}, false);
  await expect.element(page.getByText('These settings belong to a•••@campus.example')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show my own' }));
  await expect.element(page.getByText('administrator@campus.example')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Your requests' })).toHaveValue('digest');
});

test.each(['light', 'dark'])('axe finds nothing in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await open(() => linked('mail', { session: 'other' }), { size: 'phone' }, false);
  await expect.element(turnOff).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
