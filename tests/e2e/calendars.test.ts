import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PlannedAnswer } from '../../domain/calls/series.ts';
import { callApi, expectAccessible, hydrated, newPage, useBrowser } from './support.ts';

useBrowser();

/** A Monday in winter, far from what other tests make. */
const MONDAY = '2036-02-11';
const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;
/** An instant at an hour of Denver, in winter. */
const at = (hour: number, date = MONDAY) => `${date}T${String(hour + 7).padStart(2, '0')}:00:00.000Z`;

interface Made {
  id: number;
}

async function makePlace(page: Page): Promise<Made & { displayName: string }> {
  return callApi(page, 'POST', '/api/locations', {
    displayName: unique('Room'),
    buildingCode: 'ITLL',
    room: randomUUID().slice(0, 8),
    timezone: 'America/Denver',
    active: true,
    isPublic: true,
    hours: { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 0], closeTimes: [0, 17, 17, 17, 17, 17, 0] },
  });
}

async function makeSession(
  page: Page,
  locationId: number,
  hour: number,
  title = unique('Training'),
  overrideReason?: string,
): Promise<Made> {
  const [category] = await callApi<Made[]>(page, 'GET', '/api/categories');
  const event = await callApi<Made>(page, 'POST', '/api/events', {
    title,
    categoryId: category?.id,
    summary: 'What there is to know of it.',
    defaultMinutes: 60,
    defaultCapacity: 12,
    active: true,
  });
  const values = {
    eventId: event.id,
    status: 'published',
    startsAt: at(hour),
    endsAt: at(hour + 1),
    locationId,
    capacity: 12,
  };
  if (overrideReason === undefined) return callApi(page, 'POST', '/api/instances', values);
  const body = { values, rule: null, exceptDates: [], isBookedAsWhole: false, overrideReason };
  const { instanceIds } = await callApi<PlannedAnswer>(page, 'POST', '/api/scheduling/sessions', body);
  return { id: instanceIds[0] ?? 0 };
}

/** Where it is once it moves no more. */
async function restingBox(item: Locator) {
  await item.hover();
  const box = await item.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box;
}

async function drag(page: Page, from: Locator, [dx, dy]: readonly [number, number]): Promise<void> {
  const box = await restingBox(from);
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(12, box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

describe('the calendar of a place', () => {
  test('opens an event, is shown beside another place, and returns', async () => {
    const admin = await newPage({ as: 'administrator' });
    await admin.goto('/');
    const [place, other] = [await makePlace(admin), await makePlace(admin)];
    const title = unique('Training');
    await makeSession(admin, place.id, 10, title);
    const page = await newPage();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.goto(`/calendar/${place.id}?date=${MONDAY}&view=week&from=poster`);
    await hydrated(page);
    expect(await page.title()).toBe(`${place.displayName} · Calendar`);
    expect(calls.filter((path) => /^\/api\/(ViewScheduling|locations)/.test(path))).toEqual([]);
    await page.getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText('What there is to know of it.').waitFor();
    await dialog.getByText(`${place.displayName}, ITLL`).waitFor();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByRole('menuitem', { name: other.displayName }).click();
    await page.waitForURL(`**/calendar/${place.id}/${other.id}?date=${MONDAY}&view=week&from=poster`);
    await page.getByRole('heading', { level: 1, name: `${place.displayName} and ${other.displayName}` }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: place.displayName, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText(`/api/ViewScheduling/Feed/${place.id}.ics`).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const printed = await page.getByRole('grid').first().boundingBox();
    expect(printed?.width).toBeGreaterThan(0.9 * (await page.evaluate(() => document.documentElement.clientWidth)));
  });

  test('is not there for a hidden place, and says so', async () => {
    const admin = await newPage({ as: 'administrator' });
    await admin.goto('/');
    const place = await makePlace(admin);
    await callApi(admin, 'PUT', `/api/locations/${place.id}`, { isPublic: false });
    const page = await newPage();
    const answer = await page.goto(`/calendar/${place.id}`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'There is no page at this address' }).waitFor();
  });
});

test('the overview names conflicts, lists them, and opens a session', async () => {
  const page = await newPage({ as: 'eventadmin' });
  await page.goto('/');
  const admin = await newPage({ as: 'administrator' });
  await admin.goto('/');
  const place = await makePlace(admin);
  const session = await makeSession(admin, place.id, 10, 'First of two');
  await makeSession(admin, place.id, 10, 'Second of two', 'Both are small.');
  await page.goto(`/calendars/${place.id}?date=${MONDAY}`);
  await page.getByRole('button', { name: '2 sessions have conflicts' }).click();
  await page.getByText('Overlaps Second of two').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'State' }).selectOption('draft');
  await page.getByText('No conflicts on these dates').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page
    .getByRole('button', { name: /^First of two/ })
    .first()
    .click();
  await page.waitForURL(`**/scheduling/editinstance/${session.id}`);
  await page.waitForFunction(() => /^First of two, .+ · Edit Event Instance$/.test(document.title));
});

