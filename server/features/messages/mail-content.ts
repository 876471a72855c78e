import { cutNodes } from './html-cut.ts';
import { treeText, parseHtml, type HtmlElement, type HtmlNode } from '../../../domain/html/html-tree.ts';
import { renderTemplate } from '../../../domain/messages/message-template.ts';
import { COMMON_PLACEHOLDERS } from '../../../domain/messages/messages.ts';
import type { Model } from '../../../domain/declarations/model.ts';
import { framedMail, styledForMail, type MailAction, type MailTheme } from './mail-frame.ts';
import { mailText } from './mail-text.ts';

/** Known when a message is read, not when it is written. */
const OF_READER = { recipientName: COMMON_PLACEHOLDERS.recipientName };
/** A mail program cuts what is longer than 100 kB. These are bytes of the two parts as they are sent, without the frame. */
const MOST_HTML = 46_000;
const MOST_TEXT = 36_000;
const EXCERPT = 140;
const MESSAGES = '/myAccount/MyMessages';

export interface WrittenMessage {
  subject: string;
  html: string;
  /** The record that it is about. */
  about?: { title: string; path: string } | null;
}

export interface MailContent {
  subject: string;
  /** Several: a daily mail. */
  messages: readonly WrittenMessage[];
  isDigest: boolean;
  /** Of categories.json. */
  category: string;
  /** Sent whatever its reader's choices. */
  isMandatory?: boolean;
  /** Where its reader chooses what comes; null: nowhere. */
  settings: string | null;
  /** Default: opens the record. */
  action?: MailAction | null;
  /** Default: as the reader's device. */
  theme?: MailTheme;
}

export function messageFor(
  message: { subject: string; html: string },
  recipientName: string,
  zone: string,
): { subject: string; html: string } {
  const context = { placeholders: OF_READER, zone, origin: '' };
  return renderTemplate({ subject: message.subject, body: message.html }, { recipientName }, context);
}

export function mailContent(
  { site, messages: { categories } }: Model,
  origin: string,
  { subject, messages, isDigest, category, isMandatory = false, settings, action = null, theme = 'auto' }: MailContent,
): { html: string; text: string } {
  const nodes = withOrigin(
    messages.flatMap((message, index) => messageNodes(message, isDigest, index > 0)),
    origin,
  );
  const { label = category, isRequired = false } = categories.find(({ key }) => key === category) ?? {};
  const reason = isDigest
    ? `${site.productName} sends these messages once a day.`
    : isMandatory || isRequired
      ? `${site.productName} always sends this, regardless of your settings for: ${label}.`
      : `You get this email from ${site.productName} because of your settings for “${label}”.`;
  const styled = cutNodes(styledForMail(nodes), MOST_HTML, sentBytes);
  const plain = cutNodes(nodes, MOST_TEXT, sentBytes);
  const about = messages.length === 1 ? messages[0]?.about : null;
  const actionOf = (isCut: boolean): MailAction | null => {
    if (action !== null) return action;
    if (isCut) return { label: 'Read the rest', href: origin + MESSAGES };
    return about ? { label: `Open ${about.title}`, href: origin + about.path } : null;
  };
  const below = actionOf(plain.isCut);
  return {
    html: framedMail({
      siteName: site.productName,
      origin,
      subject,
      excerpt: treeText(nodes).slice(0, EXCERPT),
      content: styled.nodes,
      action: actionOf(styled.isCut),
      reason,
      settings,
      theme,
    }),
    text: [
      mailText(plain.nodes),
      ...(below === null ? [] : ['', `${below.label}: ${below.href}`]),
      '',
      '-- ',
      `${site.productName} ${origin}`,
      reason,
      ...(settings === null ? [] : [`Choose what we email you: ${settings}`]),
      '',
    ].join('\n'),
  };
}

function messageNodes({ subject, html, about }: WrittenMessage, isDigest: boolean, isNext: boolean): HtmlNode[] {
  const nodes = parseHtml(html);
  if (!isDigest) return nodes;
  const heading: HtmlNode = about ? element('a', [subject], { href: about.path }) : subject;
  return [...(isNext ? [element('hr')] : []), element('h2', [heading]), ...nodes];
}

function element(name: string, children: HtmlNode[] = [], attributes: HtmlElement['attributes'] = {}): HtmlElement {
  return { name, attributes, children };
}

/** A mail program knows no site: in-app paths become addresses. */
function withOrigin(nodes: readonly HtmlNode[], origin: string): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { attributes, children } = node;
    const made = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        (name === 'href' || name === 'src') && value.startsWith('/') ? origin + value : value,
      ]),
    );
    return { ...node, attributes: made, children: withOrigin(children, origin) };
  });
}

/** Bytes of a mail's two parts as they are sent, line breaks included. */
export function sentContent({ html, text }: { html: string; text: string }): number {
  return Math.ceil((sentBytes(html) + sentBytes(text)) * (78 / 75));
}

/** Bytes of the text as it is sent: quoted-printable, in which what is not ASCII is three for each. */
function sentBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Half of a pair is two of its four bytes.
    bytes += code === 0x3d ? 3 : code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 6 : 9;
  }
  return bytes;
}
