import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { editorPage, form } from './editor-page.tsx';

const PAGES = ['Equipment', 'Equipment loans'].map((title, index) => ({
  id: index + 1,
  title,
  name: title.toLowerCase().replace(' ', '-'),
  published: true,
}));

async function openPicker() {
  const { saved } = await editorPage({
    cards: [{ title: 'Go', type: 'ActionCard', data: { linkText: 'Go' } }],
    part: 'new-0',
    pages: PAGES,
  });
  const link = form().getByRole('combobox', { name: 'Button links to' });
  await link.click();
  return { link, leadsTo: () => saved().cards[0]?.data.link };
}

test.each(['{Enter}', '{Tab}'])('the link picker takes the page that is highlighted: %s', async (key) => {
  const { link, leadsTo } = await openPicker();
  await userEvent.keyboard('equip');
  await expect.element(form().getByRole('option', { name: /^Equipment loans/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await userEvent.keyboard(key);
  await expect.poll(leadsTo).toBe('/content/static/equipment-loans');
  await expect.element(link).toHaveValue('/content/static/equipment-loans');
});

test('words that are the title of one page lead to it', async () => {
  const { leadsTo } = await openPicker();
  await userEvent.keyboard('equipment loans');
  await expect.element(form().getByRole('option', { name: /^Equipment loans/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.poll(leadsTo).toBe('/content/static/equipment-loans');
});