test('a feed of one’s own is made, read and revoked', async () => {
  const page = await newPage({ as: 'eventadmin' });
  await page.goto('/calendars');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  await dialog.getByRole('button', { name: 'Create feed' }).click();
  const path = new URL(await dialog.locator('code').innerText()).pathname;
  const statusOf = async () => (await page.request.get(path)).status();
  expect(await statusOf()).toBe(200);
  const revoke = dialog.getByRole('button', { name: 'Revoke the feed of All locations' });
  await revoke.click();
  await revoke.waitFor({ state: 'detached' });
  expect(await statusOf()).toBe(404);
});

test('a weekly maintenance is drawn, conflicts, is saved, moved once, undone and deleted', async () => {
  const admin = await newPage({ as: 'administrator' });
  await admin.goto('/');
  const place = await makePlace(admin);
  await makeSession(admin, place.id, 10, 'Already planned');
  const page = await newPage({ as: 'calendaradmin' });
  await page.goto(`/calendarmanager?place=${place.id}&date=${MONDAY}`);
  // What changes time is loaded once the calendar is drawn.
  await page.locator('[data-editing]').waitFor();
  const monday = page.locator(`[data-day="${MONDAY}"][data-area="time"]`);
  // The hour before the session, and the session's own.
  const start = await restingBox(page.getByText('Already planned').first());
  const box = await monday.boundingBox();
  if (!box) throw new Error('The day is not drawn');
  const [x, y] = [box.x + box.width / 2, start.y - 36];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 40, { steps: 4 });
  await page.mouse.move(x, y + 76, { steps: 4 });
  await page.mouse.up();
  await page
    .getByRole('dialog', { name: 'What do you want to add?' })
    .getByRole('button', { name: 'Maintenance' })
    .click();
  const form = page.getByRole('dialog', { name: 'New block' });
  await form.getByLabel('Title', { exact: true }).fill('Laser service');
  await form.getByLabel('Repeats').selectOption('WEEKLY');
  await form.getByText(/^Every (week on )?Monday/).waitFor();
  await form.getByRole('button', { name: 'Save block' }).click();
  const collisions = page.getByRole('alertdialog', { name: '1 session takes place during this block' });
  await collisions.getByText('0 of 12 seats taken').waitFor();
  await collisions.getByRole('button', { name: 'Save anyway' }).click();
  const drawn = page.locator('[data-item^="block-"]');
  await drawn.first().waitFor();

  await drag(page, drawn.first(), [box.width, 0]);
  const move = page.getByRole('dialog', { name: 'Move “Laser service”?' });
  await move.getByRole('radio', { name: 'Only this one' }).waitFor({ state: 'attached' });
  await move.getByRole('button', { name: 'Move' }).click();
  const tuesday = page.locator('[data-day="2036-02-12"][data-area="time"]');
  await tuesday.locator('[data-item^="block-"]').waitFor();
  // The message of the move, not that of the block drawn before.
  await page.locator(':has-text("is now on") > button', { hasText: 'Undo' }).click();
  const held = await restingBox(monday.locator('[data-item^="block-"]'));
  await page.mouse.move(held.x + 20, held.y + 10);
  await page.mouse.down();
  await page
    .getByRole('button', { name: /Delete/ })
    .first()
    .waitFor();
  await page.mouse.up();
  await page
    .getByRole('button', { name: /Delete/ })
    .first()
    .click();
  const deletion = page.getByRole('dialog', { name: 'Delete “Laser service”?' });
  await deletion.getByText('All, including past ones').click();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await monday.locator('[data-item^="block-"]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('dialog', { name: 'History' })
    .getByText(/deleted block/)
    .first()
    .waitFor();
  await page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Close' }).last().click();
  await expectAccessible(page);
});
