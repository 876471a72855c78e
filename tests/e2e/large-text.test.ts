import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { goOn } from './console-pages.ts';
import { callApi, newPage, useBrowser } from './support.ts';
import { expectReadable } from './large-text.ts';

useBrowser();

/** Pages that no configuration generates. */
const OWN_PAGES = [
  '/docs?search=laser',
  '/requests/navigate',
  '/requests/view/poster-printing',
  '/requests/navigate?groupId=1',
  '/requests/myrequests',
  '/myAccount/MyMessages',
  '/myAccount/communicationSettings',
  '/myAccount/confirmAddress',
  '/requests/viewsubmissions',
  '/requests/viewsubmission/1',
  '/requests/manage',
  '/requests/manage/form/1',
  '/content/manage',
  '/content/managecards/home',
  '/content/managecards/about?section=settings',
  '/admin/siteSettings',
  '/admin/permissions',
  '/admin/pageViews',
  '/api/jobs',
  '/admin/debug',
  '/admin/systemSettings',
  '/admin/messageTemplates',
  '/admin/messageTemplates/requestStatusChanged/customer',
  '/admin/mails/1/show',
  '/admin/identity',
  '/admin/announcements',
  '/myAccount/data',
  '/signup/upcomingworkshops',
  '/signup/details/8',
  '/signup/upcomingworkshops?view=week',
  '/signup/myevents',
  '/scheduling/process',
  '/scheduling/processevent',
  '/scheduling/processinstance/8',
  '/scheduling/processbyclass?classId=1',
  // Between two addresses of one page there is another: only then its heading takes the focus.
  '/calendar/1?view=week',
  '/calendars?view=day',
  '/calendar/1?view=month',
  '/calendars/1?view=week',
  '/calendar/1/2?view=day',
  '/calendarmanager?view=week',
  '/calendar/1',
  '/calendarmanager?show=hours&view=week',
  '/calendar/1?view=year',
  '/scheduling/manageinstances?display=calendar&view=week',
  '/no/such/page',
];

async function expectAllReadable(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goOn(page, path);
    await expectReadable(page);
  }
}

test('every page of the portal and the console can be read with large text', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/');
  await expectAllReadable(page, OWN_PAGES);
}, 300_000);

test('every content page can be read with large text', async () => {
  const page = await newPage({ as: 'administrator' });
  await page.goto('/');
  const contents = await callApi<{ name: string }[]>(page, 'GET', '/api/content/pages');
  await expectAllReadable(
    page,
    contents.map(({ name }) => `/content/static/${name}`),
  );
}, 300_000);

test.each(['/', '/login'])('%s can be read with large text by visitors who are not logged in', async (path) => {
  const page = await newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectReadable(page);
});
