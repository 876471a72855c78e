import type { HtmlLimits } from '../../../domain/html/html-policy.ts';

/** The HTML limits of a page: frames are allowed in Raw Html pages only. */
export function pageLimits(type: unknown, site: HtmlLimits): HtmlLimits {
  return type === 'Raw Html' ? site : {};
}
