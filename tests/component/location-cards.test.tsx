import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { DAY_CARD } from '../../domain/values/constants.ts';
import type { CalendarEvent, LocationCalendar, WeekHours } from '../../domain/calls/places.ts';
import type { ContentPage } from '../../domain/calls/pages.ts';
import {
  addDays,
  hoursOfDate,
  hoursOfDays,
  type EffectiveDay,
  type SpecialHours,
  type UsualHours,
} from '../../domain/hours/hours.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { refusal } from './site-api.ts';
import { sitePage } from './site-page.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** A week in UTC. */
const SUNDAY = '2026-03-01';
/** Opens on Monday at 8:30; Sunday and Saturday as wanted. */
const HOURS: UsualHours = {
  weekends: true,
  openTimes: [10, 8.5, 9, 9, 9, 9, 0],
  closeTimes: [16, 17, 17, 17, 12.5, 17, 0],
};
const ALL_DAY: UsualHours = {
  weekends: true,
  openTimes: Array<number>(7).fill(8),
  closeTimes: Array<number>(7).fill(20),
};
const PLACE = { displayName: 'Makeshop', buildingCode: 'LIB', room: '114', timezone: 'UTC' };
const CLOCK = [{ from: 0, offset: 0 }];

interface Given {
  usual?: UsualHours | null;
  special?: SpecialHours[];
  events?: Pick<CalendarEvent, 'title' | 'start' | 'end'>[];
  weekday?: number;
  hour: number;
  /** What blocks leave of the hours. */
  effective?: Partial<EffectiveDay>;
  /** Instead of the hours. */
  answer?: Response;
}

