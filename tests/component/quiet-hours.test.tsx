import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Choices, QuietChoice } from '../../domain/calls/messages.ts';
import { Screen } from '../../src/portal/messages/settings/CommunicationSettings.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const SITE = { from: 22, to: 7, zone: 'America/New_York' };

function choices(quiet: Partial<QuietChoice> = {}): Choices {
  return { address: 'ada@campus.example', categories: [], quiet: { mode: 'site', hours: null, site: SITE, ...quiet } };
}

function open(save: (call: ApiCall) => unknown, quiet?: Partial<QuietChoice>) {
  return sitePage({
    pattern: '/myAccount/communicationSettings',
    address: '/myAccount/communicationSettings',
    screen: <Screen />,
    size: 'phone',
    answers: {
      'GET /api/events/reminders': () => ({ week: false, day: true, hour: false }),
      'GET /api/messages/choices': () => choices(quiet),
      'GET /api/account/address': () => ({ address: 'ada@campus.example', fails: false, keeper: 'self', change: null }),
      'PUT /api/messages/quiet': save,
    },
  });
}

const saved = ({ body }: ApiCall) => choices({ hours: null, ...(body as object) });
const mode = page.getByRole('combobox', { name: 'Hours without email' });
const puts = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('hours of one’s own begin with those of the site and are saved as they are chosen', async () => {
  const calls = await open(saved);
  await expect.element(mode).toHaveDisplayValue('10 PM to 7 AM (site default)');
  await userEvent.selectOptions(mode, 'Custom hours');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'To' }), '8:30 AM');
  await expect.element(page.getByText('Quiet hours: 10 PM to 8:30 AM.')).toBeVisible();
  expect(puts(calls)).toEqual([
    { mode: 'own', hours: SITE },
    { mode: 'own', hours: { ...SITE, to: 8.5 } },
  ]);
});

test('hours in another zone than the browser’s fit on a phone', async () => {
  await open(saved, { mode: 'own', hours: { ...SITE, zone: 'America/Argentina/ComodRivadavia' } });
  await expect.element(page.getByRole('combobox', { name: 'Time zone' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('none is a choice, also where the site has hours', async () => {
  const calls = await open(saved);
  await userEvent.selectOptions(mode, 'None: email me at any hour');
  await expect.element(page.getByText('No quiet hours.')).toBeVisible();
  expect(puts(calls)).toEqual([{ mode: 'none' }]);
});

test('what is not saved is put back and says why', async () => {
  await open(() => refusal(409, 'test.refused', 'Not now.'));
  await userEvent.selectOptions(mode, 'none');
  await expect.element(page.getByText('Not saved. Not now.')).toBeVisible();
  await expect.element(mode).toHaveValue('site');
});

test.each(['light', 'dark'])('axe finds nothing in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await open(saved, { mode: 'own', hours: SITE });
  await expect.element(page.getByRole('combobox', { name: 'From' })).toHaveDisplayValue('10 PM');
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
