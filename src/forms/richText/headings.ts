/** The available heading levels; the first is reserved for the page's title. */
export const HEADING_LEVELS = [2, 3, 4, 5, 6] as const;

/** Shifts all headings down if the HTML contains an h1; otherwise returns it unchanged. */
export function offeredHeadings(html: string): string {
  if (!/<h1\b/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const [top] = HEADING_LEVELS;
  const lowest = Math.max(...HEADING_LEVELS);
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.localName.slice(1));
    const moved = heading.ownerDocument.createElement(`h${Math.min(level + top - 1, lowest)}`);
    moved.append(...heading.childNodes);
    heading.replaceWith(moved);
  }
  return body.innerHTML;
}
