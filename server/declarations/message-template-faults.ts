import { formatNumber } from '../../domain/values/formats.ts';
import { removedParts } from '../../domain/html/html-removed.ts';
import { treeText, parseHtml, type HtmlNode } from '../../domain/html/html-tree.ts';
import {
  BODY_LENGTH,
  placeholderNames,
  singleLine,
  SUBJECT_LENGTH,
  type MessageTemplate,
  type Placeholder,
} from '../../domain/messages/message-template.ts';

export interface TemplateFault {
  field: keyof MessageTemplate;
  message: string;
}

type Placeholders = Readonly<Record<string, Placeholder>>;

/** More would not help the author. */
const MOST = 10;
/** Something in braces, whatever it is. */
const BRACES = /\{([^{}\n]{0,60})\}/g;

/** What is wrong with a template, in sentences; none where it can be sent. In linear time. */
export function templateFaults({ subject, body }: MessageTemplate, placeholders: Placeholders): TemplateFault[] {
  return [
    ...subjectFaults(subject, placeholders).map((message) => ({ field: 'subject' as const, message })),
    ...bodyFaults(body, placeholders).map((message) => ({ field: 'body' as const, message })),
  ].slice(0, MOST);
}

/** The first fault of each field. */
export function faultsByField(faults: readonly TemplateFault[]): Partial<Record<keyof MessageTemplate, string>> {
  const first: Partial<Record<keyof MessageTemplate, string>> = {};
  for (const { field, message } of faults) first[field] ??= message;
  return first;
}

function subjectFaults(subject: string, placeholders: Placeholders): string[] {
  if (subject.length > SUBJECT_LENGTH) return [`A subject can have at most ${SUBJECT_LENGTH} characters`];
  if (singleLine(subject) === '') return ['Enter a subject'];
  const severalLines = placeholderNames(subject)
    .filter((name) => Object.hasOwn(placeholders, name))
    .filter((name) => ['html', 'lines'].includes(placeholders[name]?.kind ?? ''))
    .map((name) => `{${name}} has several lines. A subject has only one`);
  return [...braceFaults([subject], placeholders), ...severalLines];
}

function bodyFaults(body: string, placeholders: Placeholders): string[] {
  if (body.length > BODY_LENGTH) return [`A text can have at most ${formatNumber(BODY_LENGTH)} characters`];
  const removed = removedParts(body, {}).slice(0, MOST);
  if (removed.length > 0) return [`Not allowed in a message: ${removed.join('; ')}`];
  const nodes = parseHtml(body);
  if (treeText(nodes) === '' && !hasPicture(nodes)) return ['Enter the text of the message'];
  const texts = textNodes(nodes);
  const faults = braceFaults(texts, placeholders);
  const whole = new Set(texts.flatMap(placeholderNames));
  const cut = placeholderNames(texts.join('')).find((name) => !whole.has(name));
  if (cut !== undefined)
    faults.push(`{${cut}} is split: format all of it the same way, from brace to brace, or insert it again`);
  if (attributeTexts(nodes).some((value) => placeholderNames(value).length > 0))
    faults.push('A placeholder can only be in the text, not in the address of a link or image');
  const linked = linkNodes(nodes).flatMap((link) => textNodes(link.children).flatMap(placeholderNames));
  const twice = linked.find((name) => Object.hasOwn(placeholders, name) && placeholders[name]?.kind === 'link');
  if (twice !== undefined) faults.push(`{${twice}} is already a link. Move it out of the other link`);
  return faults;
}

function braceFaults(texts: readonly string[], placeholders: Placeholders): string[] {
  const faults = new Set<string>();
  for (const text of texts) {
    if (/\{\{|\}\}/.test(text)) faults.add('A placeholder has one brace on each side: {siteName}');
    for (const [, name = ''] of text.matchAll(BRACES)) {
      if (!Object.hasOwn(placeholders, name) && faults.size < MOST)
        faults.add(`There is no placeholder {${name}}. Known: ${knownNames(placeholders)}`);
    }
  }
  return [...faults];
}

function knownNames(placeholders: Placeholders): string {
  const names = Object.keys(placeholders).map((name) => `{${name}}`);
  return names.length === 0 ? 'none' : names.join(', ');
}

function textNodes(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : textNodes(node.children)));
}

function elementNodes(nodes: readonly HtmlNode[]): Exclude<HtmlNode, string>[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementNodes(node.children)]));
}

function attributeTexts(nodes: readonly HtmlNode[]): string[] {
  return elementNodes(nodes).flatMap(({ attributes }) => Object.values(attributes));
}

function linkNodes(nodes: readonly HtmlNode[]): Exclude<HtmlNode, string>[] {
  return elementNodes(nodes).filter(({ name }) => name === 'a');
}

function hasPicture(nodes: readonly HtmlNode[]): boolean {
  return elementNodes(nodes).some(({ name }) => name === 'img');
}
