import { frameAddress } from '../../../domain/html-policy.ts';

/** How pages of films are called where they may be embedded: what people copy from the address bar, and what it becomes. */
const FILMS: readonly [pattern: RegExp, address: (id: string) => string][] = [
  [/^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/)([\w-]{6,20})/i, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?youtube\.com\/embed\/([\w-]{6,20})/i, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/youtu\.be\/([\w-]{6,20})/i, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{5,12})/i, (id) => `https://player.vimeo.com/video/${id}`],
];

/** The address under which a film or another page can be embedded here; null when its host is not allowed. */
export function embedAddress(text: string, hosts: readonly string[]): string | null {
  const given = text.trim();
  for (const [pattern, address] of FILMS) {
    const id = pattern.exec(given)?.[1];
    if (id !== undefined) return frameAddress(address(id), hosts);
  }
  return frameAddress(/^https?:/i.test(given) ? given.replace(/^http:/i, 'https:') : `https://${given}`, hosts);
}
