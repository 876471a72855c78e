import { htmlTokens } from './html-tokens.ts';

/** Elements that start a new line. */
const LINES: ReadonlySet<string> = new Set([
  'p',
  'br',
  'hr',
  'div',
  'li',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'tr',
  'table',
  'blockquote',
  'pre',
  'figure',
  'figcaption',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** HTML as plain text, one line per paragraph, without empty lines. */
export function htmlText(html: string): string {
  let text = '';
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') text += token.text.replace(/\s+/g, ' ');
    else if (LINES.has(token.name)) text += '\n';
    else if (token.name === 'td' || token.name === 'th') text += ' ';
  }
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
