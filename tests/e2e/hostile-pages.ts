import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Frame, Page, Request } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { CardData, CardType, PageType } from '../../domain/calls/pages.ts';
import type { DraftVersion } from '../../domain/calls/page-editor.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { XSS_PIECES } from '../factories/xss-payloads.ts';
import { anyName } from './content-pages.ts';
import { dataDir, serverUrl } from './own-server.ts';
import { callApi, newPage, hydrated, type PageOptions } from './support.ts';

const { frameHosts } = JSON.parse(readFileSync(new URL('../../config/site.json', import.meta.url), 'utf8')) as {
  frameHosts: string[];
};

/** For every field that holds words, not HTML. */
export const HOSTILE_WORDS = '</script></title><script>__xss()</script><img src=x onerror=__xss()>';
export const HOSTILE_HTML = plantable(XSS_PIECES.join(''));

/** Types of cards that hold HTML, and what else they need. */
const HTML_CARDS: readonly [CardType, CardData][] = [
  ['StandardCard', {}],
  ['RawHtmlCard', {}],
  ['ListCard', {}],
  ['ActionCard', { link: '/login', linkText: 'Log in' }],
];
const ABOUT_ME: CardData = {
  name: HOSTILE_WORDS,
  title: HOSTILE_WORDS,
  pronouns: HOSTILE_WORDS.slice(-40),
  headers: [HOSTILE_WORDS.slice(-60)],
  items: [HOSTILE_WORDS],
};

export interface Card {
  type: CardType;
  title: string;
  data: CardData;
}
export interface Made {
  id: number;
  path: string;
  type: PageType;
}
export interface Watched {
  page: Page;
  /** What ran, was fetched, opened or gone to, and documents that were not what the browser made of them. */ told: string[];
}

/** No request and no database holds a NUL. */
export function plantable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/**
 * A page whose scripts, requests, frames and windows are watched; unless said otherwise as if there were no content security
 * policy. Nothing leaves the machine: the browser resolves no name (global-setup.ts). Nothing is routed, so that the site's files stay
 * in the browser's cache.
 */
export async function watchedPage(options: PageOptions = {}): Promise<Watched> {
  const page = await newPage({ bypassCSP: true, ...options });
  const context = page.context();
  const alarms: string[] = [];
  const isForeign = (url: URL): boolean => /^(https?|wss?):$/.test(url.protocol) && url.origin !== serverUrl;
  const isFramed = (url: URL): boolean => url.protocol === 'https:' && frameHosts.includes(url.host);
  await page.exposeBinding('__xss', ({ frame }) => void alarms.push(`ran in ${frame.url()}`));
  const onRequest = (request: Request): void => {
    const url = new URL(request.url());
    if (isForeign(url) && !(isFramed(url) && request.resourceType() === 'document'))
      alarms.push(`asked for ${url.href}`);
  };
  const onPage = (popup: Page): void => void alarms.push(`opened ${popup.url()}`);
  context.on('request', onRequest);
  context.on('page', onPage);
  // Other tests use the context after this one.
  onTestFinished(() => {
    context.off('request', onRequest);
    context.off('page', onPage);
  });
  page.on('console', (message) => {
    if (/React error/.test(message.text())) alarms.push(message.text());
  });
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    const isOwn = url.startsWith(`${serverUrl}/`) || url === 'about:blank' || url === 'about:srcdoc';
    // What the browser shows in place of a document that it could not fetch: the request has been recorded.
    const isFailed = url === 'chrome-error://chromewebdata/';
    if (!isOwn && !((isFailed || isFramed(new URL(url))) && frame !== page.mainFrame())) alarms.push(`went to ${url}`);
  });
  return { page, told: alarms };
}

/**
 * All payloads in each type of card that holds HTML, and a card of words, for a page of cards. Pages of other types draw their cards
 * with the same code: for them some of the payloads.
 */
export function hostileCards(type: PageType, text: (piece: string) => string = plantable): Card[] {
  const cards = XSS_PIECES.slice(0, type === 'Card' ? undefined : 1).flatMap((piece) =>
    HTML_CARDS.map(([type, data]): Card => ({ type, title: HOSTILE_WORDS, data: { ...data, text: text(piece) } })),
  );
  return [
    ...cards,
    { type: 'Divider', title: HOSTILE_WORDS, data: {} },
    { type: 'AboutMeCard', title: HOSTILE_WORDS, data: ABOUT_ME },
  ];
}

