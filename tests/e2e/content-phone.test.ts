import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CARD_FADE_INTERVAL } from '../../domain/values/constants.ts';
import { makePage, uploadPicture, type CardGiven } from './content-pages.ts';
import { atRest, newPage, useBrowser, type PageOptions } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

/** A page whose cards all have a picture, on a phone of someone who does not mind motion, with the clock in hand. */
async function openPictures(options: PageOptions, motion: 'no-preference' | 'reduce'): Promise<Page> {
  const page = await newPage({ as: 'contentadmin', size: 'phone', ...options });
  const imageUrl = await uploadPicture(page, 1200, 900);
  const { path } = await makePage(
    page,
    {},
    Array.from({ length: 5 }, (_, index): CardGiven => ({
      type: 'StandardCard',
      title: `Image ${index}`,
      data: {
        imageUrl,
        text: `<p>${'White letters on a white image. '.repeat(index + 1)}<a href="/docs">Guides</a></p>`,
        link: '/docs',
        linkText: 'Go',
      },
    })),
  );
  await page.emulateMedia({ reducedMotion: motion });
  await page.goto(path);
  await page.getByRole('heading', { name: 'Image 4' }).waitFor();
  return page;
}

const opacities = (page: Page) =>
  page
    .locator('[data-fades]')
    .evaluateAll((all) => all.map((each) => Number((each as HTMLElement).style.getPropertyValue('--fade') || '1')));

/** Scrolls and waits until the page has been notified. */
async function scroll(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise<void>((settle) => {
        document.addEventListener('scroll', () => settle(), { once: true });
        window.scrollTo({ top: to, behavior: 'instant' });
      }),
    top,
  );
}

test('on a phone a card’s picture lies behind its words, and fades by how much of the card is in view, every 100 ms while scrolling', async () => {
  const page = await openPictures({}, 'no-preference');
  const box = (index: number, part: string) =>
    page
      .getByRole('article')
      .nth(index)
      .locator(part)
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const [picture, words] = [await box(1, '[data-fades]'), await box(1, 'h2')];
  expect([picture.top < words.top, picture.bottom > words.bottom, picture.left < words.left]).toEqual([
    true,
    true,
    true,
  ]);
  await expect
    .poll(async () => {
      const [first = 0, , , , last = 1] = await opacities(page);
      return [first > 0.9, last];
    })
    .toEqual([true, 0.25]);
  await page.clock.install({ time: clock.now() });
  await page.reload();
  await page.getByRole('heading', { name: 'Image 4' }).waitFor();
  await page.clock.pauseAt(clock.now() + 60_000);
  const before = await opacities(page);
  await scroll(page, 400);
  expect(await opacities(page)).toEqual(before);
  await page.clock.runFor(CARD_FADE_INTERVAL - 1);
  expect(await opacities(page)).toEqual(before);
  await page.clock.runFor(1);
  const after = await opacities(page);
  expect(after[0]).toBeLessThan(before[0] ?? 0);
  expect(after[1]).toBeGreaterThan(before[1] ?? 1);
});

test('on a phone the cards far below wait, in their room, until the page is ready', async () => {
  const page = await openPictures({}, 'reduce');
  const cards = () =>
    page.getByRole('article').evaluateAll((all) => all.map((card) => getComputedStyle(card).contentVisibility));
  const height = () =>
    page
      .getByRole('article')
      .last()
      .evaluate((card) => card.getBoundingClientRect().height);
  await expect.poll(async () => new Set(await cards())).toEqual(new Set(['visible']));
  await atRest(page);
  const settled = await height();
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.goto(page.url(), { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Image 4' }).waitFor({ state: 'attached' });
  expect(await cards()).toEqual(['visible', 'auto', 'auto', 'auto', 'auto']);
  await expect.poll(height).toBe(settled);
});

test('pictures are still for people who prefer less motion, and on a desktop', async () => {
  const phone = await openPictures({}, 'reduce');
  await scroll(phone, 600);
  expect(await opacities(phone)).toEqual([1, 1, 1, 1, 1]);
  const desktop = await openPictures({ size: 'desktop' }, 'no-preference');
  expect(await opacities(desktop)).toEqual([1, 1, 1, 1, 1]);
});

test.each(['light', 'dark'] as const)(
  'words on pictures keep their contrast wherever one has scrolled to in the %s theme',
  async (theme) => {
    const page = await openPictures({ theme }, 'no-preference');
    for (const top of [0, 300, 900, 1500]) {
      await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
      const faults = await page.getByRole('article').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const luminance = ([red = 0, green = 0, blue = 0]: number[]) =>
            [red, green, blue]
              .map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
              .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
          // The lightest that a picture can be, behind the veil.
          const veiled = luminance([66, 66, 66]);
          return [...card.querySelectorAll('h1, h2, h3, p, a')]
            .filter((element) => {
              const color = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
              return (luminance(color) + 0.05) / (veiled + 0.05) < 4.5;
            })
            .map((element) => element.outerHTML.slice(0, 80));
        }),
      );
      expect(faults).toEqual([]);
    }
  },
);
