import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PageContent } from '../../domain/calls/page-editor.ts';
import { editorPage, form } from './editor-page.tsx';

const DEAD = 'There is no page at /content/static/nowhere';

/** As the server finds them. */
function faultsWhileEditing({ cards }: PageContent): Record<string, string> {
  return Object.fromEntries(
    cards.flatMap(({ key, title, data }): [string, string][] => [
      ...(data.link?.startsWith('/content/static/nowhere') ? [[`${key}.data.link`, DEAD] as [string, string]] : []),
      ...(data.link?.startsWith('javascript:')
        ? [[`${key}.data.link`, 'Please enter a valid address'] as [string, string]]
        : []),
      ...(title === '' ? [[`${key}.title`, 'This field is required'] as [string, string]] : []),
    ]),
  );
}

const link = () => form().getByRole('combobox', { name: 'Button links to' });
const publish = () => page.getByRole('button', { name: /^Publish( changes)?$/ });

test('a fault stays at its field and its card during typing, until it is fixed', async () => {
  await editorPage({
    cards: [{ title: 'Go', type: 'ActionCard', data: { linkText: 'Go' } }, { title: 'Other' }],
    part: 'new-0',
    faultsWhileEditing,
  });
  await userEvent.fill(link(), 'javascript:alert(1)');
  await form().getByRole('textbox', { name: 'Title' }).click();
  await expect.element(form().getByText('Please enter a valid address')).toBeVisible();
  expect(link().element().getAttribute('aria-invalid')).toBe('true');
  await expect.element(page.getByRole('button', { name: /^Go Needs your attention/ })).toBeVisible();
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Errors: Go, Button links to/ }))
    .toBeInTheDocument();
  // Only publishing is refused, which lists what prevents it.
  expect(page.getByText('One field needs your attention').query()).toBeNull();
  expect(page.getByText(/^Not published/).query()).toBeNull();
  await userEvent.fill(link(), '/docs');
  await form().getByRole('textbox', { name: 'Title' }).click();
  await expect.element(form().getByText('Please enter a valid address')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Go Action card/ })).toBeVisible();
});

test('the faults of a draft are there when it is opened; what is still missing is not one before publishing', async () => {
  await editorPage({
    cards: [
      { title: 'Go', type: 'ActionCard', data: { link: '/content/static/nowhere', linkText: 'Go' } },
      { title: '', type: 'StandardCard' },
    ],
    part: 'new-0',
    faultsWhileEditing,
  });
  await expect.element(form().getByText(DEAD)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Go Needs your attention/ })).toBeVisible();
  expect(page.getByText('This field is required').query()).toBeNull();
  expect(page.getByRole('button', { name: /^Untitled .*Needs your attention/ }).query()).toBeNull();
  await expect.element(publish()).toBeEnabled();
});
