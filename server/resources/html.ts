import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { HtmlLimits } from '../../domain/html/html-policy.ts';
import { parseHtml, writeHtml } from '../../domain/html/html-tree.ts';
import { runOffLoop } from '../platform/off-loop.ts';

/**
 * Sanitizes HTML by the allow-list (domain/html/html-policy.ts) on every write and on every response to visitors, in linear time. It is
 * parsed by the renderer's own parser and serialized from that tree, so what is stored is what is shown and no input text is passed
 * through. Idempotent.
 */
export function cleanHtml(html: string, limits: HtmlLimits = {}): string {
  return prepared.get(preparedKey(html, limits)) ?? writeHtml(parseHtml(html, limits, decodeEntities));
}

/** Longer texts are sanitized in another thread. */
const LONG = 8_000;
/** No HTML is longer. */
const LONGEST = 200_000;
/** Characters of sanitized texts that are remembered, with their originals. */
const MOST_PREPARED = 4_000_000;
const CLEANER = { module: import.meta.url, name: 'cleanHtml' };
const prepared = new Map<string, string>();
let preparedSize = 0;

/**
 * Sanitizes the long texts within a value in another thread, with and without frames, so that `cleanHtml` has nothing left to do when it
 * is called for them soon.
 */
export async function prepareHtml(value: unknown, { frameHosts }: HtmlLimits): Promise<void> {
  const variants: HtmlLimits[] = frameHosts ? [{}, { frameHosts }] : [{}];
  for (const html of longTexts(value))
    for (const limits of variants) {
      const key = preparedKey(html, limits);
      if (!prepared.has(key)) remember(key, (await runOffLoop(CLEANER, [html, limits])) as string);
    }
}

function preparedKey(html: string, { frameHosts }: HtmlLimits): string {
  return html.length < LONG ? '' : `${frameHosts?.join(' ') ?? ''}\n${html}`;
}

/** The oldest are forgotten first. */
function remember(key: string, clean: string): void {
  prepared.set(key, clean);
  preparedSize += key.length + clean.length;
  for (const [old, text] of prepared) {
    if (preparedSize <= MOST_PREPARED) return;
    prepared.delete(old);
    preparedSize -= old.length + text.length;
  }
}

/** An object of JSON: not the bytes or the stream of an upload. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function longTexts(value: unknown, found: string[] = []): readonly string[] {
  if (typeof value === 'string') {
    if (value.length >= LONG && value.length <= LONGEST && /[<&]/.test(value)) found.push(value);
  } else if (Array.isArray(value)) {
    for (const part of value) longTexts(part, found);
  } else if (isPlain(value)) {
    for (const key of Object.keys(value)) longTexts(value[key], found);
  }
  return found;
}

/** With the character behind it, which in an attribute decides whether it is one. */
const REFERENCE = /&[#A-Za-z][A-Za-z0-9]*;?=?/g;
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Decodes all of HTML's character references. Control characters, which only a reference can introduce, are removed. */
function decodeEntities(text: string, inAttribute: boolean): string {
  return text
    .replace(REFERENCE, (found) => (inAttribute ? decodeHTMLAttribute(found) : decodeHTML(found)))
    .replace(CONTROLS, '\ufffd');
}
