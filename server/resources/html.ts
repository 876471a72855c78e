import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { HtmlLimits } from '../../domain/html-policy.ts';
import { parseHtml, writeHtml } from '../../domain/html-tree.ts';

/**
 * Sanitises HTML by the allow-list (domain/html-policy.ts) on every write and on every response to visitors, in linear time. It is
 * parsed by the renderer's own parser and serialised from that tree, so what is stored is what is shown and no input text is passed
 * through. Idempotent.
 */
export function cleanHtml(html: string, limits: HtmlLimits = {}): string {
  return writeHtml(parseHtml(html, limits, decodeEntities));
}

const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Decodes all of HTML's character references. Control characters, which only a reference can introduce, are removed. */
function decodeEntities(text: string, inAttribute: boolean): string {
  return (inAttribute ? decodeHTMLAttribute(text) : decodeHTML(text)).replace(CONTROLS, '\ufffd');
}
