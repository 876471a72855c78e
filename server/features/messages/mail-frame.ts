import { escapedText, writeHtml, type HtmlElement, type HtmlNode } from '../../../domain/html/html-tree.ts';

/** An address with the words that lead there. */
export interface MailAction {
  label: string;
  href: string;
}

export interface FramedMail {
  siteName: string;
  /** Of the site: "https://portal.example.edu". */
  origin: string;
  subject: string;
  /** What lists of mails show after the subject. */
  excerpt: string;
  /** From `styledForMail`. */
  content: readonly HtmlNode[];
  /** The button below the text; null: nothing is to be opened. */
  action: MailAction | null;
  /** Why this person gets it. */
  reason: string;
  /** Where its reader chooses what comes; null: nowhere. */
  settings: string | null;
  /** auto: as its reader's device. */
  theme: MailTheme;
}

export const MAIL_THEMES = ['auto', 'light', 'dark'] as const;
export type MailTheme = (typeof MAIL_THEMES)[number];

const DARK: Readonly<Record<MailTheme, string>> = {
  auto: '(prefers-color-scheme:dark)',
  light: 'not all',
  dark: 'all',
};
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Inline, for programs without style sheets. The class names are those of DARK_RULES. */
const LOOKS: Readonly<Record<string, string>> = {
  a: 'color:#1f4b99;text-decoration:underline',
  blockquote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #b9bec8',
  code: 'font-family:Menlo,Consolas,monospace;font-size:14px',
  figure: 'margin:0 0 16px',
  figcaption: 'font-size:14px',
  h2: 'margin:24px 0 8px;font-size:20px;line-height:1.3;font-weight:600',
  h3: 'margin:20px 0 8px;font-size:17px;line-height:1.3;font-weight:600',
  h4: 'margin:16px 0 8px;font-size:16px;line-height:1.3;font-weight:600',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d9dbe0',
  img: 'max-width:100%;height:auto;border:0',
  li: 'margin:0 0 4px',
  ol: 'margin:0 0 16px;padding:0 0 0 24px',
  p: 'margin:0 0 16px',
  pre: 'margin:0 0 16px;white-space:pre-wrap;font-family:Menlo,Consolas,monospace;font-size:14px',
  table: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  td: 'padding:6px 8px;border:1px solid #d9dbe0;text-align:left;vertical-align:top',
  th: 'padding:6px 8px;border:1px solid #d9dbe0;text-align:left;vertical-align:top;font-weight:600',
  ul: 'margin:0 0 16px;padding:0 0 0 24px',
};

/** Readable also where a program inverts colors: black on white, and one blue that is neither. */
const DARK_RULES = [
  '.page{background:#0b0b0d!important}',
  '.sheet{background:#1c1c20!important;border-color:#2e2f36!important}',
  '.words,.words h2,.words h3,.words h4{color:#f2f2f4!important}',
  '.quiet,.quiet a{color:#a6a8af!important}',
  '.words a,.name{color:#8fb4ff!important}',
  '.words td,.words th,.words hr,.words blockquote{border-color:#4a4c55!important}',
  '.button{background:#8fb4ff!important}',
  '.button a{color:#0b0b0d!important}',
].join('');

/** The text's elements with their looks. */
export function styledForMail(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { name, attributes, children } = node;
    const look = LOOKS[name];
    const sized = name === 'img' ? withoutHeight(attributes) : attributes;
    return {
      name,
      attributes: look === undefined ? sized : { ...sized, style: look },
      children: styledForMail(children),
    };
  });
}

/** A picture that is made narrower keeps its proportions. */
function withoutHeight({ height: _height, ...attributes }: HtmlElement['attributes']): HtmlElement['attributes'] {
  return attributes;
}

/** A mail's HTML: one table of 600 px with inline styles, which mail programs understand, and a dark theme. */
export function framedMail(mail: FramedMail): string {
  const { siteName, origin, subject, excerpt, content, action, reason, settings, theme } = mail;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapedText(subject)}</title>
<style>:root{color-scheme:${theme === 'auto' ? 'light dark' : theme};supported-color-schemes:light dark}.words>:last-child,.words blockquote>:last-child{margin-bottom:0!important}@media ${DARK[theme]}{${DARK_RULES}}@media (max-width:480px){.edge{padding:0!important}.inner{padding-left:20px!important;padding-right:20px!important}.sheet{border-radius:0!important;border-left:0!important;border-right:0!important}}</style>
</head><body class="page" style="margin:0;padding:0;background:#f4f4f4">
<div style="display:none;max-height:0;overflow:hidden">${escapedText(excerpt)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f4"><tr><td class="edge" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;${FONT};line-height:1.5">
<tr><td class="inner" style="padding:16px 32px;font-size:16px;font-weight:700"><a class="name" href="${escapedText(origin)}/" style="color:#1f4b99;text-decoration:none">${escapedText(siteName)}</a></td></tr>
<tr><td class="sheet inner" style="padding:32px;background:#ffffff;border:1px solid #d9dbe0;border-radius:12px">
<div class="words" style="color:#1b1b1f;font-size:16px;overflow-wrap:break-word">${writeHtml(content)}</div>${action === null ? '' : buttonOf(action)}
</td></tr>
<tr><td class="inner quiet" style="padding:16px 32px 32px;font-size:13px;color:#5c5f66">${escapedText(reason)}${
    settings === null
      ? ''
      : `<br><a href="${escapedText(settings)}" style="color:#5c5f66;text-decoration:underline">Choose what we email you</a>`
  }</td></tr>
</table>
</td></tr></table></body></html>
`;
}

function buttonOf({ label, href }: MailAction): string {
  return `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 0"><tr><td class="button" style="background:#1f4b99;border-radius:8px"><a href="${escapedText(href)}" style="display:inline-block;padding:12px 20px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapedText(label)}</a></td></tr></table>`;
}
