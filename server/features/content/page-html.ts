import type { HtmlLimits } from '../../../domain/html-policy.ts';

/** What the HTML of a page may hold: frames stand in pages of type Raw Html only. */
export function pageLimits(type: unknown, site: HtmlLimits): HtmlLimits {
  return type === 'Raw Html' ? site : {};
}
