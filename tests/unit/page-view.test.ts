import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { pageViewOf, type CountedRoute } from '../../domain/content/page-view.ts';

const route = (changes: Partial<CountedRoute> = {}): CountedRoute => ({
  name: 'my requests',
  path: '/requests/myrequests',
  requiredRoles: [],
  ...changes,
});
const FORM = route({ name: 'request form', path: '/requests/view/:formName' });
const GROUPED_FORM = route({ name: 'request form', path: '/requests/view/:groupName/:formName' });

describe('a view is counted', () => {
  test('under the route’s name, path and category', () => {
    expect(pageViewOf(route({ category: 'Requests' }), null, '/requests/myrequests')).toEqual({
      pageName: 'my requests',
      path: '/requests/myrequests',
      category: 'Requests',
    });
  });

  test('under a category of its own where the route has none', () => {
    expect(pageViewOf(route(), null, '/requests/myrequests')?.category).toBe('Other pages');
  });

  test.each<[string, CountedRoute, CountedRoute | null, boolean]>([
    ['not where the route requires roles', route({ requiredRoles: ['Administrator'] }), null, false],
    ['not where the route before has the same name', route(), route(), false],
    ['where the route before has another name', route(), route({ name: 'home' }), true],
    ['not in the category NoCategory', route({ category: 'NoCategory' }), null, false],
    ['not by the route where the screen tracks itself', route({ manualTracking: true }), null, false],
    [
      'with manualTracking false although the route requires roles',
      route({ manualTracking: false, requiredRoles: ['Staff'] }),
      null,
      true,
    ],
    ['with manualTracking false although the name is the same', route({ manualTracking: false }), route(), true],
    [
      'with manualTracking false although the category is NoCategory',
      route({ manualTracking: false, category: 'NoCategory' }),
      null,
      true,
    ],
  ])('%s', (_, to, from, isCounted) => {
    expect(pageViewOf(to, from, '/requests/myrequests') !== null).toBe(isCounted);
  });
});

describe('the view of a request form', () => {
  test.each([
    [FORM, '/requests/view/poster-printing', 'poster-printing request'],
    [FORM, '/requests/view/Poster_Printing', 'Poster Printing request'],
    [FORM, '/requests/view/Poster%20Printing', 'Poster Printing request'],
    [FORM, '/requests/view/Software_request', 'Software request'],
    [FORM, '/requests/view/Intake%20Form', 'Intake Form'],
    [FORM, '/requests/view/platform', 'platform request'],
    [FORM, '/requests/view/100%_wool%20hat', '100% wool hat request'],
    [FORM, '/requests/view/caf%C3%A9', 'café request'],
    [GROUPED_FORM, '/requests/view/printing/3D_Printing', '3D Printing request'],
    [route({ path: '/requests/resubmit/:formName/:submissionId' }), '/requests/resubmit/laser/12', 'laser request'],
  ])('%o at %s is called %s', (to, pathname, pageName) => {
    expect(pageViewOf(to, null, pathname)).toMatchObject({ pageName, path: pathname });
  });

  test('is not counted again where the same form is sent again', () => {
    const declared = JSON.parse(readFileSync(new URL('../../config/routes.json', import.meta.url), 'utf8')) as {
      routes: RouteDeclaration[];
    };
    const at = (path: string) => matchRoute(path, declared.routes)?.route;
    const [form, again] = [at('/requests/view/laser'), at('/requests/resubmit/laser/12')];
    expect([form?.name, again?.name]).toEqual(['request form', 'request form']);
    expect(pageViewOf(route({ ...again }), form ?? null, '/requests/resubmit/laser/12')).toBeNull();
  });

  test('has a name and a path of limited length', () => {
    const view = pageViewOf(FORM, null, `/requests/view/${'x'.repeat(900)}`);
    expect([view?.pageName.length, view?.path.length]).toEqual([120, 500]);
  });
});
