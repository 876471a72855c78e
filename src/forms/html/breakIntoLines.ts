/** Formats HTML with one block per line, for source editing. */
export function breakIntoLines(html: string): string {
  if (html.includes('\n')) return html;
  return html.replaceAll(
    /(<\/(?:p|h[2-6]|ul|ol|li|blockquote|pre|table|tr|div|figure|dl|details)>|<hr>|<(?:ul|ol|table|tbody|tr)>)(?=<)/g,
    '$1\n',
  );
}
