import sanitizeHtml from 'sanitize-html';
import {
  HTML_DROPPED,
  HTML_RENAMED,
  HTML_TAGS,
  keptAttributes,
  LINK_SCHEMES,
  type HtmlLimits,
} from '../../domain/html-policy.ts';
import { parseHtml, writeHtml } from '../../domain/html-tree.ts';

const DEEPEST = 60;
const ATTRIBUTES = [
  'href',
  'title',
  'lang',
  'dir',
  'src',
  'alt',
  'width',
  'height',
  'colspan',
  'rowspan',
  'scope',
  'start',
  'type',
  'value',
];

/**
 * HTML reduced to the one allow-list (domain/html-policy.ts), at every write and at every answer to visitors. A parser that
 * knows all of HTML reads it first; what it leaves is read again by the one that draws it, so that what is kept is what is
 * shown. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string, limits: HtmlLimits = {}): string {
  if (!/[<&\0\r]/.test(html)) return writeHtml([html]);
  return writeHtml(parseHtml(sanitizeHtml(html, optionsFor(limits)), limits));
}

function optionsFor(limits: HtmlLimits): sanitizeHtml.IOptions {
  const hosts = [...(limits.frameHosts ?? [])];
  const tags = [...HTML_TAGS].filter((tag) => tag !== 'iframe' || hosts.length > 0);
  return {
    allowedTags: tags,
    allowedAttributes: { '*': ATTRIBUTES },
    nonTextTags: [...HTML_DROPPED],
    allowedSchemes: [...LINK_SCHEMES],
    allowedSchemesByTag: { img: [], iframe: ['https'] },
    allowedIframeHostnames: hosts,
    allowIframeRelativeUrls: false,
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: DEEPEST,
    transformTags: { '*': (tag, given) => reduced(HTML_RENAMED[tag] ?? tag, given, limits) },
  };
}

/** What may not stand without what it lacks, a picture without its address for instance, goes when the rest is read again. */
function reduced(tag: string, given: sanitizeHtml.Attributes, limits: HtmlLimits): sanitizeHtml.Tag {
  return { tagName: tag, attribs: keptAttributes(tag, given, limits) ?? {} };
}
