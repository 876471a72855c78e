import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageContent } from '../factories/page-content.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import type { Action, Rule } from '../../server/declarations/permission.ts';
import { publishNow } from '../../server/features/content/publish.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { isView } from '../../domain/declarations/fields.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Each role with its demonstration account. Null: a visitor. */
const ACCOUNTS = [
  null,
  'administrator',
  'student',
  'staff',
  'default',
  'kiosk',
  'calendaradmin',
  'eventscheduler',
  'eventadmin',
  'eventprocessor',
  'contentadmin',
  'requestsadmin',
  'requestsprocessor',
  'transactionreader',
  'storeadmin',
  'classscheduler',
];

/** Ids that no row has: the response shows whether the action was refused before the row was looked up. */
const NOWHERE = { integer: '999999999999', uuid: '00000000-0000-4000-8000-000000000000' };

/** Calls open to every account; rows of others are not found (other-peoples-rows.test.ts and the features' own tests). */
const OWN_CALLS = [
  'DELETE /api/content/pages/:id/presence',
  'POST /api/account/password',
  'GET /api/account/secondFactor',
  'POST /api/account/secondFactor/start',
  'POST /api/account/secondFactor',
  'POST /api/account/secondFactor/codes',
  'POST /api/account/secondFactor/off',
  'GET /api/account/sessions',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'GET /api/account/address',
  'POST /api/account/address',
  'DELETE /api/account/address',
  'POST /api/account/address/mail',
  'GET /api/preferences/:key',
  'PUT /api/preferences/:key',
  'GET /api/requests/form',
  'GET /api/home',
  'GET /api/payment/:endpoint/:id',
  'GET /api/payment/:endpoint/:id/cancel-effect',
  'POST /api/payment/:endpoint/:id/balances',
  'POST /api/payment/:endpoint/:id/department',
  'POST /api/payment/:endpoint/:id/card',
  'POST /api/payment/:endpoint/:id/desk',
  'GET /api/payment/payments/:id',
  'POST /api/payment/topup',
  'GET /api/receipt/own',
  'GET /api/payment/departments',
  'GET /api/store',
  'PUT /api/store/cart/:itemId',
  'POST /api/store/:storeId/orders',
  'GET /api/store/orders',
  'POST /api/store/orders/:id/cancel',
  'POST /api/discounts/codes',
  'GET /api/trainings',
  'GET /api/requests/forms/search',
  'GET /api/requests/drafts',
  'GET /api/requests/drafts/:formId',
  'PUT /api/requests/drafts/:formId',
  'DELETE /api/requests/drafts/:formId',
  'GET /api/requests/submissions',
  'POST /api/requests/submissions',
  'GET /api/requests/submissions/export',
  'GET /api/requests/submissions/:id',
  'POST /api/requests/submissions/:id/messages',
  'POST /api/requests/submissions/:id/messages/:messageId/answer',
  'POST /api/requests/submissions/:id/messages/:messageId/withdraw',
  'POST /api/requests/submissions/:id/resubmit',
  'POST /api/requests/submissions/:id/resubmit/effect',
  'POST /api/batch',
  'POST /api/undo',
  'POST /api/files',
  'GET /api/feeds',
  'GET /api/events/sessions/:id/own',
  'GET /api/events/sessions/:id/questions',
  'GET /api/events/feed',
  'POST /api/events/feed',
  'DELETE /api/events/feed',
  'GET /api/events/tickets',
  'GET /api/UserMessage/GetNumberUnreadMessages',
  'GET /api/messages/threads',
  'GET /api/messages/threads/:key',
  'POST /api/messages/marks',
  'POST /api/messages/allRead',
  'GET /api/myAccount/data',
  'GET /api/messages/choices',
  'PUT /api/messages/choices',
  'PUT /api/messages/quiet',
  'DELETE /api/feeds/:id',
  // Refused by the permission to write blocks (block-occurrences.test.ts).
  'POST /api/blocks/:id/occurrences/:date',
  // Someone else's tickets are not found (sign-up.test.ts).
  'POST /api/events/instances/:id/tickets',
  'POST /api/events/instances/:id/agreement',
  'POST /api/events/tickets/:id/accept',
  'POST /api/events/tickets/:id/cancel',
  'POST /api/events/tickets/:id/seen',
  // Someone else's tickets are left out or not found (ticket-codes.test.ts).
  'POST /api/events/codes',
  'DELETE /api/events/tickets/:id/codes',
  'PUT /api/events/tickets/:id/answers',
  // Someone else's certificates are not found (certificates.test.ts).
  'GET /api/events/tickets/:id/certificate',
  'DELETE /api/events/tickets/:id/certificate',
  'GET /api/events/reminders',
  'PUT /api/events/reminders',
  'DELETE /api/blocks/:id/occurrences/:date',
  // Refused without the right to process events (self-check-in.test.ts): it would end the sessions of this test.
  'POST /api/events/self-check-in',
  // Administrators alone (kiosk.test.ts): likewise.
  'POST /api/kiosk/pair',
  'GET /api/kiosk/person',
  'POST /api/kiosk/stay',
  'POST /api/kiosk/pin',
  'GET /api/kiosk/pickups',
  'POST /api/kiosk/pickups/requests/:id',
  'POST /api/kiosk/pickups/orders/:id',
  'GET /api/account/kioskPin',
  'PUT /api/account/kioskPin',
  // The visits that the caller can see (center-visits.test.ts).
  'GET /api/centerVisits/here',
  // Not found but for the first administrator, until the setup is finished (setup.test.ts).
  'POST /api/setup/testMail',
  'POST /api/setup/finish',
];