/** What a page of this type holds: in its text all payloads, and again in the cards of a page of cards. */
export function hostileContent(
  type: PageType,
  cards: readonly Card[] = type === 'Card' || type === 'About Me' ? hostileCards(type) : [],
) {
  return {
    title: HOSTILE_WORDS,
    type,
    theme: 'auto',
    backgroundUrl: null,
    summary: HOSTILE_WORDS,
    category: 'Content',
    tags: [HOSTILE_WORDS.slice(-40)],
    inNavigation: false,
    navigationLabel: HOSTILE_WORDS.slice(-24),
    navigationIcon: null,
    navigationOrder: null,
    data: HOSTILE_HTML,
    cards: cards.map((card, index) => ({ ...card, key: `k${index}` })),
  };
}

/** Publishes such a page as its editors do. */
export async function publishHostile(staff: Page, type: PageType): Promise<Made> {
  const name = anyName('hostile');
  const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/content/pages', { title: name, name, type });
  const call = async (
    method: 'put' | 'post',
    what: string,
    version: DraftVersion,
    data: object,
  ): Promise<{ version: DraftVersion }> => {
    const headers = { origin: serverUrl, 'if-match': `"${version}"` };
    const answer = await staff
      .context()
      .request[method](`${serverUrl}/api/content/pages/${id}/${what}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { version: DraftVersion };
  };
  const { version } = await call('put', 'draft', '0.0.0', { content: { ...hostileContent(type), name } });
  await call('post', 'publish', version, {});
  return { id, path: `/content/static/${name}`, type };
}

/** Writes the cards and the text into the rows of a page as they are, past all that cleans or refuses. */
export async function plant({ id }: Made, { data, cards }: { data: string; cards: readonly Card[] }): Promise<void> {
  await withDatabase(async (client) => {
    await client.query('update pages set data = $1 where id = $2', [data, id]);
    await client.query('delete from cards where "pageId" = $1', [id]);
    await client.query(
      `insert into cards (title, "pageId", type, "order", data)
        select card ->> 'title', $1, card ->> 'type', place, card -> 'data' from jsonb_array_elements($2::jsonb) with ordinality as one (card, place)`,
      [id, JSON.stringify(cards)],
    );
  });
}

/** Statements past the server's checks, on its own database; what it keeps of public answers is out of date afterwards. */
export async function withDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const engine = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client(engine.url);
  try {
    await client.connect();
    await work(client);
    await client.query('update revisions set value = value + 1');
  } finally {
    await client.end();
    await engine.stop();
  }
}

/** Opens the page and waits until its code runs. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/**
 * Moves over, focuses and clicks the elements, and loads those that are not yet in view. Links to pages are blocked, so that the page stays, but record their pings;
 * what else an element would do, it does.
 */
export async function stir(
  part: Page | Frame,
  elements = 'main *, footer *, aside *',
  { clicks = true } = {},
): Promise<void> {
  await part.evaluate(
    async ([selector, isClicked]) => {
      const hold = (event: Event): void => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (!(link instanceof HTMLAnchorElement) || !/^(https?|mailto|tel):$/.test(link.protocol)) return;
        event.preventDefault();
        if (link.ping !== '') (window as unknown as { __xss: () => void }).__xss();
      };
      for (const type of ['click', 'auxclick']) addEventListener(type, hold, true);
      const types = [
        'pointerenter',
        'mouseenter',
        'mouseover',
        'mousemove',
        'mousedown',
        'pointerup',
        'mouseleave',
        'dragstart',
        'contextmenu',
        'dblclick',
        'auxclick',
        ...(isClicked ? ['click'] : []),
      ];
      const focusable =
        'a, area, audio, button, embed, iframe, input, keygen, object, select, summary, textarea, video, svg *, [contenteditable], [tabindex]';
      for (const element of document.querySelectorAll(selector)) {
        // As if it had been scrolled to.
        if (element instanceof HTMLImageElement || element instanceof HTMLIFrameElement) element.loading = 'eager';
        if ((element instanceof HTMLElement || element instanceof SVGElement) && element.matches(focusable))
          element.focus({ preventScroll: true });
        // Only an attribute makes an element listen; those around it get events of their own.
        else if (element.attributes.length === 0) continue;
        for (const type of types) element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      }
      for (const type of ['click', 'auxclick']) removeEventListener(type, hold, true);
      // Whatever fails to load has failed before this, and whatever these have set off comes before the second frame after it.
      await new Promise((next) => {
        Object.assign(new Image(), { onerror: next, src: '/stirred.png' });
      });
      for (let frames = 0; frames < 2; frames += 1)
        await new Promise((next) => {
          requestAnimationFrame(next);
        });
    },
    [elements, clicks] as const,
  );
}
