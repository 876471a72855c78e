import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DOCUMENT_STATE_ID,
  type DocumentHead,
  type DocumentState,
  type RenderedDocument,
} from '../../domain/content/document.ts';
import { Template } from '../../server/features/documents/template.ts';

/** Has what a replacement string would take for a pattern. */
const START = "import'/assets/shared-1.js';start(`$&`)";
const ENTRY = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
/** As Vite leaves it: the entry script is in the head. */
const html = (await readFile(join(import.meta.dirname, '..', '..', 'index.html'), 'utf8'))
  .replace(/ *<script type="module" src="[^"]+"><\/script>\n/, '')
  .replace('</head>', `${ENTRY}<link rel="modulepreload" href="/assets/shared-1.js"></head>`);
const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_shared-1.js'], css: ['assets/index-1.css'] },
  '_shared-1.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] },
  '_icons-1.js': { file: 'assets/icons-1.js' },
  '_group-1.js': {
    file: 'assets/screen-1.js',
    imports: ['_shared-1.js', '_icons-1.js', 'index.html'],
    css: ['assets/screen-1.css'],
  },
};
/** Several sources may be in one file. */
const files = { 'src/screen.tsx': 'assets/screen-1.js', 'src/part.tsx': 'assets/screen-1.js' };
const styles = { 'assets/screen-1.css': '.screen{color:red}' };
const head: DocumentHead = {
  title: 'Home',
  share: { title: 'Atrium', site: 'Atrium' },
  description: null,
  theme: 'light',
  image: null,
  icon: null,
  data: null,
  links: '',
};
const state: DocumentState = {
  session: null,
  displayName: null,
  queries: [],
  search: '',
  look: null,
  shell: {
    revision: 'r',
    site: {
      productName: 'P',
      identityName: 'I',
      timezone: 'UTC',
      locale: 'en-US',
      currency: 'USD',
      terms: [],
      uploadMegabytes: 25,
      frameHosts: [],
      documentation: { system: 'docs' },
    },
    roles: [],
    routes: [],
    menu: [],
    listable: [],
    boards: [],
    login: { providers: [], passwordsOf: 'everyone', newPasswords: null },
  },
};

function filled(
  document: Partial<Omit<RenderedDocument, 'head'>> & { head?: Partial<DocumentHead> } = {},
  siteUrl: string | null = null,
): string {
  return new Template({ html, manifest, files, styles, start: START }, siteUrl).fill(
    {
      status: 200,
      movedTo: null,
      isPrivate: false,
      body: null,
      state,
      sources: [],
      ...document,
      head: { ...head, ...document.head },
    },
    '/a/path',
    siteUrl ?? 'http://127.0.0.1:3000',
  );
}

function stateIn(document: string): unknown {
  const [, text = ''] =
    new RegExp(`<script type="application/json" id="${DOCUMENT_STATE_ID}">([^]*?)</script>`).exec(document) ?? [];
  return JSON.parse(text);
}

