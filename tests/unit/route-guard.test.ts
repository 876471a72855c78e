import { expect, test } from 'vitest';
import { guardRoute, loginPath, pageTitle, type GuardedRoute, type Visitor } from '../../domain/access/route-guard.ts';

const visitor: Visitor = { isLoggedIn: false, roles: [], isKiosk: false };
const member = (...roles: string[]): Visitor => ({ isLoggedIn: true, roles, isKiosk: false });
const route = (changes: Partial<GuardedRoute> = {}): GuardedRoute => ({
  name: 'class manager',
  path: '/classes/manage',
  login: false,
  requiredRoles: [],
  kioskAllowed: false,
  ...changes,
});

test('a route without login and roles is open to visitors', () => {
  expect(guardRoute(route(), null, visitor, '/x')).toEqual({ kind: 'pass' });
});

test('a visitor on a route that needs a login goes to the login with the full attempted path', () => {
  const result = guardRoute(
    route({ login: true }),
    null,
    visitor,
    '/requests/viewsubmissions?status=Submitted&page=2#top',
  );
  expect(result).toEqual({
    kind: 'login',
    to: '/login?redirectFrom=%2Frequests%2Fviewsubmissions%3Fstatus%3DSubmitted%26page%3D2%23top',
  });
});

test('a login is required before roles are checked', () => {
  expect(guardRoute(route({ login: true, requiredRoles: ['Administrator'] }), null, visitor, '/x').kind).toBe('login');
});

test('one of the required roles is enough', () => {
  const several = route({ login: true, requiredRoles: ['EventAdmin', 'EventScheduler'] });
  expect(guardRoute(several, null, member('EventScheduler'), '/x').kind).toBe('pass');
});

test('without a required role the refusal names the page', () => {
  expect(guardRoute(route({ login: true, requiredRoles: ['ClassScheduler'] }), null, member('Student'), '/x')).toEqual({
    kind: 'refuse',
    header: 'Not Allowed',
    message: 'You are not authorized to access the class manager page',
  });
});

test('a kiosk stays on pages that are allowed there', () => {
  const kiosk = { ...member('Administrator'), isKiosk: true };
  expect(guardRoute(route(), null, kiosk, '/x')).toEqual({
    kind: 'refuse',
    header: 'Not Allowed',
    message: 'This page is not available in kiosk mode',
  });
  expect(guardRoute(route({ kioskAllowed: true }), null, kiosk, '/x').kind).toBe('pass');
});

test('the role refusal takes precedence over the kiosk refusal', () => {
  const result = guardRoute(route({ requiredRoles: ['StoreAdmin'] }), null, { ...member(), isKiosk: true }, '/x');
  expect(result).toMatchObject({ kind: 'refuse', message: 'You are not authorized to access the class manager page' });
});

test('a route whose site setting is off is refused with an explanation, also to administrators', () => {
  const links = route({ name: 'links manager', login: true, setting: 'showLinksManager' });
  expect(guardRoute(links, null, { ...member('Administrator'), switchedOff: ['showLinksManager'] }, '/x')).toEqual({
    kind: 'refuse',
    header: 'Not Allowed',
    message: 'The links manager is turned off in the site settings',
  });
  expect(guardRoute(links, null, { ...member('Administrator'), switchedOff: [] }, '/x').kind).toBe('pass');
  expect(guardRoute(route(), null, { ...member(), switchedOff: ['showLinksManager'] }, '/x').kind).toBe('pass');
});

const PAYMENT = '/payment/:endpoint/:id';
const RECEIPT = '/receipt/:endpoint/:id';

test('from a receipt to a payment leads home, in any language', () => {
  const home = { kind: 'redirect', to: '/' };
  for (const name of ['payment', 'Zahlung']) {
    expect(guardRoute(route({ name, path: PAYMENT }), { path: RECEIPT }, member(), '/payment/store/1')).toEqual(home);
    expect(guardRoute(route({ name, path: PAYMENT }), { path: '/' }, member(), '/payment/store/1').kind).toBe('pass');
  }
  const store = route({ name: 'payment', path: '/payment/store' });
  expect(guardRoute(store, { path: RECEIPT }, member(), '/payment/store').kind).toBe('pass');
});

test.each([
  ['my requests', 'My Requests'],
  ['adGroup manager', 'AdGroup Manager'],
  ['home', 'Home'],
  ['My Messages', 'My Messages'],
])('the route %s is titled %s', (name, title) => {
  expect(pageTitle(name, 'Atrium')).toBe(title);
});

test.each([undefined, '', '  '])('a route named %j has the title of the product', (name) => {
  expect(pageTitle(name, 'Atrium')).toBe('Atrium');
});

test('the record of a page comes before the title of its route', () => {
  expect(pageTitle('request form', 'Atrium', 'Poster printing')).toBe('Poster printing · Request Form');
  expect(pageTitle('home', 'Atrium', 'Home')).toBe('Home');
  expect(pageTitle('home', 'Atrium', '')).toBe('Home');
  expect(pageTitle(undefined, 'Atrium', 'Anything')).toBe('Atrium');
});

test('the home page needs no way back', () => {
  expect(loginPath('/')).toBe('/login');
});
