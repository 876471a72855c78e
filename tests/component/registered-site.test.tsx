import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, refusal } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const SITE = {
  id: 4,
  version: 1,
  name: 'Inventory',
  url: 'https://inventory.campus.example',
  active: true,
  canCallApi: true,
  canReport: true,
  canEmbed: true,
};

async function open(site: object = {}, path = ''): Promise<void> {
  await sitePage({
    pattern: '/admin/registeredsites/*',
    address: `/admin/registeredsites/4${path}`,
    screen: <Screen resource="registeredSites" />,
    answers: {
      'GET /api/model/shell': () => refusal(503, 'test.busy', 'Not now'),
      'GET /api/users': () => listOf('users', []),
      'GET /api/registeredSites/4': () => ({ ...SITE, ...site }),
      'GET /api/registeredSites/4/history': () => listOf('history', []),
      'GET /api/locations': () =>
        listOf('locations', [
          { id: 1, displayName: 'Makeshop' },
          { id: 2, displayName: 'Wood shop' },
        ]),
    },
  });
}

const html = page.getByLabelText('HTML to copy');

test('what to copy follows the choice of page, place and colors, and is previewed', async () => {
  await open();
  await expect.element(html).toHaveValue(expect.stringContaining('/embed/hours/1" title="Opening hours: Makeshop"'));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Location' }), 'Wood shop');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Colors' }), 'Dark');
  await expect.element(html).toHaveValue(expect.stringContaining('/embed/hours/2?theme=dark"'));
  await expect
    .element(page.getByTitle('Preview of Opening hours: Wood shop'))
    .toHaveAttribute('src', '/embed/hours/2?theme=dark');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'What to show' }), 'Upcoming events');
  await expect.element(html).toHaveValue(expect.stringContaining('/embed/events?theme=dark" title="Upcoming events"'));
  const { violations } = await axe.run(document.body, { iframes: false });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html: node }) => node)])).toEqual([]);
});

test('a site without permission to embed sees a notice', async () => {
  await open({ canEmbed: false });
  await expect.element(page.getByText(/is not allowed to embed this/)).toBeVisible();
});

test('the page to which adding a site leads has it, too', async () => {
  await open({}, '/show');
  await expect.element(html).toHaveValue(expect.stringContaining('/embed/hours/1" title="Opening hours: Makeshop"'));
  await expect.element(page.getByText('https://inventory.campus.example')).toBeVisible();
});
