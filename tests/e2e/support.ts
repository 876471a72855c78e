import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { serverUrl } from './own-server.ts';
import { clock, moveDate } from '../factories/clock.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PASSWORD = 'atrium-demo';

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
  wide: { width: 1920, height: 1080 },
} as const;
export type Size = keyof typeof SIZES;

export interface PageOptions {
  size?: Size;
  /** A demonstration account; without it the page is a visitor's. */
  as?: string;
  /** The person's choice of theme. */
  theme?: 'light' | 'dark';
  /** false: a browser that runs none. */
  scripts?: boolean;
  /** As if the server sent no content security policy. */
  bypassCSP?: boolean;
  /** Nothing that another test has loaded is in its caches. */
  isFresh?: boolean;
}

/** One connection per worker: files run in one module graph (vitest.config.ts). */
let connection: Promise<Browser> | null = null;
/** The contexts of the running test, with the options that they were made for. */
const used = new Map<BrowserContext, string>();
/** Contexts that no test uses at present, by their options: pages in a process that has run before take half the time. */
const unused = new Map<string, BrowserContext[]>();
/** Contexts in which a test has set what outlives its pages. */
const altered = new WeakSet<BrowserContext>();
let scriptErrors: string[] = [];
/** Characters of a page's text that are printed when a test fails. */
const MAX_DESCRIPTION = 4000;

/** What cannot be changed once a context is made. */
interface ContextOptions {
  size: Size;
  theme: 'light' | 'dark' | undefined;
  scripts: boolean;
  bypassCSP: boolean;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** Sessions that no page uses at present, by account: a login costs more than most of what is done with it. */
const idle = new Map<string, Cookies[]>();
const lent = new Map<BrowserContext, string>();

/** Call once at the top of a test file: closes each test's pages behind it. */
export function useBrowser(): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await describePages();
    for (const [context, options] of used) {
      await keepSession(context);
      await releaseContext(context, options);
    }
    used.clear();
    const errors = scriptErrors;
    scriptErrors = [];
    expect(errors, 'uncaught errors on the pages of this test').toEqual([]);
  });
}

/** A page in a context of its own: nothing is shared with other tests but the database. An uncaught error on it fails the test. */
export async function newPage({
  size = 'desktop',
  as,
  theme,
  scripts = true,
  bypassCSP = false,
  isFresh = false,
}: PageOptions = {}): Promise<Page> {
  const options = JSON.stringify({ size, theme, scripts, bypassCSP });
  const context =
    (isFresh ? undefined : unused.get(options)?.pop()) ?? (await newContext({ size, theme, scripts, bypassCSP }));
  used.set(context, options);
  if (as !== undefined) await loginAs(context, as);
  const page = await context.newPage();
  page.on('pageerror', (error) => scriptErrors.push(error.stack ?? error.message));
  if (scripts) waitForCode(page);
  return page;
}

async function newContext({ size, theme, scripts, bypassCSP }: ContextOptions): Promise<BrowserContext> {
  connection ??= chromium.connect(inject('browserUrl'));
  const context = await (
    await connection
  ).newContext({
    baseURL: serverUrl,
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    reducedMotion: 'reduce',
    bypassCSP,
    javaScriptEnabled: scripts,
  });
  context.setDefaultTimeout(60_000);
  if (clock.offset !== 0) await context.addInitScript(moveDate, clock.offset);
  if (theme !== undefined) {
    await context.addInitScript((choice) => {
      // Frames of others have no storage.
      if (window === window.top) localStorage.setItem('theme', JSON.stringify(choice));
    }, theme);
  }
  // A page that stays open keeps the process alive between tests (--process-per-site).
  await (await context.newPage()).goto('/robots.txt');
  markWhenAltered(context);
  return context;
}

/** Prints what the test's pages show, for anyone who reads why it failed. */
async function describePages(): Promise<void> {
  for (const context of used.keys()) {
    for (const page of context.pages().slice(1)) {
      const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String);
      console.error(`${page.url()}\n${text.slice(0, MAX_DESCRIPTION)}`);
    }
  }
}

