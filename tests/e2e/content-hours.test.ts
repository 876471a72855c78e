import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DAY_CARD } from '../../domain/constants.ts';
import type { WeekHours } from '../../domain/content.ts';
import { addDays } from '../../domain/hours.ts';
import type { Json } from '../../domain/json.ts';
import type { Row } from '../../domain/model.ts';
import { dateText } from '../../src/content/openState.ts';
import { anyName, makePage } from './content-pages.ts';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser, type PageOptions } from './support.ts';

useBrowser();

interface Made {
  id: number;
  name: string;
  week: WeekHours;
}

/** Opens on Monday at 8:30, closes a minute before midnight; Sunday and Saturday as wanted. */
const HOURS = { weekends: true, openTimes: [10, 8.5, 9, 9, 9, 9, 0], closeTimes: [16, 17, 17, 17, 12.5, 17, 0] };

/** A location in UTC, so that the tests know its clock. */
async function makeLocation(staff: Page, hours: Json = HOURS, special: Row[] = []): Promise<Made> {
  const name = anyName('Room');
  const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/locations', {
    displayName: name,
    buildingCode: name.slice(-8),
    room: '114',
    timezone: 'UTC',
    isPublic: true,
    active: true,
    ...(hours === null ? {} : { hours }),
  });
  for (const row of special)
    await callApi(staff, 'POST', '/api/hoursExceptions', { locationId: id, closed: true, ...row });
  return { id, name, week: await callApi<WeekHours>(staff, 'GET', `/api/locations/${id}/hours`) };
}

/** A page with one card of the location; the clock stands at an hour of a weekday of the present week. */
async function openCard(
  staff: Page,
  place: Made,
  mode: 'hours' | 'day',
  at: { weekday?: number; hour: number },
  options: PageOptions = {},
): Promise<Page> {
  const { path } = await makePage(staff, {}, [
    { type: 'LocationCard', title: place.name, data: { id: place.id, mode } },
  ]);
  const page = await newPage(options);
  const date = at.weekday === undefined ? place.week.today : (place.week.days?.[at.weekday]?.date ?? place.week.today);
  await page.clock.setFixedTime(Date.parse(`${date}T00:00:00Z`) + at.hour * 3_600_000);
  await page.goto(path);
  await page.getByRole('heading', { level: 2, name: place.name }).waitFor();
  return page;
}

const rows = async (page: Page): Promise<string[]> =>
  (await page.getByRole('list', { name: 'Opening hours' }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replace(/\s*\n\s*/g, ' | '),
  );

describe('a location card of hours', () => {
  test('lists the week from Sunday on the 12-hour clock, with today marked', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff);
    const page = await openCard(staff, place, 'hours', { weekday: 2, hour: 10 });
    expect(await rows(page)).toEqual([
      'Sunday | 10 AM – 4 PM',
      'Monday | 8:30 AM – 5 PM',
      'Tuesday | 9 AM – 5 PM',
      'Wednesday | 9 AM – 5 PM',
      'Thursday | 9 AM – 12:30 PM',
      'Friday | 9 AM – 5 PM',
      'Saturday | Closed',
    ]);
    await expect
      .poll(() => page.locator('[aria-current="date"]').allInnerTexts())
      .toEqual([expect.stringContaining('Tuesday')]);
    expect(await page.getByText(`${place.name.slice(-8)} 114`).isVisible()).toBe(true);
  });

  test.each([
    [1, 8.4, 'Closed now', 'Opens at 8:30 AM'],
    [1, 12, 'Open now', 'Until 5 PM'],
    [1, 17, 'Closed now', 'Opens tomorrow at 9 AM'],
    [6, 12, 'Closed today', 'Opens tomorrow at 10 AM'],
  ])('on weekday %d at %d says: %s, %s', async (weekday, hour, words, detail) => {
    const staff = await newPage({ as: 'administrator' });
    const page = await openCard(staff, await makeLocation(staff), 'hours', { weekday, hour });
    await page.getByText(words, { exact: true }).waitFor();
    await page.getByText(detail, { exact: true }).waitFor();
  });

  test('leaves Sunday out where no weekends are kept', async () => {
    const staff = await newPage({ as: 'administrator' });
    const page = await openCard(staff, await makeLocation(staff, { ...HOURS, weekends: false }), 'hours', {
      weekday: 3,
      hour: 12,
    });
    expect((await rows(page)).map((row) => row.split(' ')[0])).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
  });

  test('shows special hours with their reason, on their day only', async () => {
    const staff = await newPage({ as: 'administrator' });
    const { week } = await makeLocation(staff);
    const [sunday = ''] = week.days?.map(({ date }) => date) ?? [];
    const place = await makeLocation(staff, HOURS, [
      { reason: 'Inventory day', startsOn: addDays(sunday, 2), endsOn: addDays(sunday, 2) },
      {
        reason: 'Open late',
        startsOn: addDays(sunday, 4),
        endsOn: addDays(sunday, 4),
        closed: false,
        opensAt: 9,
        closesAt: 22,
      },
    ]);
    const page = await openCard(staff, place, 'hours', { weekday: 3, hour: 12 });
    expect((await rows(page)).slice(2, 5)).toEqual([
      'Tuesday | Closed | Inventory day',
      'Wednesday | 9 AM – 5 PM',
      'Thursday | 9 AM – 10 PM | Open late',
    ]);
  });

  test.each(['hours missing', 'no such location'])('says so with %s', async (what) => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, null);
    const { path, title } = await makePage(staff, {}, [
      { type: 'LocationCard', title: 'Somewhere', data: { id: place.id, mode: 'hours' } },
    ]);
    if (what === 'no such location') await callApi(staff, 'PUT', `/api/locations/${place.id}`, { isPublic: false });
    const page = await newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Oops! Sorry.').waitFor();
    expect(await page.getByText('Hours could not be displayed.').isVisible()).toBe(true);
  });

  test('has no link to a calendar as long as there is none', async () => {
    const staff = await newPage({ as: 'administrator' });
    const page = await openCard(staff, await makeLocation(staff), 'hours', { weekday: 1, hour: 12 });
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
  });
});