const PAGE = pageContent({ title: 'A page', name: 'a-page', type: 'Standard' });
const TRIED_TEMPLATE = { template: { subject: 'x', body: '<p>x</p>' }, messageId: null };
const SAVED_TEMPLATE = { template: null, version: 0 };
const ANNOUNCERS = ['RequestsAdmin', 'EventAdmin', 'EventScheduler', 'ClassScheduler'];
const EVERYONE = { source: 'users', filter: {} };
const PROCESSORS = ['RequestsProcessor', 'RequestsAdmin'];
const DOOR_STAFF = ['EventAdmin', 'EventScheduler', 'EventProcessor'];
const CASHIERS = ['StoreAdmin'];
const PLANNERS = ['EventAdmin', 'EventScheduler'];
const PLANNED = { startsAt: '2031-03-03T15:00:00Z', endsAt: '2031-03-03T16:00:00Z' };
const STAFF_CALLS: {
  route: string;
  query?: string;
  roles: string[];
  payload?: (submission: Json | undefined, mail: Json | undefined, event: Json | undefined) => object;
}[] = [
  { route: 'POST /api/announcements/preview', roles: ANNOUNCERS, payload: () => EVERYONE },
  { route: 'POST /api/announcements/people', roles: ANNOUNCERS, payload: () => ({ ...EVERYONE, start: 0 }) },
  {
    route: 'POST /api/announcements/send',
    roles: ANNOUNCERS,
    payload: () => ({ ...EVERYONE, subject: 'x', html: '<p>x</p>' }),
  },
  // Others find their own alone.
  { route: 'GET /api/announcements/:id/delivery', roles: [] },
  { route: 'GET /api/announcements/:id/recipients', roles: [] },
  { route: 'GET /api/systemSettings/declared', roles: [] },
  { route: 'GET /api/users/:id/access', roles: [] },
  {
    route: 'PUT /api/systemSettings/declared',
    roles: [],
    payload: () => ({ changes: [{ key: 'site.timezone', value: null, version: null }] }),
  },
  { route: 'GET /api/requests/customer', roles: PROCESSORS, query: '?customer=ada' },
  { route: 'GET /api/requests/submissions/:id/notes', roles: PROCESSORS },
  {
    route: 'POST /api/requests/submissions/:id/notes',
    roles: PROCESSORS,
    payload: () => ({ text: 'Paid last time' }),
  },
  {
    route: 'POST /api/scheduling/sessions/plan',
    roles: PLANNERS,
    payload: () => ({ ...PLANNED, locationId: null, instructorIds: [], rule: null }),
  },
  {
    route: 'POST /api/scheduling/sessions',
    roles: PLANNERS,
    payload: (_submission, _mail, eventId) => ({
      values: { ...PLANNED, eventId, status: 'draft', capacity: 3 },
      ...{ rule: null, exceptDates: [], isBookedAsWhole: false, overrideReason: null },
    }),
  },
  {
    route: 'GET /api/scheduling/calendar',
    roles: ['EventAdmin', 'EventScheduler', 'EventProcessor', 'CalendarAdmin'],
  },
  { route: 'GET /api/events/instances/:instanceId/links', roles: ['EventAdmin', 'EventScheduler'] },
  {
    route: 'POST /api/events/instances/:instanceId/links',
    roles: ['EventAdmin', 'EventScheduler'],
    payload: () => ({ label: 'x', expiresAt: null }),
  },
  { route: 'DELETE /api/events/instances/:instanceId/links/:link', roles: ['EventAdmin', 'EventScheduler'] },
  { route: 'GET /api/till', roles: CASHIERS },
  { route: 'GET /api/till/find', roles: CASHIERS, query: '?text=ada' },
  { route: 'GET /api/till/customers/:id', roles: CASHIERS },
  { route: 'POST /api/till/customers/:id/topup', roles: CASHIERS, payload: () => ({ amountCents: 1000 }) },
  { route: 'GET /api/till/customers/:id/items', roles: CASHIERS },
  {
    route: 'POST /api/till/customers/:id/orders',
    roles: CASHIERS,
    payload: () => ({ lines: [{ itemId: 1, quantity: 1 }] }),
  },
  { route: 'POST /api/till/customers/:id/orders/:orderId/remove', roles: CASHIERS },
  {
    route: 'POST /api/till/sales',
    roles: CASHIERS,
    payload: () => ({ customerId: 1, items: [{ endpoint: 'order', id: 1, amountCents: 1 }], method: 'cash' }),
  },
  { route: 'POST /api/till/guests', roles: CASHIERS, payload: () => ({ name: 'Guest' }) },
  { route: 'POST /api/till/receipts/:chargeId/email', roles: CASHIERS },
  { route: 'POST /api/till/count', roles: CASHIERS, payload: () => ({ countedCents: 1 }) },
  { route: 'POST /api/till/close', roles: CASHIERS, payload: () => ({ countedCents: 1, expectedCents: 1 }) },
  { route: 'GET /api/till/sessions/:id', roles: CASHIERS },
  { route: 'GET /api/events/door', roles: DOOR_STAFF },
  { route: 'GET /api/events/door/people', roles: DOOR_STAFF, query: '?q=ada' },
  { route: 'GET /api/events/door/:instanceId', roles: DOOR_STAFF },
  {
    route: 'POST /api/events/door/:instanceId/tickets',
    roles: DOOR_STAFF,
    payload: () => ({ userId: 1, to: 'attended' }),
  },
  { route: 'GET /api/events/classes', roles: DOOR_STAFF },
  { route: 'GET /api/events/classes/:classId', roles: DOOR_STAFF },
  {
    route: 'POST /api/events/classes/:classId/exemptions',
    roles: DOOR_STAFF,
    payload: () => ({ cells: [{ entryId: 1, requirementId: 1 }], reason: 'x' }),
  },
  {
    route: 'POST /api/events/classes/:classId/sessions',
    roles: PLANNERS,
    payload: () => ({
      ...{ requirementId: 1, startsAt: '2031-03-03T15:00:00Z', minutes: 60, capacity: 1, entryIds: [] },
      ...{ locationId: null, locationNote: null },
    }),
  },
  { route: 'POST /api/balances/grants/plan', roles: ['StoreAdmin'], payload: () => ({ text: 'x' }) },
  {
    route: 'POST /api/balances/grants/import',
    roles: ['StoreAdmin'],
    payload: () => ({ text: 'x', basis: '0'.repeat(64), again: false }),
  },
  { route: 'POST /api/rosters/:classId/plan', roles: ['ClassScheduler'], payload: () => ({ text: 'x' }) },
  {
    route: 'POST /api/rosters/:classId/import',
    roles: ['ClassScheduler'],
    payload: () => ({ text: 'x', basis: '0'.repeat(32) }),
  },
  {
    route: 'POST /api/events/door/:instanceId/marks',
    roles: DOOR_STAFF,
    payload: () => ({
      marks: [
        { key: '0123456789abcdef', ticketId: 1, from: 'confirmed', to: 'attended', at: '2027-03-09T17:00:00.000Z' },
      ],
    }),
  },
  {
    route: 'POST /api/events/door/:instanceId/walk-ins',
    roles: DOOR_STAFF,
    payload: () => ({ name: 'Gus', email: 'gus@walkin.example', to: 'attended' }),
  },
  // 409 with permission: these are no terms of an event.
  { route: 'POST /api/events/door/tickets/:id/agreement', roles: DOOR_STAFF, payload: () => ({ version: 'none' }) },
  { route: 'GET /api/events/door/:instanceId/terms', roles: DOOR_STAFF },
  { route: 'GET /api/events/door/events', roles: DOOR_STAFF },
  { route: 'GET /api/events/door/events/:eventId', roles: DOOR_STAFF },
  { route: 'POST /api/events/door/:instanceId/scan', roles: DOOR_STAFF, payload: () => ({ text: '001234567' }) },
  // 409 with permission: this is no card.
  { route: 'PUT /api/events/door/people/:id/card', roles: DOOR_STAFF, payload: () => ({ text: 'no card' }) },
  {
    route: 'POST /api/scheduling/collisions',
    roles: ['EventAdmin', 'EventScheduler', 'EventProcessor', 'CalendarAdmin'],
    payload: () => ({
      block: { locationId: 1, startsAt: '2100-06-01T10:00:00Z', endsAt: '2100-06-01T11:00:00Z' },
    }),
  },
  {
    route: 'GET /api/scheduling/history',
    roles: ['EventAdmin', 'EventScheduler', 'EventProcessor', 'CalendarAdmin'],
  },
  {
    route: 'POST /api/feeds',
    roles: ['EventAdmin', 'EventScheduler', 'EventProcessor', 'CalendarAdmin'],
    payload: () => ({}),
  },
  { route: 'POST /api/forms/:id/preview', roles: ['RequestsAdmin'], payload: () => ({ schema: {} }) },
  { route: 'GET /api/content/pages', roles: ['ContentAdmin'] },
  { route: 'GET /api/content/cardTypes', roles: ['ContentAdmin'] },
  { route: 'POST /api/content/images', roles: ['ContentAdmin'] },
  { route: 'GET /api/boards/:name', roles: ['RequestsProcessor', 'RequestsAdmin'] },
  { route: 'GET /api/reports/:name', query: '?by=form', roles: ['RequestsProcessor', 'RequestsAdmin'] },
  { route: 'GET /api/debug/report', roles: [] },
  { route: 'POST /api/debug/checks/:section/:check', roles: [] },
  { route: 'GET /api/messageEvents', roles: [] },
  { route: 'GET /api/messageEvents/:event/:audience', roles: [] },
  { route: 'GET /api/messageEvents/:event/:audience/messages', roles: [] },
  { route: 'POST /api/messageEvents/:event/:audience/versions', roles: [], payload: () => SAVED_TEMPLATE },
  { route: 'POST /api/messageEvents/:event/:audience/preview', roles: [], payload: () => TRIED_TEMPLATE },
  { route: 'POST /api/messageEvents/:event/:audience/test', roles: [], payload: () => TRIED_TEMPLATE },
  { route: 'GET /api/ldap/directories', roles: [] },
  { route: 'POST /api/ldap/directories/:name/try', roles: [], payload: () => ({}) },
  { route: 'GET /api/openid/providers', roles: [] },
  { route: 'POST /api/openid/providers/:name/try', roles: [] },
  { route: 'GET /api/mails/overview', roles: [] },
  { route: 'GET /api/mails/:id/content', roles: [] },
  { route: 'GET /api/mails/:id/html', roles: [] },
  { route: 'GET /api/content/pages/:page/editor', roles: ['ContentAdmin'] },
  { route: 'PUT /api/content/pages/:id/draft', roles: ['ContentAdmin'], payload: () => ({ content: PAGE }) },
  { route: 'POST /api/content/pages/:id/publish', roles: ['ContentAdmin'], payload: () => ({ at: null }) },
  { route: 'GET /api/content/pages/:id/uses', roles: ['ContentAdmin'] },
  { route: 'GET /api/content/pages/:id/draftLinks', roles: ['ContentAdmin'] },
  { route: 'POST /api/content/pages/:id/draftLinks', roles: ['ContentAdmin'], payload: () => ({ days: 1 }) },
  { route: 'DELETE /api/content/pages/:id/draftLinks/:link', roles: ['ContentAdmin'] },
  {
    route: 'PUT /api/content/pages/:id/presence',
    roles: ['ContentAdmin'],
    payload: () => ({ tab: 'tab-of-mine', section: null }),
  },
  { route: 'GET /api/content/pages/:id/versions/:number', roles: ['ContentAdmin'] },
  { route: 'POST /api/content/pages/:id/versions/:number/restore', roles: ['ContentAdmin'] },
  { route: 'POST /api/content/pages', roles: ['ContentAdmin'], payload: () => ({ title: 'One more' }) },
];

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  action: Action;
  payload?: object;
}

