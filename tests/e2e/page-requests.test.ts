import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest, newPage, useBrowser } from './support.ts';

useBrowser();

/** Section 9 of the design. Icons and pictures are not counted. */
const MOST = { scripts: 10, requests: 20 };

interface CountedPage {
  path: string;
  as?: string;
  /** Where a page needs more than the design allows. */
  most?: Partial<typeof MOST>;
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
  // Its preview is two more documents, which load the font again.
  { path: '/admin/siteSettings', as: 'administrator', most: { requests: 24 } },
  // The page that is edited is shown beside its form, with the code and the calls of its cards.
  { path: '/content/managecards/home', as: 'administrator', most: { scripts: 14, requests: 31 } },
];

test.each(PAGES)('$path is shown with few requests', async ({ path, as, most }) => {
  // Without the copy that an earlier visit has left, as on a first one.
  const page = await newPage(as === undefined ? {} : { as, isFresh: true });
  const types: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    types.push(request.resourceType());
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
  const scripts = types.filter((type) => type === 'script').length;
  const requests = types.filter((type) => type !== 'image').length;
  expect(scripts).toBeLessThanOrEqual(most?.scripts ?? MOST.scripts);
  expect(requests).toBeLessThanOrEqual(most?.requests ?? MOST.requests);
});
