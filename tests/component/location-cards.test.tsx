import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { DAY_CARD } from '../../domain/constants.ts';
import type { CalendarEvent, LocationCalendar } from '../../domain/calendar.ts';
import type { ContentPage, WeekHours } from '../../domain/content.ts';
import { addDays, hoursOfDate, hoursOfDays, type SpecialHours, type UsualHours } from '../../domain/hours.ts';
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
  /** Instead of the hours. */
  answer?: Response;
}

/** A page with one card of a location, at an hour of a weekday. */
async function openCard(mode: 'hours' | 'day', given: Given): Promise<void> {
  const { usual = mode === 'day' ? ALL_DAY : HOURS, special = [], events = [], weekday = 2, hour, answer } = given;
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
    days: hoursOfDays(today, 1, usual, special),
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

  test('leaves Sunday out where no weekends are kept', async () => {
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

  test('has no link to a calendar as long as there is none', async () => {
    await openCard('hours', { weekday: 1, hour: 12 });
    expect(await rows()).toHaveLength(7);
    expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
  });
});

describe('a location card of a day', () => {
  const day = () => page.getByRole('group', { name: 'Events today' });
  /** The height of an hour's label, half of which stands above the first line and below the last. */
  const LABEL = 18;
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
  const placeOf = (name: string) =>
    day().getByRole('button', { name }).element().parentElement?.getBoundingClientRect() ?? new DOMRect();

  test('shows today’s events on a scale of 30 px to the hour, 300 px high, side by side where they meet, and the present hour', async () => {
    await openCard('day', {
      hour: 10.5,
      events: [
        event('Laser basics', '09:30', '11:00'),
        event('Drop-in', '10:00', '13:00'),
        event('Sewing', '14:00', '15:00'),
      ],
    });
    await expect.element(day()).toBeVisible();
    const [scale, laser, dropIn, sewing] = [
      boxOf(day()),
      placeOf('Laser basics'),
      placeOf('Drop-in'),
      placeOf('Sewing'),
    ];
    expect([scale.height, laser.height, dropIn.height]).toEqual([
      DAY_CARD.height + LABEL,
      1.5 * DAY_CARD.cellHeight,
      3 * DAY_CARD.cellHeight,
    ]);
    expect([dropIn.top - laser.top, sewing.top - dropIn.top]).toEqual([
      0.5 * DAY_CARD.cellHeight,
      4 * DAY_CARD.cellHeight,
    ]);
    expect([dropIn.left >= laser.right - 1, sewing.left, Math.round(sewing.width / laser.width)]).toEqual([
      true,
      laser.left,
      2,
    ]);
    expect(day().element().scrollHeight).toBe(12 * DAY_CARD.cellHeight + LABEL);
    expect(day().getByText('8 AM').elements()).toHaveLength(1);
    await expect
      .poll(() => [...day().element().querySelectorAll('[class*="now"]')].map((line) => getComputedStyle(line).top))
      .toEqual([`${2.5 * DAY_CARD.cellHeight}px`]);
  });

  test('grows with the text: hours stand below each other, and titles are whole', async () => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'html { font-size: 200% }';
    try {
      await openCard('day', {
        hour: 12,
        events: [event('Laser basics', '09:30', '10:30'), event('Short', '11:00', '11:10')],
      });
      await expect.element(day()).toBeVisible();
      const hours = day()
        .getByText(/^\d+ [AP]M$/)
        .elements()
        .map((label) => {
          const { top, bottom } = label.getBoundingClientRect();
          return { top, bottom, isWide: label.scrollWidth > label.clientWidth };
        });
      expect(hours.length).toBe(13);
      expect(
        hours.filter(({ bottom, isWide }, index) => isWide || bottom > (hours[index + 1]?.top ?? Infinity)),
      ).toEqual([]);
      for (const title of ['Laser basics', 'Short']) {
        const words = day().getByText(title).element();
        const { top, bottom, height } = words.getBoundingClientRect();
        const button = boxOf(day().getByRole('button', { name: title }));
        expect([height >= 32, top >= button.top, bottom <= button.bottom]).toEqual([true, true, true]);
        expect(words.scrollHeight).toBeLessThanOrEqual(words.parentElement?.clientHeight ?? 0);
      }
      expect(boxOf(day()).height).toBe(2 * (DAY_CARD.height + LABEL));
    } finally {
      style.remove();
    }
  });

  test.each([16, 20, 24, 32])(
    'says when each event begins, and has each hour on its line, at text of %d px',
    async (size) => {
      document.documentElement.style.fontSize = `${size}px`;
      try {
        const title = 'An introduction with a title that does not fit anywhere';
        await openCard('day', {
          hour: 12,
          events: [
            event(title, '09:00', '09:10'),
            event(title, '10:00', '10:30'),
            ...[0, 1, 2].map(() => event(title, '11:00', '11:30')),
            ...[0, 1, 2].map(() => event(title, '12:30', '15:30')),
            event(title, '16:00', '18:00'),
          ],
        });
        await expect.element(day()).toBeVisible();
        const times = [...day().element().querySelectorAll('button')].map((button) => {
          const time = button.querySelector('[class*="time"]')!;
          const [own, within] = [time.getBoundingClientRect(), button.getBoundingClientRect()];
          const isWhole =
            time.scrollWidth <= time.clientWidth + 1 &&
            own.right <= within.right + 1 &&
            own.bottom <= within.bottom + 1;
          return isWhole ? (time as HTMLElement).innerText.split(' – ')[0] : `cut: ${time.textContent}`;
        });
        const begins = (hour: string) => expect.stringMatching(new RegExp(`^${hour}( [AP]M)?$`)) as string;
        const hours = ['9', '10', '11', '11', '11', '12:30', '12:30', '12:30', '4'];
        expect(times).toEqual(hours.map(begins));
        if (size === 16) expect(times.filter((time) => time?.endsWith('M'))).toEqual(times);
        const off = [...day().element().querySelectorAll('[class*="hour"]')].map((line) => {
          const label = line.firstElementChild!.getBoundingClientRect();
          return Math.abs((label.top + label.bottom) / 2 - line.getBoundingClientRect().top);
        });
        expect(Math.max(...off)).toBeLessThan(1);
        const nineAt = day()
          .getByText('9 AM', { exact: true })
          .first()
          .element()
          .parentElement!.getBoundingClientRect().top;
        expect(Math.abs(nineAt - boxOf(day().getByRole('button').first()).top)).toBeLessThan(2);
      } finally {
        document.documentElement.style.removeProperty('font-size');
      }
    },
  );

  test('tells of an event that began the day before when it began', async () => {
    await openCard('day', {
      hour: 12,
      events: [{ title: 'Hack night', start: '2026-03-02T22:00:00+00:00', end: todayAt('09:30') }],
    });
    await page.getByRole('button', { name: 'Hack night' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('row', { name: 'Start Time March 2, 10 PM' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'End Time 9:30 AM' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'Description No description' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('has a scale from 8 to 18 where the location has no hours', async () => {
    await openCard('day', {
      usual: null,
      hour: 12,
      events: [event('Early tour', '06:00', '07:00'), event('Tour', '17:00', '18:00')],
    });
    await expect.element(day()).toBeVisible();
    expect(day().element().scrollHeight).toBe((DAY_CARD.closes - DAY_CARD.opens) * DAY_CARD.cellHeight + LABEL);
    expect(
      day()
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['5 PM – 6 PM Tour']);
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