/** Closes the test's pages, and makes the context like new for the next one where that can be done. */
async function releaseContext(context: BrowserContext, options: string): Promise<void> {
  const [first, ...pages] = context.pages();
  if (altered.has(context) || first === undefined || !(JSON.parse(options) as ContextOptions).scripts) {
    await context.close();
    return;
  }
  for (const page of pages) await page.close();
  await context.clearCookies();
  await first.evaluate(() => {
    localStorage.clear();
  });
  unused.set(options, [...(unused.get(options) ?? []), context]);
}

function markWhenAltered(context: BrowserContext): void {
  const watch = <Target extends object>(target: Target, names: readonly (keyof Target)[]): void => {
    for (const name of names) {
      const method = target[name] as (...given: unknown[]) => unknown;
      target[name] = ((...given: unknown[]) => {
        altered.add(context);
        return method.apply(target, given);
      }) as Target[typeof name];
    }
  };
  watch(context.clock, ['install', 'setFixedTime', 'setSystemTime']);
  watch(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'route', 'setOffline']);
}

/** Logs a context in without the form: into a session of its own, but of an earlier test where that has left one. */
export async function loginAs(context: BrowserContext, username: string, password = PASSWORD): Promise<void> {
  lent.set(context, username);
  for (let cookies = idle.get(username)?.pop(); cookies; cookies = idle.get(username)?.pop()) {
    await context.addCookies(cookies);
    const answer = await context.request.get(`${serverUrl}/api/UserCookieData`);
    // The last test may have ended it, or logged in as someone else.
    if (answer.status() === 200 && ((await answer.json()) as { username: string }).username === username) return;
    await context.clearCookies();
  }
  const response = await context.request.post(`${serverUrl}/api/Login`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, origin: serverUrl },
    data: { username, password },
  });
  expect(response.status(), await response.text()).toBe(200);
}

async function keepSession(context: BrowserContext): Promise<void> {
  const username = lent.get(context);
  lent.delete(context);
  if (username === undefined) return;
  const cookies = await context.cookies().catch(() => []);
  if (cookies.length > 0) idle.set(username, [...(idle.get(username) ?? []), cookies]);
}

