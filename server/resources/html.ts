import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { HtmlLimits } from '../../domain/html-policy.ts';
import { parseHtml, writeHtml } from '../../domain/html-tree.ts';

/**
 * HTML reduced to the one allow-list (domain/html-policy.ts), at every write and at every answer to visitors, in linear time.
 * It is read by the reader that draws it, so that what is kept is what is shown, and written out of the tree that this makes:
 * nothing of the text itself is passed on. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string, limits: HtmlLimits = {}): string {
  return writeHtml(parseHtml(html, limits, decodeEntities));
}

const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** All that HTML knows. Control characters, which only a reference can bring here, are no text. */
function decodeEntities(text: string, inAttribute: boolean): string {
  return (inAttribute ? decodeHTMLAttribute(text) : decodeHTML(text)).replace(CONTROLS, '\ufffd');
}
