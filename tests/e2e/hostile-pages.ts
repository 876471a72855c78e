import pg from 'pg';
import type { Frame, Page } from 'playwright-core';
import type { CardData, CardType } from '../../domain/content.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { TOLD } from '../factories/xss-payloads.ts';
import { dataDir, serverUrl } from './own-server.ts';
import { newPage, type PageOptions } from './support.ts';

/** Types of cards that hold HTML, and what else they need. */
const HTML_CARDS: readonly [CardType, CardData][] = [['RawHtmlCard', {}], ['StandardCard', {}], ['ListCard', {}], ['ActionCard', { link: '/login', linkText: 'Log in' }]];

export interface Watched { page: Page; /** What ran, was fetched or was gone to. */ told: string[] }

/** A page whose scripts, requests and windows are watched, with or without the content security policy. */
export async function watchedPage(options: PageOptions = {}): Promise<Watched> {
  const page = await newPage(options);
  const told: string[] = [];
  await page.exposeBinding('__xss', ({ frame }) => void told.push(`ran in ${frame.url()}`));
  const { host } = new URL(TOLD);
  page.context().on('request', (request) => {
    if (request.url().includes(host)) told.push(`asked for ${request.url()}`);
  });
  page.context().on('page', (popup) => void told.push(`opened ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (!url.startsWith(serverUrl) && url !== 'about:blank') told.push(`went to ${url}`);
  });
  return { page, told };
}

/** Cards that hold one of the payloads each, in every type that holds HTML. */
export function hostileCards(payloads: readonly string[]): { type: CardType; title: string; data: CardData }[] {
  return payloads.flatMap((payload, index) => HTML_CARDS.map(([type, data]) => ({ type, title: `Card ${index}`, data: { ...data, text: `kept ${payload}` } })));
}

/**
 * Moves over, focuses and clicks all that texts from staff made of the page. Links to pages are held back, so that it stays; what else an
 * element would do, it does.
 */
export async function stir(page: Page | Frame, within = 'main, footer, aside, [role="region"], [role="note"]'): Promise<void> {
  await page.evaluate(async (selector) => {
    const hold = (event: Event): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link !== null && /^(https?|mailto|tel):$/.test((link as HTMLAnchorElement).protocol)) event.preventDefault();
    };
    addEventListener('click', hold, true);
    const elements = [...document.querySelectorAll(selector)].flatMap((part) => [...part.querySelectorAll('*')]).filter((element) => !element.matches('button, button *, [role="tab"]'));
    for (const element of elements) {
      for (const type of ['pointerenter', 'mouseenter', 'pointerover', 'mouseover', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'mouseout', 'mouseleave', 'dragstart', 'contextmenu', 'dblclick', 'auxclick']) {
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      }
      if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
    removeEventListener('click', hold, true);
    // Whatever these have set off comes before two further frames and a turn of timers.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((next) => { requestAnimationFrame(next); });
    await new Promise((next) => { setTimeout(next); });
  }, within);
}

/** Statements past the server's checks, on its own database. */
export async function withDatabase<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const engine = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client(engine.url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await engine.stop();
  }
}
