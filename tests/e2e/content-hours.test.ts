import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { WeekHours } from '../../domain/calls/places.ts';
import { addDays } from '../../domain/hours/hours.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
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

/** A page with one card of the location; the clock is at an hour of a weekday of the current week. */
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
    await expect
      .poll(async () => (await rows(page)).slice(2, 5))
      .toEqual(['Tuesday | Closed | Inventory day', 'Wednesday | 9 AM – 5 PM', 'Thursday | 9 AM – 10 PM | Open late']);
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

describe('a location card of a day', () => {
  test('opens a dialog about an event, by mouse and by keyboard', async () => {
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
