import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editorPage, form } from './editor-page.tsx';

const shows = () => form().getByRole('checkbox', { name: 'Show in the navigation' });
const label = () => form().getByRole('textbox', { name: 'Label' });

test('a page is put into the navigation in its settings, with label, icon and place', async () => {
  const { saved } = await editorPage({ title: 'Materials', cards: [{ title: 'One' }], part: 'settings' });
  await expect.element(shows()).not.toBeChecked();
  expect(label().query()).toBeNull();
  await shows().click();
  await userEvent.fill(label(), 'Prices');
  await form().getByRole('combobox', { name: 'Icon' }).click();
  await page.getByRole('option', { name: 'Price tag' }).click();
  await userEvent.fill(form().getByRole('textbox', { name: 'Place' }), '3');
  await label().click();
  await expect
    .poll(saved)
    .toMatchObject({ inNavigation: true, navigationLabel: 'Prices', navigationIcon: 'tag', navigationOrder: 3 });
  await shows().click();
  await expect.element(label()).not.toBeInTheDocument();
  await expect.poll(saved).toMatchObject({ inNavigation: false });
});

test('a label that is too long, and a full navigation, are reported at their field', async () => {
  const full = 'The navigation already has 8 pages. Remove one first';
  const tooLong = 'Must have at most 24 characters';
  await editorPage({
    cards: [{ title: 'One' }],
    inNavigation: true,
    part: 'settings',
    faultsWhileEditing: ({ navigationLabel }) => ({
      inNavigation: full,
      ...((navigationLabel ?? '').length > 24 ? { navigationLabel: tooLong } : {}),
    }),
  });
  await expect.element(form().getByText(full)).toBeVisible();
  await userEvent.fill(label(), 'Everything that the counter sells');
  await expect.element(form().getByText(tooLong)).toBeVisible();
});
