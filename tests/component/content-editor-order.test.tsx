import { describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { cardOrder, editorPage, form, handle } from './editor-page.tsx';

const THREE = [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }];

function boxOf(title: string): DOMRect {
  return handle(title).element().getBoundingClientRect();
}

describe('the order of cards', () => {
  test('is changed by the keyboard, announced, and stays', async () => {
    const { saved } = await editorPage({ cards: THREE });
    handle('One').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(cardOrder).toEqual(['Two', 'One', 'Three']);
    await expect.element(page.getByText('One is now card 2 of 3')).toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Move One, card 2 of 3');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(cardOrder).toEqual(['Two', 'Three', 'One']);
    await expect.poll(() => saved().cards.map(({ title }) => title)).toEqual(['Two', 'Three', 'One']);
  });

  test('is changed by dragging with the mouse; Escape leaves it as it was', async () => {
    await editorPage({ cards: THREE });
    await handle('Three').hover();
    const first = boxOf('One');
    const third = boxOf('Three');
    await commands.pointer([
      { to: { x: third.x + 5, y: third.y + 10 }, button: 'down' },
      { to: { x: first.x + 5, y: first.y + 2 }, steps: 4, button: 'up' },
    ]);
    await expect.poll(cardOrder).toEqual(['Three', 'One', 'Two']);
    const from = boxOf('Three');
    const to = boxOf('Two');
    await commands.pointer([
      { to: { x: from.x + 5, y: from.y + 10 }, button: 'down' },
      { to: { x: to.x + 5, y: to.y + to.height }, steps: 4 },
    ]);
    await userEvent.keyboard('{Escape}');
    await commands.pointer([{ button: 'up' }]);
    expect(cardOrder()).toEqual(['Three', 'One', 'Two']);
  });

  test('is changed beyond the visible part: the list scrolls, the page does not', async () => {
    await editorPage({ cards: Array.from({ length: 28 }, (_, index) => ({ title: `Card ${index + 1}` })) });
    const list = page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('list').element();
    // Where it stays.
    await handle('Card 1').hover();
    const from = boxOf('Card 1');
    const { bottom } = list.getBoundingClientRect();
    await commands.pointer([
      { to: { x: from.x + 5, y: from.y + 10 }, button: 'down' },
      { to: { x: from.x + 5, y: Math.min(bottom, window.innerHeight) - 8 }, steps: 4 },
    ]);
    const end = list.scrollHeight - list.clientHeight;
    await expect.poll(() => list.scrollTop).toBeGreaterThanOrEqual(end - 1);
    expect(list.scrollHeight - list.clientHeight).toBeLessThanOrEqual(end + 1);
    expect(window.scrollY).toBe(0);
    await commands.pointer([{ button: 'up' }]);
    await expect.poll(() => cardOrder().indexOf('Card 1')).toBeGreaterThan(18);
    const place = boxOf('Card 1');
    expect(place.y).toBeGreaterThan(0);
    expect(place.y).toBeLessThan(window.innerHeight);
  });
});

describe('cards in the list', () => {
  test('are renamed on the spot, by F2 and by the pencil, or not with Escape', async () => {
    const { saved } = await editorPage({ cards: THREE });
    page.getByRole('button', { name: /^Two/ }).element().focus();
    await userEvent.keyboard('{F2}');
    await page.getByRole('textbox', { name: 'New title of Two' }).fill('Second');
    await userEvent.keyboard('{Enter}');
    await expect.poll(cardOrder).toEqual(['One', 'Second', 'Three']);
    await expect.poll(() => document.activeElement?.textContent).toContain('Second');
    await page.getByRole('button', { name: /^Three/ }).hover();
    await page.getByRole('button', { name: 'Rename Three' }).click();
    await page.getByRole('textbox', { name: 'New title of Three' }).fill('Never');
    await userEvent.keyboard('{Escape}');
    expect(cardOrder()).toEqual(['One', 'Second', 'Three']);
    await expect.poll(() => saved().cards.map(({ title }) => title)).toEqual(['One', 'Second', 'Three']);
  });

  test('are copied, deleted and restored, and every step can be undone and redone', async () => {
    await editorPage({ cards: THREE });
    await page.getByRole('button', { name: /^Two/ }).click();
    await form().getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(cardOrder).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
    await page.getByRole('button', { name: /^One/ }).click();
    await form().getByRole('button', { name: 'Delete' }).click();
    await expect.poll(cardOrder).toEqual(['Two', 'Two (copy)', 'Three']);
    const notice = page.getByRole('status', { name: 'Notices' });
    await expect.element(notice.getByText('“One” deleted')).toBeVisible();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(cardOrder).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
    await page.getByRole('heading', { level: 1 }).first().click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(cardOrder).toEqual(['Two', 'Two (copy)', 'Three']);
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(cardOrder).toEqual(['One', 'Two', 'Three']);
    await userEvent.keyboard('{Control>}y{/Control}');
    await expect.poll(cardOrder).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(cardOrder).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
  });
});
