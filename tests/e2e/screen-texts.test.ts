import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import { goOn, pathsOf } from './console-pages.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();

const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

/** What `domain/values/formats.ts` does not write for en-US, and words that words.md replaces; each with texts that have one. */
const PATTERNS: [name: string, pattern: RegExp, examples: string[]][] = [
  ['an ISO date', /\b\d{4}-\d{2}-\d{2}(?!\d)/g, ['2026-11-24', 'from 2026-11-24T08:25:00Z']],
  ['a 24-hour time', /(?<![\d:])(?:0\d|1[3-9]|2[0-3]):[0-5]\d(?![\d:])/g, ['14:30', 'at 08:25', '20:05']],
  ['minutes at a whole hour', /(?<![\d:])\d{1,2}:00 [AP]M\b/g, ['9:00 AM']],
  ['a small half of the day', /\b\d{1,2}(?::\d{2})? ?(?:[ap]m\b|[ap]\.m\.)/g, ['9 am', '2:30pm', '2 p.m.']],
  ['a date with the day first', new RegExp(`(?<![#\\d])\\b\\d{1,2} ${MONTHS}\\b`, 'g'), ['24 Nov', '4 December 2026']],
  ['a date in figures', /(?<![\d/])\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})(?![\d/])/g, ['12/08/2026', '8.12.2026']],
  ['a month of four letters', /\bSept\b/g, ['7 Sept']],
  ['a date without a comma', new RegExp(`\\b${MONTHS} \\d{1,2} \\d{4}\\b`, 'g'), ['November 24 2026']],
  ['money with a digit of cents, or without commas', /\$\d[\d,]*\.\d(?!\d)|\$\d{4,}/g, ['$12.5', '$1250.00']],
  ['a large number without commas', /(?<![\w.,:/#$@-])\d{7,8}(?![\w.,:/@-]*\d)/g, ['1000000', '2500000 rows']],
  [
    'British spelling',
    /(?<!\/)\b(?:colours?|cancell(?:ed|ing)|licence|programmes?|catalogues?|anonymis\w+)\b/gi,
    ['Colour', 'cancelled', 'Licence', 'programme'],
  ],
  [
    'an old word for email',
    /\be-mails?\b|(?<!\/)\bmails\b|\b(?:a|the|this|no) mail\b(?! server)/gi,
    ['Mails', 'e-mail', 'the mail'],
  ],
  [
    'dialect',
    /\b(?:anew|whoever|of whom|of which|at once|for good|so long as|somebody|nobody|everybody)\b/gi,
    ['at once', 'of whom it is known'],
  ],
  [
    'an old phrase',
    /\bcounts? no more|did not work\b|take .{1,20} away|\bstand here\b|\bis told\b|\bnot here\b|how you stand/gi,
    ['Counts no more'],
  ],
  ['another name of a thing', /\b(?:event )?instances?\b|\bsubmissions\b/gi, ['New event instance', 'Submissions']],
];

describe('the patterns find', () => {
  test.each(PATTERNS)('%s', (_name, pattern, examples) => {
    for (const example of examples) expect(example.match(pattern), example).not.toBeNull();
  });

  test('nothing in texts as they are written', () => {
    const text =
      'Tue, Nov 24, 2026, 8:25 AM – 2 PM. $1,250.50, 1,000,000 rows, request #1200001, May 8, email, Session 12';
    expect(faultsIn(text)).toEqual([]);
  });
});

/** The choices of a locale are examples. */
const EXAMPLES = /Nov 24, 2026, 14:30|24 Nov 2026, (?:14:30|2:30 PM)/g;
/** Tables by their names, which are not those of the screen. */
const HAS_TABLE_NAMES = '/admin/debug';
const OF_FORMATS = 10;

function faultsIn(text: string, path = ''): string[] {
  return PATTERNS.slice(0, path === HAS_TABLE_NAMES ? OF_FORMATS : undefined).flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const around = text.slice(Math.max(0, index - 30), index + found.length + 30).replaceAll(/\s+/g, ' ');
      return `${path} ${name}: ${found} in “${around}”`;
    }),
  );
}

