import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cardOrder, editorOf, form, handle, makePage, openEditor, untilSaved } from './content-editor-support.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();

const THREE = [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }];

async function ready(page: Page, cards = THREE) {
  await page.goto('/content/manage');
  const made = await makePage(page, cards);
  await openEditor(page, made);
  await expect.poll(() => cardOrder(page)).toEqual(cards.map(({ title }) => title));
  return made;
}

describe('the order of cards', () => {
  test('is changed by the keyboard, said aloud, and stays', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const made = await ready(page);
    await handle(page, 'One').press('ArrowDown');
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'One', 'Three']);
    await page.getByText('One is card 2 of 3 now').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move One, card 2 of 3');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'Three', 'One']);
    await untilSaved(page);
    await page.reload();
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'Three', 'One']);
    expect((await editorOf(page, made.id)).draft?.content.cards.map(({ title }) => title)).toEqual([
      'Two',
      'Three',
      'One',
    ]);
  });

  test('is changed by dragging with the mouse; Escape leaves it as it was', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await ready(page);
    await handle(page, 'Three').dragTo(handle(page, 'One'), { targetPosition: { x: 5, y: 2 } });
    await expect.poll(() => cardOrder(page)).toEqual(['Three', 'One', 'Two']);
    const [from, to] = [await handle(page, 'Three').boundingBox(), await handle(page, 'Two').boundingBox()];
    if (!from || !to) throw new Error('The handles are not on the page');
    await page.mouse.move(from.x + 5, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + to.height, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await cardOrder(page)).toEqual(['Three', 'One', 'Two']);
  });

  test('is changed beyond what is in view: the list scrolls along, the page does not', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await ready(
      page,
      Array.from({ length: 40 }, (_, index) => ({ title: `Card ${index + 1}` })),
    );
    const list = page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('list');
    const [from, box] = [await handle(page, 'Card 1').boundingBox(), await list.boundingBox()];
    if (!from || !box) throw new Error('The list is not on the page');
    await page.mouse.move(from.x + 5, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, Math.min(box.y + box.height, page.viewportSize()?.height ?? 0) - 8, { steps: 4 });
    await expect
      .poll(() => list.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1))
      .toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.up();
    await expect.poll(async () => (await cardOrder(page)).indexOf('Card 1')).toBeGreaterThan(30);
    const place = await handle(page, 'Card 1').boundingBox();
    expect(place?.y).toBeGreaterThan(0);
    expect(place?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  test('is changed by a finger, without scrolling the page along', async () => {
    const page = await newPage({ as: 'contentadmin', size: 'phone' });
    await ready(page);
    // Near an edge of the window the page would scroll along.
    await handle(page, 'One').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [from, to] = [await handle(page, 'One').boundingBox(), await handle(page, 'Three').boundingBox()];
    if (!from || !to) throw new Error('The handles are not on the page');
    const touch = await page.context().newCDPSession(page);
    const at = (y: number) => [{ x: from.x + 10, y }];
    const start = from.y + from.height / 2;
    const end = to.y + to.height - 4;
    const scrolled = await page.evaluate(() => window.scrollY);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(start) });
    for (const share of [0.2, 0.5, 0.8, 1])
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(start + (end - start) * share),
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'Three', 'One']);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});

describe('cards in the list', () => {
  test('are renamed on the spot, by F2 and by the pencil, or not with Escape', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const made = await ready(page);
    await page.getByRole('button', { name: /^Two/ }).press('F2');
    await page.getByRole('textbox', { name: 'New title of Two' }).fill('Second');
    await page.keyboard.press('Enter');
    await expect.poll(() => cardOrder(page)).toEqual(['One', 'Second', 'Three']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Second');
    await page.getByRole('button', { name: /^Three/ }).hover();
    await page.getByRole('button', { name: 'Rename Three' }).click();
    await page.getByRole('textbox', { name: 'New title of Three' }).fill('Never');
    await page.keyboard.press('Escape');
    expect(await cardOrder(page)).toEqual(['One', 'Second', 'Three']);
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards.map(({ title }) => title)).toEqual([
      'One',
      'Second',
      'Three',
    ]);
  });

  test('are copied, deleted and brought back, and every step can be taken back and again', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await ready(page);
    await page.getByRole('button', { name: /^Two/ }).click();
    await form(page).getByRole('button', { name: 'Duplicate' }).click();
    await expect
      .poll(() => cardOrder(page))
      .toEqual(['One', 'Two', 'Two \\(copy\\)', 'Three'].map((title) => title.replaceAll('\\', '')));
    await page.getByRole('button', { name: /^One/ }).click();
    await form(page).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'Two (copy)', 'Three']);
    const notice = page.getByRole('status', { name: 'Notices' });
    await notice.getByText('“One” is removed').waitFor();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => cardOrder(page)).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
    await page.getByRole('heading', { level: 1 }).first().click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => cardOrder(page)).toEqual(['Two', 'Two (copy)', 'Three']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => cardOrder(page)).toEqual(['One', 'Two', 'Three']);
    await page.keyboard.press('Control+y');
    await expect.poll(() => cardOrder(page)).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
    await page.keyboard.press('Control+Shift+z');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(() => cardOrder(page)).toEqual(['One', 'Two', 'Two (copy)', 'Three']);
  });
});
