/** Elements in which a single paragraph is redundant. */
const PLAIN = 'li, td, th';

/** No paragraph around the only text of a list item or cell, header rows in a thead, no trailing empty paragraph. */
export function tidyHtml(html: string): string {
  const ended = html.replace(/(?:<p><\/p>)+$/, '');
  if (!/<(?:li|table|details)\b/.test(ended)) return ended;
  const { body } = new DOMParser().parseFromString(ended, 'text/html');
  for (const place of body.querySelectorAll(PLAIN)) unwrap(place);
  for (const table of body.querySelectorAll('table')) tidyTable(table);
  for (const part of body.querySelectorAll('details')) part.removeAttribute('open');
  return body.innerHTML;
}

function unwrap(place: Element): void {
  const paragraphs = [...place.children].filter((child) => child.localName === 'p');
  const [first] = paragraphs;
  const others = [...place.children].filter((child) => child !== first);
  if (
    !first ||
    paragraphs.length > 1 ||
    first !== place.firstElementChild ||
    others.some((child) => !['ul', 'ol'].includes(child.localName))
  )
    return;
  first.replaceWith(...first.childNodes);
}

function tidyTable(table: HTMLTableElement): void {
  for (const cell of table.querySelectorAll('td, th')) {
    for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
  }
  const rows = [...table.rows];
  const count = rows.findIndex((row) => [...row.cells].some((cell) => cell.localName !== 'th'));
  if (count <= 0) return;
  const head = table.ownerDocument.createElement('thead');
  head.append(...rows.slice(0, count));
  table.prepend(head);
}