/** Workshops by the clock of the location: of today where a time has no date. */
async function makeEvents(
  staff: Page,
  place: Made,
  events: { title: string; from: string; to: string; description?: string }[],
): Promise<void> {
  const category = await callApi<{ id: number }>(staff, 'POST', '/api/categories', {
    name: anyName('Category'),
    active: true,
  });
  const instant = (time: string): string => `${time.includes('T') ? time : `${place.week.today}T${time}`}:00Z`;
  for (const { title, from, to, description } of events) {
    const event = await callApi<{ id: number }>(staff, 'POST', '/api/events', {
      title,
      categoryId: category.id,
      defaultMinutes: 60,
      defaultCapacity: 10,
      active: true,
      ...(description === undefined ? {} : { description }),
    });
    await callApi(staff, 'POST', '/api/instances', {
      eventId: event.id,
      status: 'published',
      capacity: 10,
      locationId: place.id,
      startsAt: instant(from),
      endsAt: instant(to),
    });
  }
}

const ALL_DAY = { weekends: true, openTimes: Array<number>(7).fill(8), closeTimes: Array<number>(7).fill(20) };
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

describe('a location card of a day', () => {
  test('shows today’s events on a scale of 30 px to the hour, 300 px high, side by side where they meet, and the present hour', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, ALL_DAY);
    await makeEvents(staff, place, [
      { title: 'Laser basics', from: '09:30', to: '11:00' },
      { title: 'Drop-in', from: '10:00', to: '13:00' },
      { title: 'Sewing', from: '14:00', to: '15:00' },
    ]);
    const page = await openCard(staff, place, 'day', { hour: 10.5 });
    const day = page.getByRole('group', { name: 'Events today' });
    const button = (name: string) => boxOf(day.getByRole('button', { name }).locator('..'));
    const [scale, laser, dropIn, sewing] = [
      await boxOf(day),
      await button('Laser basics'),
      await button('Drop-in'),
      await button('Sewing'),
    ];
    expect([scale.height, laser.height, dropIn.height]).toEqual([
      DAY_CARD.height,
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
    expect(await day.evaluate((element) => element.scrollHeight)).toBe(12 * DAY_CARD.cellHeight);
    expect(await day.getByText('8 AM').count()).toBe(1);
    await expect
      .poll(() => day.locator('[class*="now"]').evaluateAll((lines) => lines.map((line) => getComputedStyle(line).top)))
      .toEqual([`${2.5 * DAY_CARD.cellHeight}px`]);
  });

  test('grows with the text: hours stand below each other, and titles are whole', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, ALL_DAY);
    await makeEvents(staff, place, [
      { title: 'Laser basics', from: '09:30', to: '10:30' },
      { title: 'Short', from: '11:00', to: '11:10' },
    ]);
    const page = await openCard(staff, place, 'day', { hour: 12 });
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const day = page.getByRole('group', { name: 'Events today' });
    const hours = await day.getByText(/^\d+ [AP]M$/).evaluateAll((labels) =>
      labels.map((label) => {
        const { top, bottom } = label.getBoundingClientRect();
        return { top, bottom, isWide: label.scrollWidth > label.clientWidth };
      }),
    );
    expect(hours.length).toBe(12);
    expect(hours.filter(({ bottom, isWide }, index) => isWide || bottom > (hours[index + 1]?.top ?? Infinity))).toEqual(
      [],
    );
    for (const title of ['Laser basics', 'Short']) {
      const words = await boxOf(day.getByText(title));
      const button = await boxOf(day.getByRole('button', { name: title }));
      expect([words.height >= 32, words.top >= button.top, words.bottom <= button.bottom]).toEqual([true, true, true]);
      expect(
        await day
          .getByText(title)
          .evaluate((element) => element.scrollHeight <= (element.parentElement?.clientHeight ?? 0)),
      ).toBe(true);
    }
    expect((await boxOf(day)).height).toBe(2 * DAY_CARD.height);
  });

  test('opens a dialog that tells about an event, by mouse and by keyboard', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, ALL_DAY);
    await makeEvents(staff, place, [
      { title: 'Laser basics', from: '09:30', to: '11:00', description: '<p>Bring a <b>vector</b> file.</p>' },
      { title: 'Drop-in', from: '13:00', to: '14:15' },
    ]);
    const page = await openCard(staff, place, 'day', { hour: 12 });
    const dialog = page.getByRole('dialog');
    const table = () =>
      dialog
        .getByRole('row')
        .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
    await page.getByRole('button', { name: 'Laser basics' }).click();
    await expect.poll(table).toEqual([
      ['Event Title', 'Laser basics'],
      ['Start Time', '9:30 AM'],
      ['End Time', '11 AM'],
      ['Location', `${place.name}, ${place.name.slice(-8)} 114`],
      ['Description', 'Bring a vector file.'],
    ]);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Drop-in' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await table()).at(-1)).toEqual(['Description', 'No description']);
  });

  test('tells of an event that began the day before when it began', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, ALL_DAY);
    const yesterday = addDays(place.week.today, -1);
    await makeEvents(staff, place, [{ title: 'Hack night', from: `${yesterday}T22:00`, to: '09:30' }]);
    const page = await openCard(staff, place, 'day', { hour: 12 });
    await page.getByRole('button', { name: 'Hack night' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: `Start Time ${dateText(yesterday)}, 10 PM` })
      .waitFor();
    await page.getByRole('dialog').getByRole('row', { name: 'End Time 9:30 AM' }).waitFor();
  });

  test('has a scale from 8 to 18 where the location has no hours', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, null);
    await makeEvents(staff, place, [
      { title: 'Early tour', from: '06:00', to: '07:00' },
      { title: 'Tour', from: '17:00', to: '18:00' },
    ]);
    const page = await openCard(staff, place, 'day', { hour: 12 });
    const day = page.getByRole('group', { name: 'Events today' });
    expect(await day.evaluate((element) => element.scrollHeight)).toBe(
      (DAY_CARD.closes - DAY_CARD.opens) * DAY_CARD.cellHeight,
    );
    expect(await day.getByRole('button').allInnerTexts()).toEqual([expect.stringContaining('Tour')]);
  });

  test('says that nothing is planned, or that it is closed', async () => {
    const staff = await newPage({ as: 'administrator' });
    const place = await makeLocation(staff, ALL_DAY);
    await (await openCard(staff, place, 'day', { hour: 12 })).getByText('Nothing planned today').waitFor();
    const shut = await makeLocation(staff, ALL_DAY, [
      { reason: 'Inventory day', startsOn: place.week.today, endsOn: place.week.today },
    ]);
    await (
      await openCard(staff, shut, 'day', { hour: 12 })
    )
      .getByText('Closed today')
      .locator('..')
      .getByText('Inventory day')
      .waitFor();
  });
});

test('both cards of a location are accessible and fit', async () => {
  const staff = await newPage({ as: 'administrator' });
  const place = await makeLocation(staff, ALL_DAY);
  await makeEvents(staff, place, [
    { title: 'Laser basics', from: '09:30', to: '11:00' },
    { title: 'Short', from: '11:00', to: '11:10' },
    { title: 'Shorter', from: '11:10', to: '11:20' },
  ]);
  await expectAccessible(await openCard(staff, place, 'day', { hour: 12 }));
  await expectAccessible(await openCard(staff, place, 'hours', { weekday: 2, hour: 12 }));
});
