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

/** The commands that features export to others. Everything else is private. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account-commands', 'authentication', 'begin-session', 'held-roles', 'own-password', 'passwords'],
  blocks: ['blocks-between', 'change-occurrence', 'series'],
  'event-log': ['event-log', 'fingerprint', 'routes'],
  events: ['questions/forget-answers', 'sessions/public-session', 'sessions/upcoming'],
  feeds: ['calendar-file', 'feed-answers', 'feed-store'],
  files: ['storage', 'upload', 'upload-limits'],
  forms: ['starter-forms', 'validator'],
  identity: ['admit', 'known-identities', 'memberships', 'provider', 'provider-file', 'synchronise'],
  ldap: ['directory'],
  images: ['routes', 'accept-image'],
  messages: [
    'confirming',
    'deliver',
    'mail-content',
    'notify',
    'quiet',
    'saved-templates',
    'suppressed',
    'test-mail',
    'merge-notices',
  ],
  places: ['listed', 'location', 'location-calendar', 'public-entries', 'week-hours'],
  requests: [
    'asks',
    'change-status',
    'conversation',
    'notes',
    'rows',
    'steps',
    'stored-files',
    'submit',
    'visible',
    'workflow-file',
    'detail',
  ],
  scheduling: ['plan-sessions', 'rows', 'session-clashes'],
};

describe('imports', () => {
  test('lead to files that there are', () => {
    expect(edges.filter(([, target]) => !graph.has(target))).toEqual([]);
    expect(edges.length).toBeGreaterThan(2000);
  });

  test('form no cycle, including type and dynamic imports', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  test('form no cycle between folders of domain', () => {
    const folders = new Map<string, string[]>();
    for (const [file, target] of edges) {
      const [from, to] = [dirname(file), dirname(target)];
      if (from !== to && from.startsWith('domain/') && to.startsWith('domain/'))
        folders.set(from, [...(folders.get(from) ?? []), to]);
    }
    expect(folders.size).toBeGreaterThan(5);
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

describe('features', () => {
  const others = edges.flatMap(([file, target]) => {
    const [from, to] = [featureOf(file), featureOf(target)];
    return from && to && from !== to && from !== 'index.ts' ? [{ from, to, file, target }] : [];
  });

  test("features use only each other's commands", () => {
    const inner = others.filter(
      ({ to, target }) => !COMMANDS[to]?.some((name) => target.endsWith(`/${to}/${name}.ts`)),
    );
    expect(inner.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    const unused = Object.entries(COMMANDS).flatMap(([to, names]) =>
      names
        .filter((name) => !others.some(({ target }) => target.endsWith(`/${to}/${name}.ts`)))
        .map((name) => `${to}/${name}`),
    );
    expect(unused, 'nobody uses these any more').toEqual([]);
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

function featureOf(file: string): string | undefined {
  const [server, features, name] = file.split('/');
  return server === 'server' && features === 'features' ? name : undefined;
}
