/**
 * The language of message templates: rich text in which "{name}" stands for a value that the event declares. There are no conditions,
 * loops or expressions, so a template cannot run anything, and all its faults are found when it is saved.
 */

import { zoneName } from '../values/zoned-time.ts';
import { formatDay, formatInstant, formatMoney } from '../values/formats.ts';
import { isHtmlBlock, parseHtml, writeHtml, type HtmlElement, type HtmlNode } from '../html/html-tree.ts';

/**
 * text: a line. lines: text with line breaks. link: words that lead to a page. html: rich text written by a person and sanitized when it
 * was written. dateTime: an ISO 8601 instant. date: YYYY-MM-DD. money: cents.
 */
export type PlaceholderKind = 'text' | 'lines' | 'link' | 'html' | 'dateTime' | 'date' | 'money';

export interface Placeholder {
  title: string;
  kind: PlaceholderKind;
  /** Its value may name {recipientName}. */
  isPersonal?: boolean;
  /** Templates that do not name it end with it. */
  isAdded?: boolean;
}

/** `path` is an in-app path: "/requests/12". */
export interface LinkValue {
  text: string;
  path: string;
}

/** Absent or null: left out. */
export type PlaceholderValue = string | number | LinkValue | null | undefined;
export type PlaceholderValues = Readonly<Record<string, PlaceholderValue>>;

export interface MessageTemplate {
  subject: string;
  body: string;
}

export interface TemplateContext {
  placeholders: Readonly<Record<string, Placeholder>>;
  /** IANA zone in which instants are written. */
  zone: string;
  /** Put before in-app paths: "https://portal.example.edu". Empty in the portal itself. */
  origin: string;
  /**
   * The rest is filled in by another rendering, which must not take the words of values for placeholders. Default:
   * false.
   */
  isFilledLater?: boolean;
}

export interface RenderedMessage {
  subject: string;
  html: string;
}

/** Characters of a subject, as written and as rendered: mail programs show less. */
export const SUBJECT_LENGTH = 200;
/** Characters of a body as written. */
export const BODY_LENGTH = 20_000;

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9]*)\}/g;
export function placeholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))];
}

/** Fills in a template. Values are text: what they contain is never markup, save for the kind html. */
export function renderTemplate(
  template: MessageTemplate,
  values: PlaceholderValues,
  context: TemplateContext,
): RenderedMessage {
  const subject = template.subject.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(context.placeholders, name) ? placeholderText(name, values, context) : whole,
  );
  return {
    subject: cutText(singleLine(subject), SUBJECT_LENGTH),
    html: writeHtml(filled(parseHtml(template.body), values, context)),
  };
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The values as PostgreSQL can store them: without NUL and half characters. Absent values are left out. */
export function storableValues(values: PlaceholderValues): PlaceholderValues {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return JSON.parse(
    JSON.stringify(Object.fromEntries(present), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').replace(LONE_SURROGATE, '\ufffd') : value,
    ),
  ) as PlaceholderValues;
}

/** At most so many UTF-16 units, without half a character at the end. */
function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

function filled(nodes: readonly HtmlNode[], values: PlaceholderValues, context: TemplateContext): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return filledText(node, values, context);
    const children = filled(node.children, values, context);
    // A paragraph of a value that is absent would be a gap.
    if (node.children.length === 0) return [node];
    if (children.length === 0) return [];
    return node.name === 'p' ? paragraphs(node, children) : [{ ...node, children }];
  });
}

/** Rich text ends the paragraph around it, which cannot hold another. */
function paragraphs(paragraph: HtmlElement, children: readonly HtmlNode[]): HtmlNode[] {
  const made: HtmlNode[] = [];
  let open: HtmlNode[] = [];
  const close = (): void => {
    if (open.some((node) => typeof node !== 'string' || node.trim() !== ''))
      made.push({ ...paragraph, children: open });
    open = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !isHtmlBlock(child.name)) open.push(child);
    else {
      close();
      made.push(child);
    }
  }
  close();
  return made;
}

function filledText(text: string, values: PlaceholderValues, context: TemplateContext): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, name = ''] = match;
    if (!Object.hasOwn(context.placeholders, name)) continue;
    nodes.push(text.slice(at, match.index), ...placeholderNodes(name, values, context));
    at = match.index + whole.length;
  }
  nodes.push(text.slice(at));
  return nodes.filter((node) => node !== '');
}

function placeholderNodes(name: string, values: PlaceholderValues, context: TemplateContext): HtmlNode[] {
  const value = placeholderValue(name, values);
  const { kind, isPersonal = false } = context.placeholders[name] ?? {};
  if (kind === 'html') return typeof value === 'string' ? asSaid(parseHtml(value), { ...context, isPersonal }) : [];
  const text = placeholderText(name, values, context);
  if (kind === 'link' && isLink(value)) {
    return [{ name: 'a', attributes: { href: context.origin + inAppPath(value.path) }, children: [text] }];
  }
  return kind === 'lines' ? lineNodes(text) : [text];
}

function lineNodes(text: string): HtmlNode[] {
  return text
    .split('\n')
    .flatMap((line, index): HtmlNode[] =>
      index === 0 ? [line] : [{ name: 'br', attributes: {}, children: [] }, line],
    );
}

export function linesHtml(text: string): string {
  return writeHtml([{ name: 'p', attributes: {}, children: lineNodes(text) }]);
}

function placeholderValue(name: string, values: PlaceholderValues): PlaceholderValue {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function placeholderText(name: string, values: PlaceholderValues, context: TemplateContext): string {
  const { kind, isPersonal = false } = context.placeholders[name] ?? {};
  return said(writtenValue(placeholderValue(name, values), kind, context.zone), { ...context, isPersonal });
}

function writtenValue(value: PlaceholderValue, kind: PlaceholderKind | undefined, zone: string): string {
  if (value === null || value === undefined) return '';
  if (isLink(value)) return value.text;
  switch (kind) {
    case 'money':
      return Number.isFinite(Number(value)) ? formatMoney(Number(value)) : String(value);
    case 'dateTime':
      return dateTimeText(String(value), zone);
    case 'date':
      return formatDay(String(value), 'full');
    default:
      return String(value);
  }
}

interface ValueContext extends TemplateContext {
  isPersonal: boolean;
}

/** Values are literal: braces in them are no placeholders. PostgreSQL stores no NUL. */
function said(text: string, { isFilledLater = false, isPersonal }: ValueContext): string {
  const own = text.replaceAll('\0', '');
  // U+2060 is invisible and joins: what was written is still read.
  if (!isFilledLater) return own;
  const literal = own.replace(/\{(?=[A-Za-z]|$)/g, '{\u2060');
  return isPersonal ? literal.replaceAll('{\u2060recipientName}', '{recipientName}') : literal;
}

function asSaid(nodes: readonly HtmlNode[], context: ValueContext): HtmlNode[] {
  return nodes.map((node) =>
    typeof node === 'string' ? said(node, context) : { ...node, children: asSaid(node.children, context) },
  );
}

/** Only paths of this site. */
function inAppPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

/** "Tuesday, November 24, 2026, 8:57 AM MST" */
function dateTimeText(instant: string, zone: string): string {
  const text = formatInstant(instant, zone, 'full');
  return text === instant ? text : `${text} ${zoneName(zone, Date.parse(instant))}`;
}

function isLink(value: PlaceholderValue): value is LinkValue {
  return typeof value === 'object' && value !== null;
}

/** One line without control characters, which end a header or hide what follows. */
export function singleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
