import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest, newPage, useBrowser } from './support.ts';

useBrowser();

/** Section 9 of the design. Pictures are not counted, that of the browser's tab included. */
const MOST = { scripts: 10, requests: 20 };

interface CountedPage {
  path: string;
  as?: string;
}

const PAGES: CountedPage[] = [
  { path: '/' },
  { path: '/signup/upcomingworkshops' },
  { path: '/calendar/1' },
  { path: '/signup/myevents', as: 'student' },
  { path: '/requests/view/3d-printing', as: 'student' },
  { path: '/myAccount/communicationSettings', as: 'student' },
  { path: '/scheduling/processinstance/3', as: 'eventadmin' },
  { path: '/scheduling/manageevents/1/show', as: 'eventadmin' },
  { path: '/scheduling/editinstance/20', as: 'eventadmin' },
  { path: '/calendarmanager', as: 'calendaradmin' },
  { path: '/admin/groups', as: 'administrator' },
  { path: '/admin/groups/create', as: 'administrator' },
  { path: '/admin/groups/1', as: 'administrator' },
  { path: '/admin/groups/1/show', as: 'administrator' },
  { path: '/admin/users/2/show', as: 'administrator' },
  { path: '/admin/siteSettings', as: 'administrator' },
  { path: '/content/managecards/home', as: 'administrator' },
];

test.each(PAGES)('$path is shown with few requests', async ({ path, as }) => {
  // Without the copy that an earlier visit has left, as on a first one.
  const page = await newPage(as === undefined ? {} : { as, isFresh: true });
  const requests: Request[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    requests.push(request);
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.goto(path);
  await atRest(page);
  // The shell loads the rest of its code once the page has nothing else to do.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/later-[^/]*\.js/.test(name)),
  );
  await expect.poll(() => open.size).toBe(0);
  const arePictures = await Promise.all(requests.map(isPicture));
  expect(requests.filter((request) => request.resourceType() === 'script').length).toBeLessThanOrEqual(MOST.scripts);
  expect(arePictures.filter((isOne) => !isOne).length).toBeLessThanOrEqual(MOST.requests);
});

/** The browser names no type for the picture of its tab. */
async function isPicture(request: Request): Promise<boolean> {
  const type = (await request.response())?.headers()['content-type'];
  return request.resourceType() === 'image' || type?.startsWith('image/') === true;
}
