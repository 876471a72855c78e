import { createElement, Fragment, type ReactNode } from 'react';
import { headingAnchors } from '../../domain/content/content.ts';
import { HTML_HEADINGS, headingTexts } from '../../domain/html/html-headings.ts';
import { FRAME_FEATURES, FRAME_SANDBOX, type HtmlAttributes, type HtmlLimits } from '../../domain/html/html-policy.ts';
import { parseHtml, type HtmlElement, type HtmlNode } from '../../domain/html/html-tree.ts';
import { imageFacts, imageFile, imageSrcSet } from '../../domain/values/images.ts';
import { ScrollingTable } from './ScrollingTable.tsx';

export interface RichTextOptions extends HtmlLimits {
  /** Levels by which headings are lowered, so that none outranks the surrounding page's. Default: 0. */
  lowered?: number;
  /** Headings can be linked to, as on a text page. */
  hasAnchors?: boolean;
}

interface Drawing {
  lowered: number;
  /** The ids of the headings that are still to be drawn. */
  anchors: (string | null)[];
}

/** Sanitized HTML as React elements, identical on server and browser. */
export function parseRichText(
  html: string,
  { lowered = 0, hasAnchors = false, ...limits }: RichTextOptions = {},
): ReactNode {
  const nodes = parseHtml(html, limits);
  return drawAll(nodes, { lowered, anchors: hasAnchors ? headingAnchors(headingTexts(nodes)) : [] });
}

function drawAll(nodes: readonly HtmlNode[], drawing: Drawing): ReactNode {
  return createElement(Fragment, null, ...nodes.map((node) => (typeof node === 'string' ? node : draw(node, drawing))));
}

function draw({ name, attributes, children }: HtmlElement, drawing: Drawing): ReactNode {
  if (HTML_HEADINGS.has(name)) {
    const id = drawing.anchors.shift() ?? undefined;
    const within = drawAll(children, { ...drawing, anchors: [] });
    return createElement(tagRank(name, drawing.lowered), { ...attributes, id }, within);
  }
  switch (name) {
    case 'br':
    case 'hr':
      return createElement(name, attributes);
    case 'img':
      return createElement(name, pictureOf(attributes));
    case 'iframe':
      return createElement(name, frameAttributes(attributes));
    case 'a':
      return createElement(name, linkOf(attributes), drawAll(children, drawing));
    case 'table':
      return createElement(ScrollingTable, attributes, drawAll(children, drawing));
    case 'td':
    case 'th':
      return createElement(name, tableCellAttributes(attributes), drawAll(children, drawing));
    default:
      return createElement(name, attributes, drawAll(children, drawing));
  }
}

function tagRank(name: string, lowered: number): string {
  const [, rank] = /^h([2-6])$/.exec(name) ?? [];
  return rank === undefined ? name : `h${Math.min(6, Number(rank) + lowered)}`;
}

/** Absolute URLs count as external: the server, which renders too, does not know its own host. */
function linkOf(attributes: HtmlAttributes): object {
  return /^https?:/i.test(attributes['href'] ?? '')
    ? { ...attributes, target: '_blank', rel: 'noopener noreferrer' }
    : attributes;
}

function pictureOf(attributes: HtmlAttributes): object {
  const file = imageFile(attributes['src'] ?? '');
  const facts = imageFacts(file);
  const srcSet = imageSrcSet(file);
  const size = facts && { width: facts.width, height: facts.height };
  return {
    loading: 'lazy',
    decoding: 'async',
    ...size,
    ...(srcSet === undefined ? {} : { srcSet, sizes: 'min(100vw, 900px)' }),
    ...attributes,
  };
}

function frameAttributes(attributes: HtmlAttributes): object {
  const [, host = ''] = /^https:\/\/([^/?#]+)/.exec(attributes['src'] ?? '') ?? [];
  return {
    title: `Embedded from ${host}`,
    ...attributes,
    sandbox: FRAME_SANDBOX,
    allow: FRAME_FEATURES,
    loading: 'lazy',
    referrerPolicy: 'strict-origin-when-cross-origin',
  };
}

function tableCellAttributes({ colspan, rowspan, ...attributes }: HtmlAttributes): object {
  return {
    ...attributes,
    ...(colspan === undefined ? {} : { colSpan: Number(colspan) }),
    ...(rowspan === undefined ? {} : { rowSpan: Number(rowspan) }),
  };
}