function callsOf({ name, idKind, config }: Resource): Call[] {
  const id = NOWHERE[idKind];
  const one = `/api/${name}/${id}`;
  const ids = /^\d+$/.test(id) ? [Number(id)] : [id];
  return [
    { method: 'GET', url: `/api/${name}?range=[0,0]`, action: 'read' },
    { method: 'GET', url: one, action: 'read' },
    { method: 'GET', url: `/api/${name}/export`, action: 'export' },
    { method: 'GET', url: `${one}/history`, action: 'history' },
    ...(config.list.sums ? [{ method: 'GET', url: `/api/${name}/sums`, action: 'read' } as const] : []),
    ...(config.calendar
      ? [{ method: 'GET', url: `/api/${name}/calendar?from=2030-01-01&to=2030-01-31`, action: 'read' } as const]
      : []),
    { method: 'POST', url: `/api/${name}`, action: 'create', payload: {} },
    { method: 'GET', url: `${one}/duplicate`, action: 'create' },
    { method: 'POST', url: `${one}/duplicate`, action: 'create', payload: {} },
    { method: 'PUT', url: one, action: 'update', payload: {} },
    { method: 'PATCH', url: `/api/${name}`, action: 'update', payload: { ids, data: {} } },
    // Whether the row may be written is checked once the entry is found; denied-writes.test.ts has real entries.
    { method: 'POST', url: `${one}/revert`, action: 'history', payload: { entryId: 1 } },
    { method: 'DELETE', url: one, action: 'delete' },
    ...(config.softDelete ? [{ method: 'POST', url: `${one}/restore`, action: 'delete' } as const] : []),
    {
      method: 'DELETE',
      url: `/api/${name}?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}`,
      action: 'delete',
    },
  ];
}

