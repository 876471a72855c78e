import { htmlTokens, type HtmlToken } from './html-tokens.ts';

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
  return htmlLines(html, () => '');
}

/** As htmlText, with what the words do not say: where links lead, which frames there are, and how pictures are described. */
export function htmlTextWithTargets(html: string): string {
  const links: string[] = [];
  return htmlLines(html, (token) => {
    if (token.kind === 'close') {
      const target = token.name === 'a' ? links.pop() : undefined;
      return target === undefined ? '' : ` (→ ${target})`;
    }
    const { name, attributes } = token;
    if (name === 'a') links.push(attributes['href'] ?? '');
    if (name === 'iframe') return `\n[Frame: ${attributes['src'] ?? ''}]\n`;
    return name === 'img' ? ` [Image: ${attributes['alt'] || 'no description'}] ` : '';
  });
}

/** The stored pictures in HTML, in their order, as it refers to them. */
export function htmlPictures(html: string): string[] {
  return [...htmlTokens(html)].flatMap((token) =>
    token.kind === 'open' && token.name === 'img' ? (token.attributes['src'] ?? []) : [],
  );
}

function htmlLines(html: string, wordsFor: (tag: Exclude<HtmlToken, { kind: 'text' }>) => string): string {
  let text = '';
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') text += token.text.replace(/\s+/g, ' ');
    else {
      text += wordsFor(token);
      if (LINES.has(token.name)) text += '\n';
      else if (token.name === 'td' || token.name === 'th') text += ' ';
    }
  }
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
