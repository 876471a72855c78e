import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { formPage } from './form-page.tsx';

test('one click on Save saves, though leaving the field that is edited would move the page', async () => {
  const { screen, submitted } = await formPage({
    extra: { type: 'object', additionalProperties: { type: 'object' }, title: 'Extra' },
  });
  const text = JSON.stringify({ list: { ...Array.from({ length: 12 }, (_, index) => `entry ${index}`) } });
  await userEvent.fill(screen.getByLabelText('Extra'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ extra: JSON.parse(text) }]);
});

test('what is typed but not yet taken over is part of what is saved, by the button and by Enter', async () => {
  const link = { type: 'string', format: 'link', title: 'Address' } as const;
  const { screen, submitted } = await formPage({ link, web: { type: 'string', format: 'uri', title: 'Web' } });
  await userEvent.fill(screen.getByRole('combobox'), '/content/static/about');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ link: '/content/static/about' });
  await userEvent.fill(screen.getByLabelText('Web'), 'example.org/map');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => submitted.at(-1)).toEqual({ link: '/content/static/about', web: 'https://example.org/map' });
});
