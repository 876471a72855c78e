import { HTML_RENAMED, HTML_TAGS } from '../../../domain/html/html-policy.ts';
import { htmlTokens } from '../../../domain/html/html-tokens.ts';

/** Elements that the rich-text editor (richText/extensions.ts) does not support, in words. */
const UNKNOWN: Readonly<Record<string, string>> = {
  caption: 'table captions',
  tfoot: 'table footers',
  dl: 'definition lists',
  dt: '',
  dd: '',
};
/** Globally allowed attributes, and the elements on which the editor preserves them. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  title: ['abbr', 'img', 'iframe'],
  lang: [],
  dir: [],
  value: [],
};

/** What the rich-text editor would lose from this HTML; usually empty. Markup that the policy removes anyway does not count. */
export function unformattable(html: string): string[] {
  const parts = new Set<string>();
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open' || (!HTML_TAGS.has(token.name) && !HTML_RENAMED[token.name])) continue;
    const unknown = UNKNOWN[token.name];
    if (unknown) parts.add(unknown);
    for (const [name, allowed] of Object.entries(SPECIAL)) {
      if (Object.hasOwn(token.attributes, name) && !allowed.includes(token.name))
        parts.add(`${name} of <${token.name}>`);
    }
  }
  return [...parts];
}