/** Calls the API with the page's own session; writes need the origin that a browser would send. */
export async function callApi<Answer>(page: Page, method: string, path: string, data?: unknown): Promise<Answer> {
  const response = await page.context().request.fetch(`${serverUrl}${path}`, {
    method,
    headers: { origin: serverUrl },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.status() === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

/** Navigation by people who read a moment before they click; `waitUntil: 'commit'` is for those who do not. */
function waitForCode(page: Page): void {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  const arrived = async (options: { waitUntil?: string } | undefined): Promise<void> => {
    if (options?.waitUntil !== 'commit' && (await page.locator('#root').count()) > 0) await hydrated(page);
  };
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    await arrived(options);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await arrived(options);
    return answer;
  };
}

/** Until the page says that it answers (src/app/Ready.tsx). */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Until the page's code has run its first effects, the fonts and pictures in view are there, and the browser has nothing left to do. */
export async function atRest(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      // A color that still changes is neither the old one nor the new one.
      document.getAnimations().every(
        (animation) =>
          animation.playState !== 'running' ||
          // It follows the scroll position.
          animation.timeline !== document.timeline ||
          animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  await page.evaluate(async () => {
    for (const _turn of [1, 2])
      await new Promise((resolve) => {
        // A page that is busy for longer is never idle.
        requestIdleCallback(resolve, { timeout: 1000 });
      });
  });
}

/** What theme and size decide, whatever the markup: all other rules say the same of the same elements. */
const RULES_OF_THEME = ['color-contrast', 'link-in-text-block'];
const RULES_OF_SIZE = ['scrollable-region-focusable', 'target-size'];
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A table's rows are made alike. */
const ROWS_LIKE_THE_ABOVE = 'tbody tr:nth-child(n + 8)';
/** What pages have in common: the parts of the header and the entries of the side bar. Their landmarks are checked on each page. */
const FRAME_PARTS = 'header[data-locked] > *, nav[aria-label="Main"] > ul > li';
const checkedMarkup = new Map<string, Set<number>>();
/** Parts of the frame, each with the size and theme that it was checked in. */
const checkedParts = new Set<string>();

/**
 * No violation of WCAG 2.2 A and AA that axe can see, or of the rules given; the failure names rule and element. Elements that were
 * checked in full, in another theme or at another size, are checked again for what differs there, and parts of the frame only where they
 * differ. While a modal dialog is open, it alone is checked: what is behind it is inert; with `part`, a selector, only what it finds,
 * where the rest has been checked.
 */
export async function expectNoAxeViolations(page: Page, rules?: readonly string[], part?: string): Promise<void> {
  await hydrated(page);
  const { width = 0 } = page.viewportSize() ?? {};
  const markup = (await page.title()) + (await shownMarkup(page, 'html', STYLING)).join('');
  const look = `${width} ${await page.locator('html').getAttribute('data-theme')}`;
  const parts = (await shownMarkup(page, FRAME_PARTS, [])).map((text) => `${look} ${text}`);
  const widths = checkedMarkup.get(markup);
  const open = widths?.has(width) ? RULES_OF_THEME : [...RULES_OF_THEME, ...RULES_OF_SIZE];
  const runOnly = rules ?? (widths === undefined ? STANDARDS : open);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  const { violations, isWhole } = await page.evaluate(
    async ({ rows, frame, known, runOnly, part }) => {
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const exclude = [rows, ...[...document.querySelectorAll(frame)].filter((_, index) => known[index])];
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: part ?? dialog ?? document, exclude },
        // Without the details of what passed.
        { runOnly, resultTypes: ['violations'], preload: false },
      );
      return { violations, isWhole: part === undefined && dialog === undefined };
    },
    {
      rows: ROWS_LIKE_THE_ABOVE,
      frame: FRAME_PARTS,
      known: parts.map((text) => checkedParts.has(text)),
      runOnly: [...runOnly],
      part,
    },
  );
  const words = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
  expect(words, page.url()).toEqual([]);
  if (rules !== undefined) return;
  if (part === undefined) checkedMarkup.set(markup, (widths ?? new Set()).add(width));
  if (isWhole) for (const text of parts) checkedParts.add(text);
}

/** What only styles an element; pictures are other ones in each theme and at each size. */
const STYLING = ['class', 'style', 'data-theme', 'src', 'srcset', 'sizes'];

/** The visible elements of each that a selector finds, with their attributes and text. */
function shownMarkup(page: Page, selector: string, ignored: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([selector, ignored]) => {
      const write = (element: Element): string => {
        if (!element.checkVisibility({ visibilityProperty: true })) return '';
        const attributes = [...element.attributes]
          .filter(({ name }) => !ignored.includes(name))
          .map(({ name, value }) => `${name}=${value}`);
        const inner = [...element.childNodes].map((node) =>
          node instanceof Element ? write(node) : (node.textContent ?? ''),
        );
        return `<${element.tagName} ${attributes.join(' ')}>${inner.join('')}</>`;
      };
      return [...document.querySelectorAll(selector)].map(write);
    },
    [selector, ignored] as const,
  );
}

export interface Look {
  size: Size;
  theme: 'light' | 'dark';
  /** The same elements in the same colors are checked in another look: here, only what their size decides. */
  onlySize?: true;
}

/** Each size and each theme once: colors do not depend on the size, nor sizes on the theme. */
export const LOOKS: readonly Look[] = [
  { size: 'desktop', theme: 'light' },
  { size: 'phone', theme: 'dark' },
  { size: 'wide', theme: 'light', onlySize: true },
];

/** For pages over pictures, which each size cuts differently. */
export const EVERY_LOOK = (['desktop', 'phone', 'wide'] as const).flatMap((size): Look[] => [
  { size, theme: 'light' },
  { size, theme: 'dark' },
]);

/**
 * The current page has no violation and fits in each look: what was opened, typed and chosen on it stays. Where the page has been
 * checked but for a part of it, `part` selects that.
 */
export async function expectAccessible(page: Page, looks: readonly Look[] = LOOKS, part?: string): Promise<void> {
  for (const { size, theme, onlySize } of looks) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await atRest(page);
    await expectNoAxeViolations(page, onlySize ? RULES_OF_SIZE : undefined, part);
    await expectNoSidewaysScroll(page);
  }
}

/** Nothing is wider than the window, so no one has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, page.url()).toBeLessThanOrEqual(0);
}