/** Evaluates the rules independently of the evaluator under test. */
function isGranted(rules: Rule[], roles: string[], resource: string, action: Action): boolean {
  return (
    roles.includes('Administrator') ||
    rules.some(
      (rule) => roles.includes(rule.role) && [resource, '*'].includes(rule.resource) && rule.actions.includes(action),
    )
  );
}

function declared(internal: boolean): Resource[] {
  return [...t.services.model.resources.values()].filter(({ config }) => config.internal === internal);
}

/** One session per account, shared by all tests of this file; none of them ends it. */
const sessions = new Map<string, Promise<string>>();
function cookieOf(account: string | null): Promise<string> | string {
  if (account === null) return '';
  const session = sessions.get(account) ?? t.loginAs(account);
  sessions.set(account, session);
  return session;
}

describe('generic routes', () => {
  test.each(ACCOUNTS.map((account) => [account ?? 'a visitor', account]))(
    'for %s answer as the permission rules say, for every resource and method',
    async (_who, account) => {
      const cookie = await cookieOf(account);
      const { roles } =
        account === null
          ? { roles: [] }
          : (await t.app.inject({ url: '/api/UserCookieData', headers: { cookie } })).json<{ roles: string[] }>();
      const wrong: string[] = [];
      for (const resource of declared(false)) {
        const { name, config } = resource;
        for (const { method, url, action, payload } of callsOf(resource)) {
          if (isView(resource) && action !== 'read' && action !== 'export') continue;
          const answer = await t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
          const granted = isGranted(t.services.permissions.rules(), [...roles, 'Public'], name, action);
          const isOpen = ![401, 403].includes(answer.statusCode);
          const closed = (action === 'create' || action === 'update' || action === 'delete') && !config.writes[action];
          if (isOpen !== (granted && !closed) || answer.statusCode >= 500)
            wrong.push(`${method} ${url}: ${answer.statusCode}, granted: ${granted}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('all routes', () => {
  test('no table without a permission target has generic routes', () => {
    const tables = declared(true).map(({ name }) => `/api/${name}`);
    expect(tables.length).toBeGreaterThan(5);
    // Downloads, which follow the rules of the record that the file belongs to.
    const downloads = ['/api/files/:id', '/api/files/:id/picture'];
    // By the signed link of a mail, for its reader alone.
    const linked = ['/api/messages/linked/choices', '/api/messages/linked/quiet', '/api/messages/unsubscribe/:link'];
    const generic = t.app.listedRoutes.filter(
      ({ url, needsAccount }) =>
        !needsAccount &&
        ![...downloads, ...linked].includes(url) &&
        tables.some((path) => url === path || url.startsWith(`${path}/`)),
    );
    expect(generic).toEqual([]);
  });

  test('only these are public, apart from what the permission rules allow', () => {
    const resources = declared(false).map(({ name }) => `/api/${name}`);
    const open = t.app.listedRoutes.filter(
      ({ needsAccount, method, url }) =>
        !needsAccount && method !== 'HEAD' && !resources.some((path) => url === path || url.startsWith(`${path}/`)),
    );
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /api/Content/:file',
      'GET /api/UserCookieData',
      'GET /api/ViewScheduling/Feed/:file',
      'GET /api/ViewScheduling/GetCalendarCounts/:id',
      'GET /api/ViewScheduling/GetCalendarFor/:id',
      'GET /api/account/address/confirmation',
      'GET /api/auth/oidc/:provider/callback',
      'GET /api/auth/oidc/:provider/start',
      'GET /api/content/draft',
      'GET /api/content/megamenu',
      'GET /api/content/navigation',
      'GET /api/content/page',
      'GET /api/content/siteDisplaySettings',
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/documentation/search',
      'GET /api/feeds/:file',
      'GET /api/files/:id',
      'GET /api/files/:id/picture',
      'GET /api/kiosk',
      'GET /api/messages/linked/choices',
      'GET /api/messages/unsubscribe/:link',
      'GET /api/model',
      'GET /api/model/shell',
      'GET /api/openapi.json',
      'GET /api/receipt/:endpoint/:token',
      'GET /api/receipt/:endpoint/:token/pdf',
      'GET /api/setup',
      'GET /api/validators/:file',
      'GET /embed/calendar/:location',
      'GET /embed/events',
      'GET /embed/hours/:location',
      'POST /api/EventLog/LogError',
      'POST /api/EventLog/LogWarning',
      'POST /api/Login',
      'POST /api/Login/code',
      'POST /api/LoginKiosk',
      'POST /api/Logout',
      'POST /api/account/address/confirmation',
      'POST /api/account/passwordLink',
      'POST /api/account/passwordLink/account',
      'POST /api/account/passwordRequest',
      'POST /api/auth/oidc/:provider/backchannel-logout',
      'POST /api/content/TrackPageView',
      'POST /api/gateway/events',
      'POST /api/kiosk/pairings',
      'POST /api/kiosk/pairings/claim',
      'POST /api/kiosk/unpair',
      'POST /api/messages/unsubscribe/:link',
      'POST /api/setup/administrator',
      'POST /api/setup/link',
      'PUT /api/messages/linked/choices',
      'PUT /api/messages/linked/quiet',
    ]);
  });

  test('all others answer visitors with 401, with any body', async () => {
    const guarded = t.app.listedRoutes.filter(({ needsAccount }) => needsAccount);
    expect(guarded.length).toBeGreaterThan(5);
    for (const { method, url } of guarded) {
      for (const cookie of ['', 'atrium=', 'atrium=x', `atrium=${'A'.repeat(43)}`, '__Host-atrium=x']) {
        const answer = await t.app.inject({
          method: method as 'GET',
          url: url.replace(/:\w+/g, '1'),
          headers: { cookie },
          ...(/^P/.test(method) ? { payload: {} } : {}),
        });
        expect(answer.statusCode, `${method} ${url}`).toBe(401);
        if (method !== 'HEAD') expectProblem(answer);
      }
    }
  });

  test('every one that requires an account is listed here with its permitted roles', () => {
    const guarded = t.app.listedRoutes.filter(({ needsAccount, method }) => needsAccount && method !== 'HEAD');
    expect(guarded.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      [...OWN_CALLS, ...STAFF_CALLS.map(({ route }) => route)].sort(),
    );
  });

  test.each(STAFF_CALLS)('$route is for $roles and administrators', async ({ route, roles, payload, query = '' }) => {
    const form = (await t.services.engine.list(SYSTEM, 'forms', {})).rows[0]!;
    const submission = await makeRow(t.services, 'submissions');
    const mail = await makeRow(t.services, 'mails');
    const page = await makeRow(t.services, 'pages', { published: false });
    await publishNow(t.services, SYSTEM, Number(page.id));
    const event = await makeRow(t.services, 'events', { active: true });
    const instance = await makeRow(t.services, 'instances', { eventId: event.id ?? null, status: 'published' });
    const ticket = await makeRow(t.services, 'tickets', { instanceId: instance.id ?? null });
    const ids: Record<string, unknown> = {
      content: page.id,
      users: 1,
      forms: form.id,
      requests: submission.id,
      mails: mail.id,
      announcements: (await makeRow(t.services, 'announcements')).id,
      events: ticket.id,
      scheduling: instance.id,
      till: route.includes('/till/sessions/') ? (await makeRow(t.services, 'tillSessions')).id : 1,
    };
    const receipt = await makeRow(t.services, 'receipts');
    const order = await makeRow(t.services, 'orders', { userId: 1, soldById: 1, state: 'canceled' });
    const [method, pattern] = route.split(' ') as ['GET', string];
    const path = pattern
      .replace(/:(id|page)/, String(ids[pattern.split('/')[2]!]))
      .replace(':instanceId', String(instance.id))
      .replace(':chargeId', String(receipt.chargeId))
      .replace(':orderId', String(order.id))
      .replace(':classId', '1')
      .replace(/(reports|boards)\/:name/, '$1/requests')
      .replace(':eventId', String(event.id))
      .replace(/:(number|link)/, '1');
    const url = `${path}${query}`;
    for (const account of ACCOUNTS.filter((name) => name !== null)) {
      const answer = await t.app.inject({
        method,
        url,
        headers: { cookie: await cookieOf(account) },
        ...(payload ? { payload: payload(submission.id, mail.id, event.id) } : {}),
      });
      const mayUse = ['Administrator', ...roles].some((role) => role.toLowerCase() === account);
      expect([401, 403, 404].includes(answer.statusCode), `${account}: ${answer.statusCode} ${answer.body}`).toBe(
        !mayUse,
      );
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});
