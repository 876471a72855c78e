import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';

useBrowser();

const PATH = '/admin/locations/hours';
const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;
interface Special {
  id: number;
  reason: string;
  closed: boolean;
  opensAt: number | null;
  closesAt: number | null;
  locationId: number | null;
}
interface Location {
  id: number;
  displayName: string;
  hours: { weekends: boolean; openTimes: number[]; closeTimes: number[] };
}

async function makeLocation(page: Page): Promise<Location> {
  return callApi<Location>(page, 'POST', '/api/locations', {
    displayName: unique('Room'),
    buildingCode: 'ITLL',
    room: randomUUID().slice(0, 8),
    timezone: 'America/Denver',
    active: true,
    isPublic: true,
    hours: { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 0], closeTimes: [0, 17, 17, 17, 17, 17, 0] },
  });
}

const found = async (page: Page, reason: string) =>
  callApi<Special[]>(page, 'GET', `/api/hoursExceptions?filter=${encodeURIComponent(JSON.stringify({ reason }))}`);

describe('special hours', () => {
  test('are written as times, and shown as such', async () => {
    const page = await newPage({ as: 'administrator' });
    const reason = unique('Finals week');
    await page.goto(`${PATH}/create`);
    await page.getByLabel('Reason').fill(reason);
    await page.getByLabel('First day').fill('2036-12-15');
    await page.getByLabel('Last day').fill('2036-12-19');
    expect(await page.getByLabel('Opens').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Closed' }).uncheck();
    await page.getByLabel('Opens').fill('8.5');
    await page.getByLabel('Closes').fill('midnight');
    await page.getByLabel('Opens').focus();
    expect(await page.getByLabel('Closes').inputValue()).toBe('Midnight');
    await page.getByRole('button', { name: 'Create special hours' }).click();
    await page.getByRole('heading', { level: 1, name: reason }).waitFor();
    await page.getByText('8:30 AM').first().waitFor();
    await page.getByText('Every location').waitFor();
    expect(await found(page, reason)).toMatchObject([{ closed: false, opensAt: 8.5, closesAt: 24, locationId: null }]);
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ reason }))}`);
    await page.getByRole('cell', { name: '8:30 AM' }).waitFor();
    await expectNoAxeViolations(page);
  });

  test('say beside the field when a time cannot be read', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.goto(`${PATH}/create`);
    await page.getByLabel('Reason').fill(unique('Inventory'));
    await page.getByLabel('First day').fill('2036-12-15');
    await page.getByLabel('Last day').fill('2036-12-15');
    await page.getByRole('checkbox', { name: 'Closed' }).uncheck();
    await page.getByLabel('Opens').fill('early');
    await page.getByLabel('Closes').fill('5 pm');
    await page.getByRole('button', { name: 'Create special hours' }).click();
    await page.getByText('Enter a time, like 2:30 PM').first().waitFor();
    expect(await page.getByLabel('Opens').getAttribute('aria-invalid')).toBe('true');
  });

  test('of a closed day have no hours, even if some were typed before', async () => {
    const page = await newPage({ as: 'administrator' });
    const reason = unique('Holiday');
    const { id } = await callApi<Special>(page, 'POST', '/api/hoursExceptions', {
      reason,
      startsOn: '2036-12-24',
      endsOn: '2036-12-24',
      closed: false,
      opensAt: 9,
      closesAt: 12,
    });
    await page.goto(`${PATH}/${id}`);
    await page.getByRole('checkbox', { name: 'Closed' }).check();
    expect(await page.getByLabel('Opens').count()).toBe(0);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Saved/).waitFor();
    expect(await found(page, reason)).toMatchObject([{ closed: true, opensAt: null, closesAt: null }]);
  });

  test('are filtered by their times', async () => {
    const page = await newPage({ as: 'administrator' });
    const reason = unique('Late');
    await callApi(page, 'POST', '/api/hoursExceptions', {
      reason,
      startsOn: '2036-12-15',
      endsOn: '2036-12-15',
      closed: false,
      opensAt: 22.5,
      closesAt: 23,
    });
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Opens', exact: true }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('10:30 pm');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Opens from 10:30 PM' }).waitFor();
    await page.getByRole('link', { name: reason }).waitFor();
  });

  test('are on the page of their location, with a button to add more', async () => {
    const page = await newPage({ as: 'administrator' });
    const location = await makeLocation(page);
    await page.goto(`/admin/locations/${location.id}/show`);
    const related = page.getByRole('region', { name: /^Special hours/ });
    await related.getByText('None yet.').waitFor();
    await related.getByRole('link', { name: 'Add special hours' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Location' }).inputValue()).toBe(location.displayName);
  });
});

describe('the opening hours of a location', () => {
  test('are typed by day and read by day', async () => {
    const page = await newPage({ as: 'administrator' });
    const { id } = await makeLocation(page);
    await page.goto(`/admin/locations/${id}`);
    expect(await page.getByLabel('Mon, opens').inputValue()).toBe('9:00 AM');
    expect(await page.getByLabel('Sat, opens').inputValue()).toBe('');
    await page.getByLabel('Mon, opens').fill('8:30 AM');
    await page.getByLabel('Mon, closes').fill('16.5');
    await page.getByLabel('Fri, opens').fill('');
    await page.getByLabel('Sat, opens').fill('noon');
    await page.getByText('Enter an end time').waitFor();
    await page.getByLabel('Sat, closes').fill('12 AM');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Saved/).waitFor();
    const { hours } = await callApi<Location>(page, 'GET', `/api/locations/${id}`);
    expect(hours.openTimes).toEqual([0, 8.5, 9, 9, 9, 0, 12]);
    expect(hours.closeTimes).toEqual([0, 16.5, 17, 17, 17, 0, 24]);
    await page.goto(`/admin/locations/${id}/show`);
    await page.getByText('8:30 AM – 4:30 PM').waitFor();
    await page.getByText('12 PM – 12 AM').waitFor();
    expect(await page.getByText('Closed', { exact: true }).count()).toBe(2);
  });

  test('are accessible and fit', async () => {
    const page = await newPage({ as: 'administrator' });
    const { id } = await makeLocation(page);
    await page.goto(`/admin/locations/${id}`);
    await page.getByLabel('Mon, opens').fill('soon');
    await page.getByText('Enter a time, like 2:30 PM').waitFor();
    await expectAccessible(page);
  });
});
