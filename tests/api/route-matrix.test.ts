import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../domain/actor.ts';
import type { Resource } from '../../domain/model.ts';
import type { Action, Rule } from '../../domain/permission.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => { t = await startTestApp(); });
afterAll(() => t.close());

/** Every role has an account of its name in the demonstration. Null: a visitor. */
const ACCOUNTS = [
  null, 'administrator', 'student', 'staff', 'default', 'kiosk', 'calendaradmin', 'eventscheduler', 'eventadmin', 'eventprocessor', 'contentadmin',
  'requestsadmin', 'requestsprocessor', 'transactionreader', 'storeadmin', 'classscheduler',
];

/** An id that no row has: what is answered then shows whether the action was refused before anything was looked for. */
const NOWHERE = { integer: '999999999999', uuid: '00000000-0000-4000-8000-000000000000' };

interface Call { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; action: Action; payload?: object }

function callsOf(name: string, id: string): Call[] {
  const one = `/api/${name}/${id}`;
  const ids = /^\d+$/.test(id) ? [Number(id)] : [id];
  return [
    { method: 'GET', url: `/api/${name}?range=[0,0]`, action: 'read' },
    { method: 'GET', url: one, action: 'read' },
    { method: 'GET', url: `/api/${name}/export`, action: 'export' },
    { method: 'GET', url: `${one}/history`, action: 'history' },
    { method: 'POST', url: `/api/${name}`, action: 'create', payload: {} },
    { method: 'PUT', url: one, action: 'update', payload: {} },
    { method: 'PATCH', url: `/api/${name}`, action: 'update', payload: { ids, data: {} } },
    // Whether the row may be written is asked once the entry is found; denied-writes.test.ts has real ones.
    { method: 'POST', url: `${one}/revert`, action: 'history', payload: { entryId: 1 } },
    { method: 'DELETE', url: one, action: 'delete' },
    { method: 'DELETE', url: `/api/${name}?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}`, action: 'delete' },
  ];
}

/** Read from the rules as an administrator would read them, not by the evaluator under test. */
function isGranted(rules: Rule[], roles: string[], resource: string, action: Action): boolean {
  return roles.includes(ADMINISTRATOR)
    || rules.some((rule) => roles.includes(rule.role) && [resource, '*'].includes(rule.resource) && rule.actions.includes(action));
}

function declared(internal: boolean): Resource[] {
  return [...t.services.model.resources.values()].filter(({ config }) => config.internal === internal);
}

describe('generic routes', () => {
  test.each(ACCOUNTS)('for %s answer as the permission rules say, for every resource and method', async (account) => {
    const cookie = account === null ? '' : await t.loginAs(account);
    const { roles } = account === null ? { roles: [] } : (await t.app.inject({ url: '/api/UserCookieData', headers: { cookie } })).json<{ roles: string[] }>();
    const wrong: string[] = [];
    for (const { name, idKind, config } of declared(false)) {
      for (const { method, url, action, payload } of callsOf(name, NOWHERE[idKind])) {
        const answer = await t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
        const granted = isGranted(t.services.permissions.rules(), [...roles, 'Public'], name, action);
        const isOpen = ![401, 403].includes(answer.statusCode);
        const closed = (action === 'create' || action === 'update' || action === 'delete') && !config.writes[action];
        if (isOpen !== (granted && !closed) || answer.statusCode >= 500) wrong.push(`${method} ${url}: ${answer.statusCode}, granted: ${granted}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('all routes', () => {
  test('no table without a permission target has generic routes', () => {
    const tables = declared(true).map(({ name }) => `/api/${name}`);
    expect(tables.length).toBeGreaterThan(5);
    const generic = t.app.listedRoutes.filter(({ url, needsAccount }) => !needsAccount && tables.some((path) => url === path || url.startsWith(`${path}/`)));
    expect(generic).toEqual([]);
  });

  test('only these are open to visitors, besides what the permission rules decide', () => {
    const resources = declared(false).map(({ name }) => `/api/${name}`);
    const open = t.app.listedRoutes.filter(({ needsAccount, method, url }) =>
      !needsAccount && method !== 'HEAD' && !resources.some((path) => url === path || url.startsWith(`${path}/`)));
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /api/UserCookieData', 'GET /api/docs', 'GET /api/docs.css', 'GET /api/model', 'GET /api/openapi.json', 'GET /api/validators/:file',
      'POST /api/EventLog/LogError', 'POST /api/EventLog/LogWarning', 'POST /api/Login', 'POST /api/Logout',
    ]);
  });

  test('every other one answers visitors with 401, whatever they send', async () => {
    const guarded = t.app.listedRoutes.filter(({ needsAccount }) => needsAccount);
    expect(guarded.length).toBeGreaterThan(5);
    for (const { method, url } of guarded) {
      for (const cookie of ['', 'atrium=', 'atrium=x', `atrium=${'A'.repeat(43)}`, '__Host-atrium=x']) {
        const answer = await t.app.inject({ method: method as 'GET', url: url.replace(/:\w+/g, '1'), headers: { cookie }, ...(/^P/.test(method) ? { payload: {} } : {}) });
        expect(answer.statusCode, `${method} ${url}`).toBe(401);
        if (method !== 'HEAD') expectProblem(answer);
      }
    }
  });
});
