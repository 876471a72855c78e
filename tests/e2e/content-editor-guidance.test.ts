import { describe, expect, test } from 'vitest';
import {
  cardOrder,
  editorOf,
  form,
  isInView,
  makePage,
  openEditor,
  publishNow,
  untilSaved,
} from './content-editor-support.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();

describe('a refused publishing', () => {
  test('what stands in the way of publishing leads to its card and field, and is done with once it is put right', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [
      { title: 'Fine' },
      { title: '', type: 'LocationCard', data: { mode: 'hours' } },
      { title: 'Go', type: 'ActionCard', data: { link: 'nowhere at all', linkText: 'Go' } },
    ]);
    await openEditor(page, made);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Not published: 3 things must be put right first').waitFor();
    await page.getByRole('button', { name: 'Go, Button leads to' }).click();
    await page.getByRole('heading', { level: 2, name: 'Action card' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('link');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('/content/static/about');
    await page.keyboard.press('Enter');
    await page.getByText('Not published: 2 things must be put right first').waitFor();
    await page.getByRole('button', { name: 'Untitled location card, Title' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('cardTitle');
    await page.keyboard.type('Hours');
    await form(page).getByRole('combobox', { name: 'Location' }).fill('Makeshop');
    await page
      .getByRole('option', { name: /^Makeshop/ })
      .first()
      .click();
    await expect.poll(() => page.getByText('must be put right first').count()).toBe(0);
    await publishNow(page);
  });

  test('everything that stands in the way is in view and has the focus, also where the open card is part of it', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(
      page,
      Array.from({ length: 10 }, () => ({
        title: '',
        type: 'LocationCard' as const,
        data: { mode: 'hours' as const },
      })),
    );
    await openEditor(page, made);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    const title = page.getByText(/^Not published: \d\d things must be put right first$/);
    await title.waitFor();
    await form(page).getByText('2 fields need your attention').waitFor();
    await expect
      .poll(() =>
        title.evaluate(
          (one) => document.activeElement?.contains(one) === true && document.activeElement.matches('[role=alert]'),
        ),
      )
      .toBe(true);
    await expect.poll(() => isInView(title)).toBe(true);
  });

  test('of a list the very line that is wrong is marked, and comes into view with the focus', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const items = Array.from({ length: 30 }, (_, index) => (index === 1 ? '' : `Entry ${index + 1}`));
    const made = await makePage(page, [
      { title: 'List one', type: 'ListCard', data: { items, links: ['/login', '/about'], linkTexts: ['', 'About'] } },
    ]);
    await openEditor(page, made);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Not published: 2 things must be put right first').waitFor();
    const entry = form(page).getByRole('textbox', { name: 'Entries, 2', exact: true });
    const words = form(page).getByRole('group', { name: 'Link 1' }).getByRole('textbox', { name: 'Words' });
    await expect
      .poll(() =>
        form(page)
          .locator('input[aria-invalid]')
          .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      )
      .toEqual(['', '']);
    for (const [fault, input] of [
      ['List one, Words of the links', words],
      ['List one, Entries', entry],
    ] as const) {
      await page.getByRole('button', { name: fault }).click();
      await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
      await expect.poll(() => isInView(input)).toBe(true);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
    }
    await page.keyboard.type('Goggles');
    await page.getByText('Not published: one thing must be put right first').waitFor();
    expect(await entry.getAttribute('aria-invalid')).toBeNull();
    await words.fill('Log in');
    await publishNow(page);
  });

  test('empty lines of a list stay while one types and do not stand in the way', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Bring along', type: 'ListCard' }]);
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Entries' }).fill('Closed shoes');
    await page.keyboard.press('Enter');
    await form(page).getByRole('textbox', { name: 'Entries, 2', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('An idea');
    await form(page).getByRole('button', { name: 'Add a link' }).click();
    await untilSaved(page);
    expect(await form(page).getByRole('textbox', { name: 'Entries, 2', exact: true }).inputValue()).toBe('');
    expect(await form(page).getByRole('textbox', { name: 'Entries, 3', exact: true }).inputValue()).toBe('An idea');
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.data).toEqual({
      items: ['Closed shoes', 'An idea'],
    });
    await publishNow(page);
  });
});

describe('somebody who works by keyboard', () => {
  test.each(['desktop', 'phone'] as const)(
    'is at the row of the copy, and of the neighbour of a deleted card: %s',
    async (size) => {
      const page = await newPage({ as: 'contentadmin', size });
      await page.goto('/content/manage');
      const made = await makePage(page, [{ title: 'One' }, { title: 'Two' }, { title: '' }]);
      await openEditor(page, made, 'new-1');
      const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('data-part') ?? document.activeElement?.tagName);
      const partOf = async (title: string) =>
        (await editorOf(page, made.id)).draft?.content.cards.find((card) => card.title === title)?.key;
      await form(page).getByRole('button', { name: 'Duplicate' }).press('Enter');
      await expect.poll(() => form(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Two (copy)');
      await untilSaved(page);
      await expect.poll(focused).toBe(size === 'phone' ? 'H2' : await partOf('Two (copy)'));
      for (const next of ['new-2', 'new-1', 'new-0', 'settings']) {
        if (size === 'phone' && next !== 'new-2') await page.keyboard.press('Enter');
        await form(page).getByRole('button', { name: 'Delete' }).press('Enter');
        await expect.poll(focused).toBe(next);
      }
      await expect.poll(() => cardOrder(page)).toEqual([]);
    },
  );

  test('is told which card a page about a person begins with', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [], { type: 'About Me' });
    await openEditor(page, made);
    await page
      .getByText('No cards yet. Add an about-me card: a person’s photo, what they help with and how to reach them.')
      .waitFor();
  });
});
