import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import { formPage } from './form-page.tsx';

const LINKS = {
  links: {
    type: 'array' as const,
    title: 'Links',
    maxItems: 3,
    items: {
      type: 'object' as const,
      title: 'Link',
      required: ['words'],
      properties: {
        words: { type: 'string', title: 'Words', minLength: 1 },
        count: { type: 'integer', title: 'Count' },
      },
    },
  },
} satisfies Record<string, FormProperty>;
const THREE = { links: [{ words: 'one' }, { words: 'two' }, { words: 'three' }] };

test('rows are added up to the limit, by keyboard alone', async () => {
  const { screen, submitted } = await formPage({
    links: { ...LINKS.links, items: { ...LINKS.links.items, required: [] } },
  });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'Words' })).toHaveFocus();
  await userEvent.keyboard('Map{Tab}12{Enter}');
  await expect.poll(() => submitted).toEqual([{ links: [{ words: 'Map', count: 12 }] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
  await expect.element(screen.getByRole('button', { name: 'Add a link' })).not.toBeInTheDocument();
});

test('rows change places and go, and the focus stays with them', async () => {
  const { screen, submitted } = await formPage(LINKS, { data: THREE });
  screen.getByRole('button', { name: 'Move link 3 up' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Move link 2 up' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Remove link 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ links: [{ words: 'three' }, { words: 'two' }] }]);
});

test('the very input that is wrong in a row is marked and found', async () => {
  const { screen, submitted } = await formPage(LINKS, { data: { links: [{ words: 'one' }, { count: 2 }] } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Entry 2: This field is required');
  await userEvent.click(screen.getByRole('alert').getByRole('link'));
  await expect.element(screen.getByRole('textbox', { name: 'Words' }).nth(1)).toHaveFocus();
  expect(submitted).toEqual([]);
});

test('the focus is in what is added immediately: the next key is for it', async () => {
  const notes: FormProperty = { type: 'array', title: 'Notes', items: { type: 'string' } };
  const { screen } = await formPage({ ...LINKS, notes });
  (screen.getByRole('button', { name: 'Add a link' }).element() as HTMLElement).click();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Words' }).element());
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  screen.getByRole('textbox', { name: 'Notes' }).element().dispatchEvent(enter);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Notes, 2' }).element());
});

test('formatted text keeps what is typed between a change and the end of its rendering', async () => {
  let isFirst = true;
  const { data } = await formPage(
    { text: { type: 'string', title: 'Text', format: 'html' } },
    {
      visible: (form) => {
        if (form['text'] === '<p>a</p>' && isFirst) {
          isFirst = false;
          queueMicrotask(() => document.execCommand('insertText', false, 'b'));
        }
        return new Set(['text']);
      },
    },
  );
  await expect.poll(() => document.querySelector('[contenteditable]')).not.toBeNull();
  document.querySelector<HTMLElement>('[contenteditable]')?.focus();
  document.execCommand('insertText', false, 'a');
  await expect.poll(() => data()).toEqual({ text: '<p>ab</p>' });
  document.execCommand('insertText', false, 'c');
  await expect.poll(() => data()).toEqual({ text: '<p>abc</p>' });
});

test.each([1280, 640, 360, 320])(
  'in a window of %d px, dates and times in rows show their year and AM or PM',
  async (width) => {
    await page.viewport(width, 900);
    const at = (name: string): FormProperty => ({ type: 'string', title: name, format: 'date-time' });
    const { screen } = await formPage(
      {
        dates: {
          type: 'array',
          title: 'Dates',
          items: {
            type: 'object',
            title: 'Date',
            properties: {
              startsAt: at('Starts'),
              endsAt: at('Ends'),
              place: { type: 'string', title: 'Place' },
              note: { type: 'string', title: 'Note' },
            },
          },
        },
      },
      { data: { dates: [{ startsAt: '2026-12-30T19:30:00.000Z', endsAt: '2026-12-30T21:30:00.000Z' }] } },
    );
    for (const name of ['Starts', 'Ends']) {
      const input = screen.getByRole('textbox', { name }).element() as HTMLInputElement;
      expect(input.value).toMatch(/^12\/30\/2026 \d+:30 [AP]M$/);
      expect(input.scrollWidth, `${name}: ${input.value}`).toBeLessThanOrEqual(input.clientWidth);
    }
  },
);
