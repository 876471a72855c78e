import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { LocationCalendar, WeekHours } from '../../domain/calls/places.ts';
import type { CardData, CardType, ContentPage } from '../../domain/calls/pages.ts';
import type { ShellModel } from '../../domain/declarations/client-model.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { ModelContext } from '../../src/app/useModel.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { LazyDayCalendar } from '../../src/content/cards/DayEvents.tsx';

await LazyDayCalendar.preload();

const CALENDAR: RouteDeclaration = {
  name: 'calendar',
  path: '/calendar/:locationId',
  login: false,
  requiredRoles: [],
  kioskAllowed: false,
  backgroundTheme: 'light',
  screen: 'portal:calendar',
};
const WEEK: WeekHours = {
  locationId: 7,
  displayName: 'Makeshop',
  buildingCode: 'ENGR',
  room: '114',
  timezone: 'UTC',
  clock: [{ from: 0, offset: 0 }],
  asOf: Date.parse('2026-11-17T10:00:00Z'),
  today: '2026-11-17',
  hoursAt: '/content/static/rooms#makeshop',
  weekends: true,
  next: null,
  days: Array.from({ length: 7 }, (_, weekday) => ({
    date: `2026-11-${15 + weekday}`,
    weekday,
    opens: 9,
    closes: 17,
    reason: null,
    intervals: [{ from: 9, to: 17 }],
    closures: [],
  })),
};

const USUAL = { weekends: true, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(17) };

function pageOf(cards: [CardType, CardData][], given: Partial<ContentPage> = {}): ContentPage {
  return {
    id: 1,
    name: 'shop',
    title: 'Shop',
    type: 'Card',
    theme: 'dark',
    summary: null,
    category: 'Content',
    backgroundUrl: null,
    data: '',
    updatedAt: '2026-11-01T00:00:00Z',
    cards: cards.map(([type, data], index) => ({
      id: index + 1,
      title: `Card ${index + 1}`,
      type,
      data: JSON.stringify(data),
    })),
    ...given,
  };
}

/** Renders as on the server, without any browser API. */
function render(page: ContentPage, routes: RouteDeclaration[] = []): string {
  const client = new QueryClient();
  client.setQueryData(['/api/locations/7/hours'], WEEK);
  client.setQueryData(['/api/ViewScheduling/GetCalendarFor/7?today=true'], {
    location: { id: 7, displayName: 'Makeshop', buildingCode: 'ENGR', room: '114', timezone: 'UTC' },
    clock: WEEK.clock,
    hours: { ...USUAL, date: '2026-11-17', weekday: 2, opens: 9, closes: 17, reason: null },
    days: WEEK.days?.slice(2, 3) ?? [],
    events: [
      {
        id: 1,
        kind: 'event',
        title: 'Tour',
        start: '2026-11-17T10:00:00+00:00',
        end: '2026-11-17T11:00:00+00:00',
        description: '',
        place: 'Makeshop, ENGR 114',
      },
    ],
  } satisfies LocationCalendar);
  const model: ShellModel = {
    revision: '1',
    site: {
      productName: 'Atrium',
      identityName: 'Id',
      timezone: 'UTC',
      locale: 'en-US',
      currency: 'USD',
      terms: [],
      uploadMegabytes: 25,
      frameHosts: [],
      documentation: { system: 'docs' },
    },
    roles: [],
    routes,
    menu: [],
    listable: [],
    boards: [],
    login: { providers: [], passwordsOf: 'everyone', newPasswords: null },
  };
  return renderToString(
    <QueryClientProvider client={client}>
      <ModelContext value={model}>
        <StaticRouter location="/">
          <ContentPageView page={page} />
        </StaticRouter>
      </ModelContext>
    </QueryClientProvider>,
  );
}

describe('a page rendered on the server', () => {
  test('contains every card, with the state of a place at the minute of its hours', () => {
    const html = render(
      pageOf([
        ['StandardCard', { text: '<p>Words</p>', places: [7] }],
        ['RawHtmlCard', { text: '<h2>Steps</h2>' }],
        ['ActionCard', { link: '/docs', linkText: 'Go' }],
        ['ListCard', { items: ['Shoes'] }],
        ['AboutMeCard', { pronouns: 'they/them' }],
        ['LocationCard', { id: 7, mode: 'hours' }],
        ['LocationCard', { id: 7, mode: 'day' }],
      ]),
    );
    const text = html.replace(/<!--.*?-->|<\/?span[^>]*>/g, '');
    for (const words of ['Words', 'Steps', 'Go', 'Shoes', 'they/them', '>Today</p>', 'Tuesday', 'Tour', '10 – 11 AM'])
      expect(text).toContain(words);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
    expect(html).toContain('Open now</p>');
    expect(html).toMatch(/<a [^>]*href="\/content\/static\/rooms#makeshop"[^>]*>.*Makeshop.*Open until 5 PM/);
  });

  test.each([
    ['a card page', pageOf([['ListCard', {}]])],
    [
      'a page that begins with its own name in an image',
      pageOf([['StandardCard', { imageUrl: `${'a'.repeat(20)}-1600x900.webp` }]], { title: 'Card 1' }),
    ],
    [
      'the start page with an image',
      pageOf([['StandardCard', { imageUrl: `${'a'.repeat(20)}-1600x900.webp` }]], { name: 'home', title: 'Home' }),
    ],
    ['a standard page', pageOf([], { type: 'Standard', data: '<h1>Not this</h1>' })],
    ['a page of raw HTML', pageOf([], { type: 'Raw Html', data: '<p>Look</p>' })],
    ['a page about a person', pageOf([['AboutMeCard', { name: 'Shop' }]], { type: 'About Me' })],
    ['a page about a person without a card', pageOf([], { type: 'About Me', data: '<p>Me</p>' })],
    ['an empty page', pageOf([])],
  ])('has one heading of the first rank: %s', (_, page) => {
    const headings = render(page).match(/<h1[^>]*>.*?<\/h1>/g) ?? [];
    expect(headings.map((heading) => heading.replace(/<[^>]*>/g, ''))).toEqual([page.title]);
  });

  test('has only its first picture loaded immediately', () => {
    const imageUrl = `${'b'.repeat(20)}-600x400.webp`;
    const html = render(
      pageOf([
        ['ListCard', {}],
        ['StandardCard', { imageUrl }],
        ['LocationCard', { id: 7, mode: 'hours', imageUrl }],
        ['AboutMeCard', { imageUrl }],
      ]),
    );
    expect(
      [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => [/fetchPriority="high"/.test(tag), /loading="lazy"/.test(tag)]),
    ).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });

  test('leads from a location to its calendar once there is one', () => {
    const page = pageOf([['LocationCard', { id: 7, mode: 'hours' }]]);
    expect(render(page)).not.toContain('/calendar/7');
    expect(render(page, [CALENDAR])).toMatch(
      /<a href="\/calendar\/7" target="_blank" rel="noopener"[^>]*>.*Calendar of Makeshop \(opens in a new tab\)/,
    );
  });

  test('shows frames of allowed hosts only, and only where HTML is raw', () => {
    const text = '<iframe src="https://evil.example/"></iframe><p>Text</p>';
    expect(
      render(
        pageOf([
          ['RawHtmlCard', { text }],
          ['StandardCard', { text }],
        ]),
      ),
    ).not.toContain('iframe');
  });
});