describe('a document', () => {
  test('has title, description, theme and background of its page', () => {
    const document = filled({ head: { title: 'My Page', description: 'About it', theme: 'dark' } });
    expect(document).toContain('<title>My Page</title>');
    expect(document).toContain('<meta name="description" content="About it" />');
    expect(document).toContain('<html lang="en" data-theme="dark">');
    expect(document).toContain('<meta name="theme-color" content="#000000" />');
    expect(document).toContain('<meta property="og:title" content="Atrium" />');
    expect(document).toContain('<meta property="og:site_name" content="Atrium" />');
    expect(document.match(/<title>|name="theme-color"|rel="icon"/g)).toHaveLength(3);
  });

  test('names its address and picture, and a canonical address where the site’s own is known', () => {
    const image = '3f2a9c0d1e4b5a6f7c8d-1600x900.webp';
    const document = filled({ head: { image }, body: '<p>here</p>' }, 'https://atrium.example');
    expect(document).toContain('<link rel="canonical" href="https://atrium.example/a/path" />');
    expect(document).toContain(`<meta property="og:image" content="https://atrium.example/api/Content/${image}" />`);
    expect(document).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const local = filled({ head: { image }, body: '<p>here</p>' });
    expect(local).toContain('<meta property="og:url" content="http://127.0.0.1:3000/a/path" />');
    expect(local).toContain(`<meta property="og:image" content="http://127.0.0.1:3000/api/Content/${image}" />`);
    expect(local).not.toContain('canonical');
  });

  test.each([
    { status: 404, body: '<p>nothing</p>' },
    { status: 200, body: null },
    { status: 200, body: '<p>draft</p>', isPrivate: true },
  ] as const)('of no page that everyone may read ($status) is not for search engines', (given) => {
    const document = filled(given, 'https://atrium.example');
    expect(document).toContain('<meta name="robots" content="noindex" />');
    expect(document).not.toContain('canonical');
  });

  test('announces the files of its page once, behind those of the entry', () => {
    const document = filled({ sources: ['src/screen.tsx'] });
    expect(document.match(/modulepreload[^>]*href="[^"]+"/g)).toEqual([
      'modulepreload" href="/assets/shared-1.js"',
      'modulepreload" crossorigin href="/assets/screen-1.js"',
      'modulepreload" crossorigin href="/assets/icons-1.js"',
    ]);
    expect(document).toContain(
      '<style>.screen{color:red}</style><link rel="stylesheet" href="/assets/screen-1.css" disabled />',
    );
    expect(document.indexOf('screen-1.css')).toBeLessThan(document.indexOf('</head>'));
    expect(document.indexOf('screen-1.css')).toBeGreaterThan(document.indexOf('<script>'));
  });

  test('names the files of later parts without loading them, and none twice', () => {
    const document = filled({ sources: ['src/shared.ts'], offlineSources: ['src/screen.tsx'] });
    expect(document.match(/<link rel="offline"[^>]*>/g)).toEqual([
      '<link rel="offline" href="/assets/screen-1.css" />',
      '<link rel="offline" href="/assets/screen-1.js" />',
      '<link rel="offline" href="/assets/icons-1.js" />',
    ]);
    expect(document).not.toMatch(/(modulepreload|stylesheet)[^>]*screen-1/);
    expect(filled({ sources: ['src/screen.tsx'], offlineSources: ['src/screen.tsx'] })).not.toContain('rel="offline"');
  });

  test('of a page that is there already loads code once that has been painted', () => {
    const document = filled({ sources: ['src/screen.tsx'], body: '<p>here</p>' });
    expect(document).toContain(
      '<link rel="later" data-start="/assets/index-1.js" crossorigin href="/assets/index-1.js" />',
    );
    expect(document).toContain('<link rel="later" crossorigin href="/assets/screen-1.js" />');
    expect(document).not.toMatch(/<script type="module"|rel="modulepreload"/);
  });

  test('of a page that is made in the browser has its first script in it', () => {
    const document = filled({ sources: ['src/screen.tsx'] });
    expect(document).toContain(`<script type="module" data-start="/assets/index-1.js">${START}</script>`);
    expect(document).not.toContain(ENTRY);
  });

  test('of a page that is made in the browser says so where no scripts run', () => {
    const words = /<noscript><main[^>]*><h1>My &lt;Page&gt;<\/h1>\s*<p>This page works only with JavaScript\./;
    expect(filled({ head: { title: 'My <Page>' } })).toMatch(words);
    expect(filled({ head: { title: 'My <Page>' }, body: '<p>here</p>' })).not.toContain('works only with JavaScript');
  });

  test('contains its markup verbatim, with any characters', () => {
    const body = '<p>$& $1 $` costs $5</p>';
    expect(filled({ body })).toContain(`<div id="root">${body}</div>`);
  });

  test.each(['</script><script>alert(1)</script>', '<!--<script>', '\u2028\u2029', '"\\u003c', '<\u0000'])(
    'carries %j in its state without leaving it',
    (evil) => {
      const queries = [{ path: `/api/${evil}`, data: { [evil]: evil } }];
      const document = filled({ state: { ...state, queries } });
      expect(stateIn(document)).toEqual({ ...state, queries });
      const [, text = ''] = /application\/json"[^>]*>([^]*?)<\/script>/.exec(document) ?? [];
      expect(text).not.toMatch(/[<\u2028\u2029]/);
    },
  );

  test.each(['"><script>alert(1)</script>', '</title><script>', "' onload='x", '&lt;'])(
    'shows %j in its head as text',
    (evil) => {
      const document = filled({ head: { title: evil, description: evil } });
      const clean = filled({ head: { title: 'x', description: 'x' } });
      expect(document.match(/<\w+/g)).toEqual(clean.match(/<\w+/g));
    },
  );
});

test('an index.html without its markers is refused at start', () => {
  expect(
    () =>
      new Template(
        { html: '<!doctype html><html data-theme="light"><head></head></html>', manifest, files, styles, start: START },
        null,
      ),
  ).toThrow('lost its mark');
});

describe('data for search engines', () => {
  const data = { name: '</script><script>alert(1)</script><!--', text: 'a\u2028b' };
  const block = (document: Parameters<typeof filled>[0]) =>
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(filled(document))?.[1];

  test('are a block that nothing in them ends', () => {
    const text = block({ head: { data }, body: '<p>Page</p>' }) ?? '';
    expect(JSON.parse(text)).toEqual(data);
    expect(text).not.toMatch(/[<\u2028]/);
  });

  test.each([
    ['no data', { body: '<p>Page</p>' }],
    ['an absent page', { head: { data }, body: '<p>Page</p>', status: 404 as const }],
    ['a private page', { head: { data }, body: '<p>Page</p>', isPrivate: true }],
  ])('are not there of %s', (_, document) => expect(block(document)).toBeUndefined());
});
