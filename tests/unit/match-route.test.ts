import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { normalPath } from '../../server/features/views/count-view.ts';

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

test('a numeric parameter matches whole numbers only; the next route that matches is taken', () => {
  const numbered = [{ path: '/scheduling/:id/:part?', numeric: ['id'] }, { path: '/scheduling/*' }];
  const at = (path: string) => matchRoute(path, numbered)?.route.path;
  expect(['/scheduling/12', '/scheduling/12/tickets'].map(at)).toEqual(Array(2).fill('/scheduling/:id/:part?'));
  expect(['/scheduling/laser', '/scheduling/1e3', '/scheduling/-1', `/scheduling/${'9'.repeat(16)}`].map(at)).toEqual(
    Array(4).fill('/scheduling/*'),
  );
});

test('the routes whose parameters the specification calls numeric refuse words', () => {
  const { routes: declared } = JSON.parse(
    readFileSync(new URL('../../config/routes.json', import.meta.url), 'utf8'),
  ) as { routes: RouteDeclaration[] };
  for (const path of ['/scheduling/instancestickets', '/scheduling/editinstance', '/centerUsers']) {
    expect(matchRoute(`${path}/12`, declared)).not.toBeNull();
    expect(matchRoute(`${path}/laser`, declared)).toBeNull();
  }
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
