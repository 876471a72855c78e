import { expect, test } from 'vitest';
import type { RouteDeclaration } from '../../domain/model.ts';
import { normalPath } from '../../server/features/views/known-page.ts';
import { matchRoute } from '../../server/features/views/match-route.ts';

const routes = ['/', '/requests/view/:formName', '/requests/view/:groupName/:formName', '/requests/:any/special', '/requests/viewsubmission/:id/:role?']
  .map((path): RouteDeclaration => ({ name: path, path, login: false, requiredRoles: [], kioskAllowed: false, backgroundTheme: 'light', screen: 'portal:x' }));

test.each([
  ['/', '/', {}],
  ['/requests/view/poster%20printing', '/requests/view/:formName', { formName: 'poster printing' }],
  ['/requests/view/shop/poster', '/requests/view/:groupName/:formName', { groupName: 'shop', formName: 'poster' }],
  ['/REQUESTS/View/poster', '/requests/view/:formName', { formName: 'poster' }],
  ['/requests/view/special', '/requests/view/:formName', { formName: 'special' }],
  ['/requests/other/special', '/requests/:any/special', { any: 'other' }],
  ['/requests/viewsubmission/7', '/requests/viewsubmission/:id/:role?', { id: '7' }],
  ['/requests/viewsubmission/7/Student', '/requests/viewsubmission/:id/:role?', { id: '7', role: 'Student' }],
  ['/requests/view/%E0%A4%A', '/requests/view/:formName', { formName: '%E0%A4%A' }],
])('%s is %s', (path, pattern, params) => {
  const matched = matchRoute(routes, path);
  expect([matched?.route.path, matched?.params]).toEqual([pattern, params]);
});

test.each(['/requests', '/requests/view', '/requests/view/a/b/c', '/elsewhere', '/requests/viewsubmission'])('%s is none', (path) => {
  expect(matchRoute(routes, path)).toBeNull();
});

test.each([['/a/?x=1#y', '/a'], ['/a#y?x', '/a'], ['//a///b/', '/a/b'], ['/', '/'], ['/?q', '/'], ['https://x.example/?q', 'https:/x.example']])('the path of %s is %s', (text, path) => {
  expect(normalPath(text)).toBe(path);
});
