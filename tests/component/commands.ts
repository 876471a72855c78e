import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import type { CDPSession, Page } from 'playwright';
import type { BrowserCommand } from 'vitest/node';
import type {} from '@vitest/browser-playwright';
import type { PageContent } from '../../domain/calls/page-editor.ts';
import { FORMATS } from '../../server/declarations/formats.ts';
import { quarters } from '../factories/pictures.ts';
import { siteModel, storedDraft, type SiteModel } from './site-model.ts';

const compiled = new Map<string, string>();

/** The module that the server answers with for a schema, as an address to import. */
const compileValidator: BrowserCommand<[schema: object]> = (_context, schema) => {
  const key = JSON.stringify(schema);
  let address = compiled.get(key);
  if (address === undefined) {
    const code = compileSchemaValidatorsCode(schema, { customFormats: FORMATS, ajvFormatOptions: false });
    address = `data:text/javascript,${encodeURIComponent(`export default (require) => { const exports = {};\n${code}\nreturn exports; };`)}`;
    compiled.set(key, address);
  }
  return address;
};

/** A JPEG of this size in base64. */
const picture: BrowserCommand<[width: number, height: number]> = async (_context, width, height) =>
  (await quarters(width, height).jpeg().toBuffer()).toString('base64');

export interface PointerStep {
  /** Pixels from the page's upper left corner; without it the pointer stays. */
  to?: { x: number; y: number };
  /** Moves in so many steps. */
  steps?: number;
  button?: 'down' | 'up';
}

/** What a hand does with the mouse. */
const pointer: BrowserCommand<[path: PointerStep[]]> = async ({ page, iframe }, path) => {
  const frame = await iframe.owner().boundingBox();
  for (const { to, steps, button } of path) {
    if (to) await page.mouse.move(to.x + (frame?.x ?? 0), to.y + (frame?.y ?? 0), steps ? { steps } : {});
    if (button) await page.mouse[button]();
  }
};

/** Fingers on the page, in its pixels; none when all are lifted. Scrolling and zooming are the browser's own, as on a device. */
const touch: BrowserCommand<[fingers: { x: number; y: number }[]]> = async ({ page, iframe }, fingers) => {
  let device = devices.get(page);
  if (device === undefined) {
    device = { session: await page.context().newCDPSession(page), fingers: 0 };
    devices.set(page, device);
  }
  const frame = await iframe.owner().boundingBox();
  const touchPoints = fingers.map(({ x, y }, id) => ({ x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0), id }));
  const isDown = fingers.length > device.fingers;
  const type = fingers.length === 0 ? 'touchEnd' : isDown ? 'touchStart' : 'touchMove';
  device.fingers = fingers.length;
  await device.session.send('Input.dispatchTouchEvent', { type, touchPoints });
};

const devices = new WeakMap<Page, { session: CDPSession; fingers: number }>();

export interface Emulated {
  media?: 'print' | 'screen';
  forcedColors?: 'active' | 'none';
  /** The browser's own zone; empty for the machine's. */
  zone?: string;
}

/** What differs by machine or choice of the reader, until a test sets it. */
const emulate: BrowserCommand<[Emulated]> = async ({ page }, { zone, ...media }) => {
  await page.emulateMedia(media);
  if (zone === undefined) return;
  // Only the session that set a zone resets it.
  const session = zoneSessions.get(page) ?? (await page.context().newCDPSession(page));
  zoneSessions.set(page, session);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
};

const zoneSessions = new WeakMap<Page, CDPSession>();

/** What a test in the page asks of the process that runs it (vitest.config.ts). */
export const COMMANDS = {
  compileValidator,
  emulate,
  picture,
  pointer,
  siteModel: () => siteModel(),
  touch,
  storedDraft: (_context: unknown, content: PageContent) => storedDraft(content),
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    compileValidator: (schema: object) => Promise<string>;
    emulate: (what: Emulated) => Promise<void>;
    picture: (width: number, height: number) => Promise<string>;
    pointer: (path: PointerStep[]) => Promise<void>;
    touch: (fingers: { x: number; y: number }[]) => Promise<void>;
    siteModel: () => Promise<SiteModel>;
    storedDraft: (content: PageContent) => Promise<PageContent>;
  }
}