/** A page with one card of a location, at an hour of a weekday. */
async function openCard(mode: 'hours' | 'day', given: Given): Promise<void> {
  const {
    usual = mode === 'day' ? ALL_DAY : HOURS,
    special = [],
    events = [],
    weekday = 2,
    hour,
    effective,
    answer,
  } = given;
  const today = addDays(SUNDAY, weekday);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T00:00:00Z`) + hour * 3_600_000 });
  const week: WeekHours = {
    ...PLACE,
    locationId: 3,
    clock: CLOCK,
    asOf: Date.parse(`${today}T00:00:00Z`) + hour * 3_600_000,
    today,
    hoursAt: null,
    weekends: usual?.weekends ?? false,
    days: usual && hoursOfDays(SUNDAY, 7, usual, special),
    next: usual && (hoursOfDays(addDays(SUNDAY, 7), 1, usual, special)[0] ?? null),
  };
  const calendar: LocationCalendar = {
    location: { ...PLACE, id: 3 },
    clock: CLOCK,
    hours: usual && { ...usual, ...hoursOfDate(today, usual, special) },
    events: events.map((event, index) => ({
      ...event,
      id: index + 1,
      kind: 'event',
      description: '',
      place: 'Makeshop, LIB 114',
    })),
    days: hoursOfDays(today, 1, usual, special).map((day) => ({ ...day, ...effective })),
  };
  const shown: ContentPage = {
    id: 1,
    name: 'places',
    title: 'Places',
    type: 'Card',
    theme: 'light',
    summary: null,
    category: '',
    backgroundUrl: null,
    data: '',
    cards: [{ id: 1, title: 'Makeshop', type: 'LocationCard', data: JSON.stringify({ id: 3, mode }) }],
    updatedAt: `${SUNDAY}T00:00:00.000Z`,
  };
  await sitePage({
    pattern: '/content/static/:name',
    address: '/content/static/places',
    screen: <ContentPageView page={shown} />,
    answers: {
      'GET /api/locations/3/hours': () => answer ?? week,
      'GET /api/ViewScheduling/GetCalendarFor/3': () => calendar,
      'GET /api/events/sessions/1': () => refusal(404, 'events.not-found', 'Not found'),
      'GET /api/events/sessions/2': () => ({ state: 'waitlist', seatsLeft: 0, opensAt: `${SUNDAY}T00:00:00.000Z` }),
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Makeshop' })).toBeVisible();
}

const todayAt = (time: string): string => `${addDays(SUNDAY, 2)}T${time}:00+00:00`;
const event = (title: string, from: string, to: string) => ({ title, start: todayAt(from), end: todayAt(to) });

async function rows(): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Opening hours' });
  await expect.element(list).toBeVisible();
  return [...list.element().children].map((row) => [...row.children].map((part) => part.textContent).join(' | '));
}

describe('a location card of hours', () => {
  test('lists the week from Sunday on the 12-hour clock, with today marked', async () => {
    await openCard('hours', { weekday: 2, hour: 10 });
    expect(await rows()).toEqual([
      'Sunday | 10 AM – 4 PM',
      'Monday | 8:30 AM – 5 PM',
      'Tuesday | 9 AM – 5 PM',
      'Wednesday | 9 AM – 5 PM',
      'Thursday | 9 AM – 12:30 PM',
      'Friday | 9 AM – 5 PM',
      'Saturday | Closed',
    ]);
    await expect
      .poll(() => [...document.querySelectorAll('[aria-current="date"]')].map(({ textContent }) => textContent))
      .toEqual([expect.stringContaining('Tuesday')]);
    await expect.element(page.getByText('LIB 114')).toBeVisible();
  });

  test.each([
    [1, 8.4, 'Closed now', 'Opens at 8:30 AM'],
    [1, 12, 'Open now', 'Until 5 PM'],
    [1, 17, 'Closed now', 'Opens tomorrow at 9 AM'],
    [6, 12, 'Closed today', 'Opens tomorrow at 10 AM'],
  ])('on weekday %d at %d says: %s, %s', async (weekday, hour, words, detail) => {
    await openCard('hours', { weekday, hour });
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect.element(page.getByText(detail, { exact: true })).toBeVisible();
  });

  test('leaves Sunday out without weekend hours', async () => {
    await openCard('hours', { usual: { ...HOURS, weekends: false }, weekday: 3, hour: 12 });
    expect((await rows()).map((row) => row.split(' ')[0])).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
  });

  test.each([
    ['hours missing', { usual: null }],
    ['no such location', { answer: refusal(404, 'resource.not-found', 'There is no such location') }],
  ])('says so with %s', async (_what, given) => {
    await openCard('hours', { ...given, hour: 12 });
    await expect.element(page.getByText('Oops! Sorry.')).toBeVisible();
    await expect.element(page.getByText('Hours could not be displayed.')).toBeVisible();
  });

  test('links to the calendar of the place, in a new tab', async () => {
    await openCard('hours', { weekday: 1, hour: 12 });
    const link = page.getByRole('main').getByRole('link', { name: 'Calendar of Makeshop (opens in a new tab)' });
    await expect.element(link).toHaveAttribute('href', '/calendar/3');
    await expect.element(link).toHaveAttribute('target', '_blank');
  });
});

describe('a location card of a day', () => {
  const day = () => page.getByRole('grid', { name: 'Events today' });
  const box = () => day().element().parentElement as HTMLElement;
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
  const placeOf = (name: string) => boxOf(day().getByRole('button', { name }));
  const near = (...expected: number[]) => expected.map((value) => expect.closeTo(value, 0) as number);

  test('shows today’s events on a scale of 30 px to the hour, 300 px high, side by side where they meet, and the present hour', async () => {
    await openCard('day', {
      hour: 10.5,
      events: [
        event('Laser basics', '09:30', '11:00'),
        event('Drop-in', '10:00', '13:00'),
        event('Sewing', '14:00', '15:00'),
      ],
    });
    await expect.element(day()).toBeInTheDocument();
    const [laser, dropIn, sewing] = [placeOf('Laser basics'), placeOf('Drop-in'), placeOf('Sewing')];
    expect([box().offsetHeight, laser.height, dropIn.height]).toEqual(
      near(DAY_CARD.height, 1.5 * DAY_CARD.cellHeight, 3 * DAY_CARD.cellHeight),
    );
    expect([dropIn.top - laser.top, sewing.top - dropIn.top]).toEqual(
      near(0.5 * DAY_CARD.cellHeight, 4 * DAY_CARD.cellHeight),
    );
    expect(dropIn.left).toBeGreaterThanOrEqual(laser.right - 1);
    expect([sewing.left, Math.round(sewing.width / laser.width)]).toEqual([laser.left, 2]);
    expect(box().scrollHeight).toBe(12 * DAY_CARD.cellHeight);
    expect(day().getByText('8 AM', { exact: true }).elements()).toHaveLength(1);
    await expect
      .poll(() => [...box().querySelectorAll('[data-now]')].map((line) => getComputedStyle(line).top))
      .toEqual([`${2.5 * DAY_CARD.cellHeight}px`]);
  });

  test.each(['light', 'dark'])('hatches the hours in which a block closes the place (%s)', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    try {
      await openCard('day', {
        hour: 10,
        effective: {
          intervals: [
            { from: 8, to: 12 },
            { from: 16, to: 20 },
          ],
          closures: [{ from: 12, to: 16, title: 'Laser service' }],
        },
      });
      await expect.element(day().getByText('Closed: Laser service')).toBeInTheDocument();
      const closed = [...box().querySelectorAll<HTMLElement>('[data-look="closed"]')];
      expect(closed.map((band) => band.offsetHeight)).toEqual([4 * DAY_CARD.cellHeight]);
      expect(closed.map((band) => getComputedStyle(band).backgroundImage)).toEqual([
        expect.stringContaining('repeating-linear-gradient'),
      ]);
    } finally {
      delete document.documentElement.dataset['theme'];
    }
  });

  test('is no higher than a short day', async () => {
    await openCard('day', { hour: 10, usual: { ...ALL_DAY, openTimes: Array<number>(7).fill(16) } });
    await expect.element(day()).toBeInTheDocument();
    expect(box().clientHeight).toBe(4 * DAY_CARD.cellHeight);
  });

  test.each([16, 20, 24, 32])('says when each event begins at text of %d px, and grows with it', async (size) => {
    document.documentElement.style.fontSize = `${size}px`;
    try {
      const title = 'An introduction with a title that does not fit anywhere';
      await openCard('day', {
        hour: 12,
        events: [
          event(title, '09:00', '09:10'),
          event(title, '10:00', '10:30'),
          event(title, '12:30', '15:30'),
          event(title, '16:00', '18:00'),
        ],
      });
      await expect.element(day()).toBeInTheDocument();
      const times = [...box().querySelectorAll('[data-meta]')].map((one) => getComputedStyle(one, '::before').content);
      expect(times).toEqual(['"9 AM"', '"10 AM"', '"12:30 – 3:30 PM"', '"4 – 6 PM"']);
      expect(box().offsetHeight).toBe((DAY_CARD.height * size) / 16);
      const [first, second] = [boxOf(day().getByRole('button').first()), boxOf(day().getByRole('button').nth(1))];
      expect([first.height, second.top - first.top]).toEqual(near((24 * size) / 16, (DAY_CARD.cellHeight * size) / 16));
    } finally {
      document.documentElement.style.removeProperty('font-size');
    }
  });

  test('has one stop for Tab among its events, which the arrows move', async () => {
    await openCard('day', { hour: 12, events: [event('Laser', '09:00', '10:00'), event('Sewing', '11:00', '12:00')] });
    await expect.element(day()).toBeInTheDocument();
    expect(box().querySelectorAll('[data-item][tabindex="0"]')).toHaveLength(1);
    placeFocus('Laser');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(day().getByRole('button', { name: 'Sewing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Sewing' });
    const link = dialog.getByRole('link', { name: 'Join the waitlist' });
    await expect.element(link).toHaveAttribute('href', '/signup/details/2');
    await expect.element(dialog.getByText('Waitlist', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  function placeFocus(name: string): void {
    (day().getByRole('button', { name }).element() as HTMLElement).focus();
  }

  test('shows when an event that began the day before began', async () => {
    await openCard('day', {
      hour: 12,
      events: [{ title: 'Hack night', start: '2026-03-02T22:00:00+00:00', end: todayAt('09:30') }],
    });
    await page.getByRole('button', { name: 'Hack night' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('row', { name: 'Start Time March 2, 10 PM' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'End Time 9:30 AM' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'Description No description' })).toBeVisible();
    await dialog.getByRole('link', { name: 'Open the session' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(window.location.pathname).toBe('/signup/details/1');
  });

  test('has a scale from 8 to 18 where the location has no hours', async () => {
    await openCard('day', {
      usual: null,
      hour: 12,
      events: [event('Early tour', '06:00', '07:00'), event('Tour', '17:00', '18:00')],
    });
    await expect.element(day()).toBeInTheDocument();
    expect(box().scrollHeight).toBe((DAY_CARD.closes - DAY_CARD.opens) * DAY_CARD.cellHeight);
    expect(
      day()
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Tour']);
  });

  test('says that nothing is planned', async () => {
    await openCard('day', { hour: 12 });
    await expect.element(page.getByText('Nothing planned today')).toBeVisible();
  });

  test('says that it is closed, and why', async () => {
    const today = addDays(SUNDAY, 2);
    const shut: SpecialHours = {
      id: 1,
      locationId: 3,
      reason: 'Inventory day',
      startsOn: today,
      endsOn: today,
      closed: true,
      opensAt: null,
      closesAt: null,
    };
    await openCard('day', { hour: 12, special: [shut] });
    await expect.element(page.getByText('Closed today')).toBeVisible();
    await expect.element(page.getByText('Inventory day')).toBeVisible();
  });
});
