import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCREENS } from '../../domain/declarations/screens.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { preloadsOf } from '../../src/pagePreloads.ts';

function route(path: string, screen: string, more: Partial<RouteDeclaration> = {}): RouteDeclaration {
  return {
    name: 'x',
    path,
    screen,
    login: true,
    requiredRoles: [],
    kioskAllowed: false,
    backgroundTheme: 'light',
    ...more,
  };
}

const CONSOLE = 'src/console/ConsoleScreen.tsx';

test('a request form preloads the code of the form and the call that opens it', () => {
  const match = {
    route: route('/requests/view/:groupName/:formName', 'portal:request-form'),
    params: { groupName: 'print & cut', formName: '3d' },
  };
  expect(preloadsOf('portal:request-form', match)).toEqual({
    sources: ['src/portal/requests/form/RequestFormPage.tsx', 'src/forms/RequestForm.tsx'],
    calls: ['/api/requests/form?form=3d&group=print+%26+cut'],
  });
});

test.each([
  ['/admin/groups', {}, [CONSOLE], ['/api/model', '/api/preferences/list-groups']],
  ['/admin/groups/create', {}, [CONSOLE, 'src/console/form/CreatePage.tsx'], ['/api/model']],
  ['/admin/groups/:id', {}, [CONSOLE, 'src/console/form/EditPage.tsx'], ['/api/model', '/api/groups/a%22b']],
  ['/admin/groups/:id/show', {}, [CONSOLE, 'src/console/show/ShowPage.tsx'], ['/api/model', '/api/groups/a%22b']],
  ['/users/:id', { filter: { userId: ':id' } }, [CONSOLE], ['/api/model', '/api/preferences/list-groups']],
])('a generated page at %s preloads its layer and its first calls', (path, more, sources, calls) => {
  const match = { route: route(path, 'resource:groups', more), params: { id: 'a"b' } };
  expect(preloadsOf('resource:*', match)).toEqual({ sources, calls });
});

test('a page that opens without a connection names what it loads when it is used', () => {
  const match = { route: route('/signup/myevents', 'portal:my-events'), params: {} };
  const { sources, offlineSources } = preloadsOf('portal:my-events', match);
  expect(sources).toEqual(['src/portal/signup/MyEventsScreen.tsx']);
  expect(offlineSources).toContain('src/portal/signup/ticket/TicketDialog.tsx');
});

test('every source that a page names exists', () => {
  const named = Object.keys(SCREENS).flatMap((screen) => {
    const { sources, offlineSources = [] } = preloadsOf(screen, { route: route('/x', screen), params: {} });
    return [...sources, ...offlineSources];
  });
  expect(named).toContain('src/portal/door/ProcessSessionScreen.tsx');
  expect(named.filter((source) => !existsSync(join(import.meta.dirname, '../..', source)))).toEqual([]);
});

test('a page without a match, or without access, preloads nothing', () => {
  expect(preloadsOf(null, null)).toEqual({ sources: [], calls: [] });
});
