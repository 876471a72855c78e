import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf, importGraph, type ImportGraph } from '../factories/import-graph.ts';

const graph = importGraph();
const edges = [...graph].flatMap(([file, imported]) => imported.map((target) => [file, target] as const));

/** The folders of the server that each folder may import; files next to them compose all of them. */
const SERVER: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  declarations: ['platform'],
  schema: ['platform', 'declarations'],
  resources: ['platform', 'declarations'],
  features: ['platform', 'declarations', 'resources'],
};
/** The composition root; features may only import the types of their services and of their descriptor. */
const GIVEN = ['server/services.ts', 'server/feature.ts'];
const MAY_BE_GIVEN = ['features', 'resources'];

/** What concerns a session, from its plan to what came of it: each imports from those before it, and from all of their files. */
const STACK = ['sessions', 'places', 'admission', 'registration', 'checkin', 'attendance'];

/** The commands that features export to others. Everything else is private. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  centers: ['blocks', 'visits'],
  admission: ['credentials'],
  accounts: [
    'account-commands',
    'account-rules',
    'authentication',
    'begin-session',
    'device-store',
    'held-roles',
    'own-password',
    'paired-devices',
    'passwords',
    'second-factor',
    'session-store',
    'totp',
  ],
  'event-log': ['event-log', 'fingerprint', 'routes'],
  files: ['storage', 'upload', 'upload-limits'],
  forms: ['starter-forms', 'validator'],
  identity: ['admit', 'known-identities', 'memberships', 'provider', 'provider-file', 'synchronize'],
  ldap: ['directory'],
  ledger: ['accounts', 'commands', 'post', 'reverse', 'spend'],
  images: ['routes', 'accept-image'],
  messages: [
    'confirming',
    'deliver',
    'mail-content',
    'mail-files',
    'notify',
    'password-links',
    'recipients-by-role',
    'private-links',
    'quiet',
    'receipt-links',
    'saved-templates',
    'suppressed',
    'test-mail',
    'tokens',
    'merge-notices',
  ],
  checkin: ['arrival-check-in', 'cards', 'guest-account', 'offline-scans', 'scan'],
  departments: ['charge', 'commands', 'offers'],
  payments: [
    'due-amount',
    'capture',
    'card-payments',
    'charges',
    'money-effect',
    'pay',
    'payables',
    'refund-choice',
    'refund-parts',
    'topup',
    'void',
  ],
  receipts: ['notices'],
  store: ['catalog', 'desk-orders', 'own-pickup', 'stock'],
  pickups: ['shelf'],
  places: ['answer-places', 'errand-place', 'location-calendar', 'open-now', 'week-hours'],
  passwords: ['change'],
  permissions: ['privilege-escalation'],
  pricing: ['form-pricing', 'price-lines'],
  registration: ['own/own-tickets', 'questions/forget-answers', 'seats/person-name'],
  requests: [
    'answer-files',
    'open-questions',
    'conversation',
    'detail',
    'notes',
    'own-drafts',
    'own-pickup',
    'rows',
    'searched-forms',
    'stored-files',
    'submit',
    'summaries',
    'visible',
  ],
  sessions: [
    'blocks/blocks-between',
    'listing/public-entries',
    'listing/public-session',
    'listing/searched-sessions',
    'listing/session-condition',
    'listing/session-entries',
    'listing/session-query',
    'listing/upcoming',
    'location',
    'scheduling/rows',
    'scheduling/session-conflicts',
    'visibility',
  ],
};

describe('imports', () => {
  test('lead to files that there are', () => {
    expect(edges.filter(([, target]) => !graph.has(target))).toEqual([]);
    expect(edges.length).toBeGreaterThan(2000);
  });

  test('form no cycle, including type and dynamic imports', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  test('form no cycle between folders', () => {
    const folders = new Map<string, string[]>();
    for (const [file, target] of edges) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from === undefined || to === undefined || from === to) continue;
      folders.set(from, [...(folders.get(from) ?? []), to]);
    }
    expect(folders.size).toBeGreaterThan(60);
    expect(circlesOf(folders)).toEqual([]);
  });

  test('would be found in a circle', () => {
    const ring: ImportGraph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['d']],
      ['e', ['a']],
    ]);
    expect(circlesOf(ring)).toEqual([['d'], ['a', 'b', 'c']]);
  });

  test('follow the layers of the server', () => {
    const wrong = edges.filter(([file, target]) => {
      const from = layerOf(file);
      const to = layerOf(target);
      if (from === undefined || from === to || !target.startsWith('server/')) return false;
      if (to === undefined) return !(GIVEN.includes(target) && MAY_BE_GIVEN.includes(from));
      return !SERVER[from]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });
});

test('domain holds what both sides use', () => {
  const [server, browser] = ['server/', 'src/'].map((side) =>
    reachedFrom([...graph.keys()].filter((file) => file.startsWith(side))),
  );
  const oneSided = [...graph.keys()].filter(
    (file) => /^domain\/(?!calls|generated)/.test(file) && !(server?.has(file) && browser?.has(file)),
  );
  expect(oneSided).toEqual([]);
});

test('generic code of the console imports no resource', () => {
  const generic = /^src\/console\/(?!resources\/|ConsoleScreen)/;
  expect(edges.filter(([file, target]) => generic.test(file) && target.startsWith('src/console/resources/'))).toEqual(
    [],
  );
  expect(edges.filter(([file]) => generic.test(file)).length).toBeGreaterThan(300);
});

describe('features', () => {
  const others = edges.flatMap(([file, target]) => {
    const [from, to] = [featureOf(file), featureOf(target)];
    return from && to && from !== to && from !== 'index.ts' ? [{ from, to, file, target }] : [];
  });

  test("features use only each other's commands", () => {
    const inner = others.filter(
      ({ from, to, target }) =>
        !(STACK.includes(from) && STACK.includes(to)) &&
        !COMMANDS[to]?.some((name) => target.endsWith(`/${to}/${name}.ts`)),
    );
    expect(inner.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    const unused = Object.entries(COMMANDS).flatMap(([to, names]) =>
      names
        .filter(
          (name) =>
            !others.some(
              ({ from, target }) =>
                !(STACK.includes(from) && STACK.includes(to)) && target.endsWith(`/${to}/${name}.ts`),
            ),
        )
        .map((name) => `${to}/${name}`),
    );
    expect(unused, 'no one uses these anymore').toEqual([]);
  });

  test('of a session import only from those before them', () => {
    const upwards = others.filter(
      ({ from, to }) => STACK.includes(from) && STACK.includes(to) && STACK.indexOf(from) < STACK.indexOf(to),
    );
    expect(upwards.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test('use one another in no circle', () => {
    const names = [...new Set(others.flatMap(({ from, to }) => [from, to]))];
    const between = new Map(
      names.map((name) => [name, others.filter(({ from }) => from === name).map(({ to }) => to)]),
    );
    expect(circlesOf(between)).toEqual([]);
  });
});

/** 'platform' for server/platform/http/pages.ts; undefined for files outside of these folders. */
function layerOf(file: string): string | undefined {
  const [server, folder = ''] = file.split('/');
  return server === 'server' && folder in SERVER ? folder : undefined;
}

/** Its folder; descriptors compose folders, so each is one of its own. */
function folderOf(file: string): string | undefined {
  if (layerOf(file) === undefined && !/^(domain|src)\/\w+\//.test(file)) return undefined;
  return /features\/(index|\w[\w-]*\/feature)\.ts$/.test(file) ? file : dirname(file);
}

function featureOf(file: string): string | undefined {
  const [server, features, name] = file.split('/');
  return server === 'server' && features === 'features' ? name : undefined;
}

function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set(files);
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
  return reached;
}
