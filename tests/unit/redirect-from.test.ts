import { expect, test } from 'vitest';
import type { BoardLink } from '../../domain/declarations/boards.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { landingPath, safeRedirect, type Visitor } from '../../domain/access/route-guard.ts';

const HOSTILE = [
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%5c/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '\t//evil.example',
  '\n//evil.example',
  ' //evil.example',
  ' https://evil.example',
  '\u00a0//evil.example',
  '\u2028//evil.example',
  '\ufeff//evil.example',
  '/\u200b/evil.example',
  '\0//evil.example',
  '/\0/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://%0aalert(1)',
  '/javascript:\\alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'ftp://evil.example',
  'mailto:a@evil.example',
  'tel:123',
  'view-source:https://evil.example',
  'evil.example',
  'www.evil.example/path',
  '.evil.example',
  '@evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  '//evil.example@localhost',
  '//localhost@evil.example',
  'https://localhost@evil.example',
  '//evil%E3%80%82example',
  '/\u3000/evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
  '/login',
  '/login?redirectFrom=/login',
  '/LOGIN/',
  `/${'a'.repeat(5_000)}`,
];

test('at least sixty hostile values are tried', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60);
});

test.each(HOSTILE)('redirectFrom %j leads home', (value) => {
  expect(safeRedirect(value)).toBe('/');
});

test.each(HOSTILE)('%j with further percent-encoding does not leave the site', (value) => {
  const target = safeRedirect(encodeURIComponent(value));
  expect(new URL(target, 'https://portal.example').origin).toBe('https://portal.example');
});

test.each([null, undefined])('%s leads home', (value) => {
  expect(safeRedirect(value)).toBe('/');
});

test.each([
  '/requests/myrequests',
  '/requests/viewsubmissions?status=Submitted&sortBy=createdAt',
  '/signup/details/12#dates',
  '/requests/view/Laser%20cutting',
  '/docs?search=https://library.example',
  '/calendar/3?view=week',
])('the path %s of this site stays', (value) => {
  expect(safeRedirect(value)).toBe(value);
});

const route = { name: 'page', login: true, requiredRoles: [], kioskAllowed: false, backgroundTheme: 'light' as const };
const routes: RouteDeclaration[] = [
  { ...route, path: '/', screen: 'portal:content' },
  { ...route, path: '/board', screen: 'console:board' },
];
const boards: BoardLink[] = [{ name: 'desk', title: 'Front desk', icon: 'layout-dashboard' }];
const staff: Visitor = { isLoggedIn: true, roles: ['Staff'], isKiosk: false };

test.each<[string, string | null, BoardLink[], Visitor, string]>([
  ['an account with a board to it', null, boards, staff, '/board'],
  ['others to the home page', null, [], staff, '/'],
  ['where it came from', '/docs?search=poster#part', boards, staff, '/docs?search=poster#part'],
  ['to the home page that is asked for', '/', boards, staff, '/'],
  ['to the board instead of to another site', '//evil.example', boards, staff, '/board'],
  ['to the home page in kiosk mode', null, boards, { ...staff, isKiosk: true }, '/'],
])('a login leads %s', (_what, redirectFrom, own, visitor, expected) => {
  expect(landingPath(redirectFrom, { routes, boards: own }, visitor)).toBe(expected);
});

test('without a route for boards a login leads to the home page', () => {
  expect(landingPath(null, { routes: routes.slice(0, 1), boards }, staff)).toBe('/');
});
