import { expect, test } from 'vitest';
import { atRest, newPage, useBrowser } from './support.ts';

useBrowser();

/** Section 9 of the design. Files that a page keeps for use without a connection come from the browser's cache. */
const MOST = { scripts: 10, requests: 20 };

test.each([
  ['/', undefined],
  ['/signup/upcomingworkshops', undefined],
  ['/calendar/1', undefined],
  ['/requests/view/3d-printing', 'student'],
  ['/admin/groups', 'administrator'],
  ['/admin/groups/create', 'administrator'],
  ['/admin/groups/1', 'administrator'],
])('%s is shown with few requests', async (path, as) => {
  const page = await newPage(as === undefined ? {} : { as });
  const types: string[] = [];
  page.on('request', (request) => types.push(request.resourceType()));
  await page.goto(path);
  await atRest(page);
  expect(types.filter((type) => type === 'script').length).toBeLessThanOrEqual(MOST.scripts);
  expect(types.filter((type) => type !== 'image').length).toBeLessThanOrEqual(MOST.requests);
});
