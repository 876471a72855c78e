import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Choices } from '../../domain/calls/messages.ts';
import type { Delivery } from '../../domain/messages/messages.ts';
import { setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/portal/messages/settings/CommunicationSettings.tsx';
import { refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const CATEGORY = { description: 'What happens.', isRequired: false, mandatoryNote: null };

const SETTLED = { fails: false, keeper: 'self', change: null } as const;

function choices(requests: Delivery): Choices {
  return {
    address: 'ada@campus.example',
    quiet: { mode: 'site', hours: null, site: null },
    categories: [
      { ...CATEGORY, key: 'account', label: 'Your account', isRequired: true, delivery: 'mail' },
      { ...CATEGORY, key: 'requests', label: 'Your requests', delivery: requests },
    ],
  };
}

function open(save: (call: ApiCall) => unknown, more: Answers = {}) {
  return sitePage({
    pattern: '/myAccount/communicationSettings',
    address: '/myAccount/communicationSettings',
    screen: <Screen />,
    answers: {
      'GET /api/events/reminders': () => ({ week: false, day: true, hour: false }),
      'GET /api/messages/choices': () => choices('mail'),
      'GET /api/account/address': () => ({ address: 'ada@campus.example', ...SETTLED }),
      'PUT /api/messages/choices': save,
      ...more,
    },
  });
}

const saved = ({ body }: ApiCall) => choices((body as { delivery: Delivery }).delivery);
const requests = page.getByRole('combobox', { name: 'Your requests' });
const puts = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('a choice is saved immediately, and Undo reverts it', async () => {
  const calls = await open(saved);
  await expect.element(page.getByText('ada@campus.example')).toBeVisible();
  await userEvent.selectOptions(requests, 'Daily digest');
  await expect.element(page.getByText('Your requests: Daily digest.')).toBeVisible();
  await expect.element(requests).toHaveValue('digest');
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(requests).toHaveValue('mail');
  await expect
    .poll(() => puts(calls))
    .toEqual([
      { category: 'requests', delivery: 'digest' },
      { category: 'requests', delivery: 'mail' },
    ]);
});

test('what must be sent says so and is no choice', async () => {
  await open(saved);
  await expect.element(page.getByText('Email right away; this cannot be turned off.')).toBeVisible();
  await expect.element(requests).toBeVisible();
  expect(page.getByRole('combobox', { name: /account/i }).elements()).toHaveLength(0);
});

test('a kind with mandatory messages names them beside the choice', async () => {
  const mandatoryNote = 'An offered seat is always mailed immediately.';
  const events = { ...CATEGORY, key: 'events', label: 'Your events', mandatoryNote, delivery: 'none' as const };
  await open(saved, {
    'GET /api/messages/choices': () => ({ ...choices('mail'), categories: [events] }),
  });
  await expect.element(page.getByRole('combobox', { name: 'Your events' })).toHaveValue('none');
  await expect.element(page.getByText(mandatoryNote)).toBeVisible();
});

test('a choice that is refused is put back and says why', async () => {
  await open(() => refusal(409, 'messages.required', 'It must be sent.'));
  await userEvent.selectOptions(requests, 'Nothing');
  await expect.element(page.getByText('Not saved. It must be sent.')).toBeVisible();
  await expect.element(requests).toHaveValue('mail');
});

test('of two choices, one right after the other, the last one holds', async () => {
  const answer: { now?: () => void } = {};
  const calls = await open(async (call) => {
    if (answer.now === undefined) await new Promise<void>((resolve) => (answer.now = resolve));
    return saved(call);
  });
  await userEvent.selectOptions(requests, 'Daily digest');
  await userEvent.selectOptions(requests, 'Nothing');
  await expect.poll(() => answer.now).toBeDefined();
  answer.now?.();
  await expect.poll(() => puts(calls)).toHaveLength(2);
  await expect.element(requests).toHaveValue('none');
});

test('a visitor is led to the login and back', async () => {
  const calls = await open(saved);
  await expect.element(requests).toBeVisible();
  setLoggedOut();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Log in' }))
    .toHaveAttribute('href', `/login?redirectFrom=${encodeURIComponent('/myAccount/communicationSettings')}`);
  expect(puts(calls)).toEqual([]);
});

test.each(['light', 'dark'])('axe finds nothing in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await open(saved);
  await expect.element(requests).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('reminders are chosen one by one, and one that is not saved is as before', async () => {
  const answers: (() => unknown)[] = [
    () => ({ week: true, day: true, hour: false }),
    () => refusal(503, 'x', 'Not now.'),
  ];
  const calls = await open(saved, { 'PUT /api/events/reminders': () => answers.shift()?.() });
  await expect.element(page.getByRole('checkbox', { name: 'A day before' })).toBeChecked();
  await userEvent.click(page.getByRole('checkbox', { name: 'A week before' }));
  await expect.element(page.getByText('Reminders: a week before, a day before.')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'A day before' }));
  await expect.element(page.getByText('Not saved. Not now.')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'A day before' })).toBeChecked();
  expect(puts(calls)).toEqual([
    { week: true, day: true, hour: false },
    { week: true, day: false, hour: false },
  ]);
});
