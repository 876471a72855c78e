import { expect, test } from 'vitest';
import { cardOrder, handle, makePage, openEditor } from './content-editor-support.ts';
import { atRest, newPage, useBrowser } from './support.ts';

useBrowser();

test('the order of cards is changed by a finger, without scrolling the page', async () => {
  const page = await newPage({ as: 'contentadmin', size: 'phone' });
  await page.goto('/content/manage');
  await openEditor(page, await makePage(page, [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]));
  await expect.poll(() => cardOrder(page)).toEqual(['One', 'Two', 'Three']);
  // Near an edge of the window the page would scroll, too.
  await atRest(page);
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
