import { frameAddress } from '../../../domain/html/html-policy.ts';
import { htmlTokens } from '../../../domain/html/html-tokens.ts';

/** Converts video page URLs, as copied from the address bar, to their embed URLs. */
const FILMS: readonly [pattern: RegExp, address: (id: string) => string][] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/)([\w-]{6,20})/i,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [/^https?:\/\/(?:www\.)?youtube\.com\/embed\/([\w-]{6,20})/i, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/youtu\.be\/([\w-]{6,20})/i, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{5,12})/i, (id) => `https://player.vimeo.com/video/${id}`],
];

/** The embed URL for a video or page, given its URL or embed code; null when its host is not allowed. */
export function embedAddress(text: string, hosts: readonly string[]): string | null {
  const given = (frameSource(text) ?? text).trim();
  for (const [pattern, address] of FILMS) {
    const id = pattern.exec(given)?.[1];
    if (id !== undefined) return frameAddress(address(id), hosts);
  }
  return frameAddress(/^https?:/i.test(given) ? given.replace(/^http:/i, 'https:') : `https://${given}`, hosts);
}

/** The src of an embed code's first frame; null when there is none. */
function frameSource(text: string): string | null {
  for (const token of htmlTokens(text)) {
    if (token.kind === 'open' && token.name === 'iframe') return token.attributes['src'] ?? null;
  }
  return null;
}
