/** Other sites that may call the public API, report errors and embed pages made for it. */

/** The pages made to be embedded, by path below /embed. */
export const EMBEDS = ['hours', 'calendar', 'events'] as const;
export type Embed = (typeof EMBEDS)[number];

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** The path of an embedded page. `locationId`: of hours and calendars. */
export function embedPath(embed: Embed, locationId: number | null, theme: EmbedTheme): string {
  const path = embed === 'events' ? '/embed/events' : `/embed/${embed}/${locationId ?? ''}`;
  return theme === 'auto' ? path : `${path}?theme=${theme}`;
}

/** The message that an embedded page sends to the page around it, with its height in pixels. */
export const EMBED_MESSAGE = 'atrium:height';

/**
 * To copy into a page: a frame, and a script that adapts its height to its content. Without the script its height is
 * fixed.
 */
export function embedSnippet(origin: string, path: string, title: string): string {
  const text = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${origin}${path}" title="${text}" width="100%" height="420" loading="lazy" style="border: 0"></iframe>
<script>
  addEventListener('message', (event) => {
    if (event.origin !== '${origin}' || event.data?.type !== '${EMBED_MESSAGE}') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === event.source) frame.height = Math.min(4000, Math.ceil(event.data.height));
  });
</script>`;
}
