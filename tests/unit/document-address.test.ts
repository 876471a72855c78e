import { expect, test } from 'vitest';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { documentAddress } from '../../server/features/documents/feature.ts';

const route = (path: string, query?: string[]): RouteDeclaration => ({
  name: path,
  path,
  login: false,
  requiredRoles: [],
  kioskAllowed: false,
  backgroundTheme: 'light',
  screen: 'portal:docs',
  ...(query ? { query } : {}),
});
const ROUTES = [route('/'), route('/docs', ['search', 'page'])];

test.each([
  ['/', '/'],
  ['/?utm_source=news', '/'],
  ['/docs?x=1&search=laser&utm=2', '/docs?search=laser'],
  ['/docs?page=2&search=laser', '/docs?search=laser&page=2'],
  ['/docs?search=laser%20cut', '/docs?search=laser+cut'],
  ['/docs?search=a&search=b', '/docs?search=a'],
  ['/docs?%73earch=a#x', '/docs?search=a'],
  ['/docs?SEARCH=a', '/docs'],
  ['/docs?search', '/docs?search='],
  ['/nowhere?search=a', '/nowhere'],
  ['//elsewhere.example/?search=a', '//elsewhere.example/'],
])('%s is the document %s', (url, expected) => {
  const { path, search } = documentAddress(url, ROUTES);
  expect(`${path}${search}`).toBe(expected);
});
