import { expect, test } from 'vitest';
import { matchRoute } from '../../domain/match-route.ts';
import { normalPath } from '../../server/features/views/known-page.ts';

const routes = [
  '/',
  '/requests/view/:formName',
  '/requests/view/:groupName/:formName',
  '/requests/:any/special',
  '/requests/viewsubmission/:id/:role?',
  '/admin/:name',
  '/admin/*',
  '/admin/users',
].map((path) => ({ path }));

test.each([
  ['/', '/', {}],
  ['/requests/view/poster%20printing', '/requests/view/:formName', { formName: 'poster printing' }],
  ['/requests/view/shop/poster', '/requests/view/:groupName/:formName', { groupName: 'shop', formName: 'poster' }],
  ['/REQUESTS/View/poster', '/requests/view/:formName', { formName: 'poster' }],
  ['/requests/view/special', '/requests/view/:formName', { formName: 'special' }],
  ['/requests/other/special', '/requests/:any/special', { any: 'other' }],
  ['/requests/viewsubmission/7', '/requests/viewsubmission/:id/:role?', { id: '7' }],
  ['/requests/viewsubmission/7/Student', '/requests/viewsubmission/:id/:role?', { id: '7', role: 'Student' }],
  ['/requests/viewsubmission/7/Student/', '/requests/viewsubmission/:id/:role?', { id: '7', role: 'Student' }],
  ['/admin/users', '/admin/users', {}],
  ['/admin/links', '/admin/:name', { name: 'links' }],
  ['/admin/links/7%20a', '/admin/*', { '*': 'links/7 a' }],
  ['/admin', '/admin/*', { '*': '' }],
  ['/requests/view/%E0%A4%A', '/requests/view/:formName', { formName: '%E0%A4%A' }],
])('%s is %s', (path, pattern, params) => {
  const matched = matchRoute(path, routes);
  expect([matched?.route.path, matched?.params]).toEqual([pattern, params]);
});

test.each([
  '/requests',
  '/requests/view',
  '/requests/view/a/b/c',
  '/elsewhere',
  '/requests/viewsubmission',
  '//',
  '//requests/view/a',
  '/requests//a',
])('%s is none', (path) => {
  expect(matchRoute(path, routes)).toBeNull();
});

test.each([
  ['/a/?x=1#y', '/a'],
  ['/a#y?x', '/a'],
  ['//a///b/', '/a/b'],
  ['/', '/'],
  ['/?q', '/'],
  ['https://x.example/?q', 'https:/x.example'],
])('the path of %s is %s', (text, path) => {
  expect(normalPath(text)).toBe(path);
});

test.each([
  [['/a/:id?', '/a'], '/a', '/a/:id?'],
  [['/a', '/a/:id?'], '/a', '/a'],
  [['/a/:id?', '/a/b'], '/a/b', '/a/b'],
  [['/a', '/a/:id?'], '/a/7', '/a/:id?'],
  [['/:lang?/about', '/:page'], '/about', '/:lang?/about'],
  [['/:lang?/about'], '/de/about', '/:lang?/about'],
  [['/a/:x', '/a/:y?'], '/a', '/a/:y?'],
])('of %j, %s leads to %s: what is optional and absent does not count', (paths, path, expected) => {
  expect(
    matchRoute(
      path,
      paths.map((one) => ({ path: one })),
    )?.route.path,
  ).toBe(expected);
});