/** Addresses with a value for each parameter, as far as the demonstration has one. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ locationId: '1', locationId2: '2', centerId: '1', id: '1', event: 'ticketConfirmed', audience: 'attendee' },
  ...{ title: 'training', groupName: 'printing', formName: 'poster-printing', role: 'Customer', endpoint: 'request' },
};
/** Pages of a secret link (of a receipt, the student's is read), or of something that a test would have to make. */
const LEFT_OUT = /^\/(?:certificate|content\/draft|receipt|requests\/resubmit)/;
const OF_STUDENTS = '/signup/myevents/certificate/:id';

function routePaths(isStaff: boolean): string[] {
  const { routes } = JSON.parse(readFileSync('config/routes.json', 'utf8')) as { routes: RouteDeclaration[] };
  const shown = routes.filter(
    ({ path, screen, requiredRoles = [] }) =>
      !LEFT_OUT.test(path) &&
      (isStaff
        ? !screen.startsWith('resource:') && path !== OF_STUDENTS
        : requiredRoles.length === 0 && !path.startsWith('/admin/')),
  );
  return shown.map(({ path }) =>
    path.startsWith('/content/static')
      ? '/content/static/first-visit'
      : path.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string) => `/${VALUES[name] ?? ''}`),
  );
}

async function receiptPaths(page: Page): Promise<string[]> {
  await goOn(page, '/payment/receipts');
  const link = page.locator('main a[href^="/receipt/"]').first();
  return [(await link.getAttribute('href')) ?? ''];
}

/** What people see and hear of the page within the site's frame, without code. */
function shownText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    if (main === null) return '';
    let text = main.innerText;
    for (const code of main.querySelectorAll<HTMLElement>('code, pre, [contenteditable]'))
      if (code.innerText !== '') text = text.replaceAll(code.innerText, '');
    // A button that names what its input has.
    const attributeTexts = [...main.querySelectorAll('[title], [aria-label]:not([aria-label^="Change "])')].map(
      (element) => `${element.getAttribute('title') ?? ''}\n${element.getAttribute('aria-label') ?? ''}`,
    );
    return [text, ...attributeTexts].join('\n');
  });
}

/** The texts of buttons that look like the main one of the page; those of rows, cards and panels belong to their record. */
function mainButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--color-primary)';
    const primary = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const buttons = [...document.querySelectorAll<HTMLElement>('main :is(a, button)')].filter(
      (button) =>
        getComputedStyle(button).backgroundColor === primary &&
        button.checkVisibility() &&
        button.closest('li, tr, article, [role=dialog], [role=listitem], [role=tabpanel]') === null,
    );
    return buttons.map(({ innerText }) => innerText);
  });
}

describe('every screen writes dates, numbers, money and names in one way, and has one main button', () => {
  test.each([
    ['administrator', true],
    ['student', false],
  ])(
    'of %s',
    async (as, isStaff) => {
      const page = await newPage({ as });
      await page.goto('/myAccount/data');
      const paths = [
        ...routePaths(isStaff),
        ...(isStaff
          ? [...(await pathsOf(page, 'reading')), ...(await pathsOf(page, 'writing'))]
          : await receiptPaths(page)),
      ];
      const found: string[] = [];
      for (const path of new Set(paths)) {
        await goOn(page, path);
        const heading = await page.locator('main h1').first().innerText();
        if (/no page|not found/i.test(heading)) found.push(`${path} shows “${heading}”`);
        found.push(...faultsIn((await shownText(page)).replaceAll(EXAMPLES, ''), path));
        const main = await mainButtons(page);
        if (main.length > 1) found.push(`${path} has ${main.length} main buttons: ${main.join(', ')}`);
      }
      expect([...new Set(found)]).toEqual([]);
    },
    600_000,
  );
});
