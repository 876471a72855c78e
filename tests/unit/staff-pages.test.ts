import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { isStaffPage } from '../../src/app/shell/staffPages.ts';

test.each<[string, RouteDeclaration['staff'], boolean]>([
  ['resource:anything', undefined, true],
  ['console:anything', undefined, true],
  ['portal:anything', undefined, false],
  ['portal:anything', true, true],
  ['console:anything', false, false],
  ['portal:anything', { role: 'staff' }, true],
  ['portal:anything', { role: 'other' }, false],
])('screen %s, declared as %j: %s', (screen, staff, expected) => {
  const route = { screen, ...(staff === undefined ? {} : { staff }) };
  expect(isStaffPage({ route, params: { id: '1', role: 'staff' } })).toBe(expected);
});

test('routes that require a role of staff are staff pages, and no page of a visitor is', () => {
  const { routes } = JSON.parse(readFileSync('config/routes.json', 'utf8')) as { routes: RouteDeclaration[] };
  for (const route of routes) {
    if ((route.requiredRoles ?? []).length > 0)
      expect([route.path, isStaffPage({ route, params: {} })]).toEqual([route.path, true]);
    if (route.login !== true) expect([route.path, isStaffPage({ route, params: {} })]).toEqual([route.path, false]);
  }
});
