import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import type { WeekHours } from '../../domain/calls/places.ts';
import type { CardData, ContentPage } from '../../domain/calls/pages.ts';
import { addDays, hoursOfDays } from '../../domain/hours/hours.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { refusal } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const WIDE = `${'0a'.repeat(10)}-1600x900.webp`;
/** A week that begins on a Sunday, in a zone six hours behind UTC. */
const SUNDAY = '2026-03-01';
const USUAL = { weekends: true, openTimes: [12, 9, 9, 9, 9, 9, 12], closeTimes: [17, 20, 20, 20, 20, 17, 17] };
const HERO = {
  imageUrl: WIDE,
  text: '<p>Six workshops for every student in every major. Bring an idea; we bring the machines and the materials.</p>',
  link: '/content/static/first-visit',
  linkText: 'Plan your first visit',
};

afterEach(() => {
  vi.useRealTimers();
});

function weekOf(locationId: number, displayName: string, given: Partial<WeekHours> = {}): WeekHours {
  return {
    locationId,
    displayName,
    buildingCode: 'ITLL',
    room: '1B10',
    timezone: 'America/Chicago',
    clock: [{ from: 0, offset: -360 }],
    asOf: Date.parse(`${SUNDAY}T00:00:00Z`),
    today: SUNDAY,
    hoursAt: '/content/static/rooms#makeshop',
    weekends: true,
    days: hoursOfDays(SUNDAY, 7, USUAL, []),
    next: hoursOfDays(addDays(SUNDAY, 7), 1, USUAL, [])[0] ?? null,
    ...given,
  };
}

/** A page that begins with such a card, at an instant of UTC. */
async function open(data: CardData, at: string, weeks: (WeekHours | Response)[] = []): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(at) });
  const shown: ContentPage = {
    id: 1,
    name: 'home',
    title: 'Home',
    type: 'Card',
    theme: 'dark',
    summary: null,
    category: '',
    backgroundUrl: null,
    data: '',
    cards: [{ id: 1, title: 'Make it here', type: 'StandardCard', data: JSON.stringify({ ...HERO, ...data }) }],
    updatedAt: `${SUNDAY}T00:00:00.000Z`,
  };
  await sitePage({
    pattern: '/',
    address: '/',
    screen: <ContentPageView page={shown} />,
    answers: {
      'GET /api/content/siteDisplaySettings': () => DEFAULT_SITE_SETTINGS,
      ...Object.fromEntries(weeks.map((week, index) => [`GET /api/locations/${index + 1}/hours`, () => week])),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Make it here' })).toBeVisible();
}

const placeTexts = () =>
  page
    .getByRole('list', { name: 'Open now' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

describe('the places of a card', () => {
  test('say whether they are open, and until when, at their own time, and lead to their hours', async () => {
    await open({ places: [1, 2, 3] }, '2026-03-02T23:30:00Z', [
      weekOf(1, 'Makeshop'),
      weekOf(2, 'Print room', {
        hoursAt: null,
        days: hoursOfDays(SUNDAY, 7, { ...USUAL, closeTimes: Array<number>(7).fill(17) }, []),
      }),
      weekOf(3, 'Studio', { days: null, next: null }),
    ]);
    await expect
      .poll(placeTexts)
      .toEqual(['Makeshop Open until 8 PM', 'Print room Closed until tomorrow 9 AM', 'Studio No opening hours']);
    const links = page.getByRole('list', { name: 'Open now' }).getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/content/static/rooms#makeshop',
      '/content/static/rooms#makeshop',
    ]);
  });

  test('change their state as time passes', async () => {
    await open({ places: [1] }, '2026-03-03T01:59:00Z', [weekOf(1, 'Makeshop')]);
    await expect.poll(placeTexts).toEqual(['Makeshop Open until 8 PM']);
    vi.setSystemTime(Date.parse('2026-03-03T02:00:01Z'));
    // As after a sleep of the device.
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(placeTexts).toEqual(['Makeshop Closed until tomorrow 9 AM']);
  });

  test('leave one out that visitors cannot see', async () => {
    await open({ places: [1, 2] }, '2026-03-02T18:00:00Z', [
      weekOf(1, 'Makeshop'),
      refusal(404, 'resource.not-found', 'There is no such location'),
    ]);
    await expect.poll(placeTexts).toEqual(['Makeshop Open until 8 PM']);
  });
});

describe('the buttons of a card', () => {
  test('lead to what the site has and the reader can open; others are left out', async () => {
    await open(
      {
        links: ['/requests/navigate', '/payment/nowhere', 'tel:+13035550142'],
        linkTexts: ['Make a request', 'Store', 'Call us'],
      },
      '2026-03-02T18:00:00Z',
    );
    await expect.element(page.getByRole('link', { name: 'Make a request' })).toBeVisible();
    expect(
      page
        .getByRole('article')
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/content/static/first-visit', '/requests/navigate', 'tel:+13035550142']);
  });

  test('are pressed themselves, though the whole card is a link', async () => {
    await open({ links: ['/requests/navigate'], linkTexts: ['Make a request'] }, '2026-03-02T18:00:00Z');
    const { left, top, width, height } = page
      .getByRole('link', { name: 'Make a request' })
      .element()
      .getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + height / 2)?.textContent).toBe('Make a request');
  });

  test.each([360, 1280])('at %d px and 200 % text nothing of buttons and places is cut off', async (width) => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'html { font-size: 200% }';
    try {
      await open(
        {
          links: ['/requests/navigate', '/docs'],
          linkTexts: ['Make a request', 'Search'],
          places: [1, 2],
        },
        '2026-03-02T18:00:00Z',
        [weekOf(1, 'Makeshop'), weekOf(2, 'Wood and metal shop of the engineering college')],
      );
      await page.viewport(width, 800);
      await expect.poll(placeTexts).toHaveLength(2);
      const parts = [...document.querySelectorAll('[aria-label="Open now"], [aria-label="Open now"] *, article a')];
      expect(parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    } finally {
      style.remove();
    }
  });
});
