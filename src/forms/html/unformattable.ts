import { HTML_RENAMED, HTML_TAGS } from '../../../domain/html-policy.ts';
import { htmlTokens } from '../../../domain/html-tokens.ts';

/** What the formatting editor (richText/extensions.ts) would lose, in words. */
const UNKNOWN: Readonly<Record<string, string>> = {
  caption: 'tables with captions',
  tfoot: 'feet of tables',
  dl: 'lists of definitions',
  dt: '',
  dd: '',
};
/** Attributes that the policy allows everywhere, and the elements on which the editor keeps them. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  title: ['abbr', 'img', 'iframe'],
  lang: [],
  dir: [],
  value: [],
};

/** What of this HTML the formatting editor would lose; nothing for most texts. What is not allowed does not count: it goes anyway. */
export function unformattable(html: string): string[] {
  const parts = new Set<string>();
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open' || (!HTML_TAGS.has(token.name) && !HTML_RENAMED[token.name])) continue;
    const unknown = UNKNOWN[token.name];
    if (unknown) parts.add(unknown);
    for (const [name, kept] of Object.entries(SPECIAL)) {
      if (Object.hasOwn(token.attributes, name) && !kept.includes(token.name)) parts.add(`${name} of <${token.name}>`);
    }
  }
  return [...parts];
}
