import { offeredHeadings } from './headings.ts';

/** Normalizes clipboard HTML for the editor: maps heading levels, and Word's bullet paragraphs to lists. */
export function pastedHtml(html: string): string {
  return offeredHeadings(listsOfWord(html));
}

/** Word encodes a list item as a paragraph whose style names list and level, with the marker as text. */
const ENTRY = /mso-list:\s*(l\d+)\s+level(\d+)\s+(lfo\d+)/i;
const NUMBER = /^\(?(?:(\d+)|([a-z]+)[.)])/i;

interface OpenList {
  element: Element;
  level: number;
  key: string;
}

function listsOfWord(html: string): string {
  if (!ENTRY.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // The lists that contain the last item, outermost first.
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const [, list, depth, copy] = ENTRY.exec(paragraph.getAttribute('style') ?? '') ?? [];
    if (list === undefined) continue;
    if (paragraph.previousElementSibling !== open[0]?.element) open = [];
    const level = Number(depth);
    const marker = takeMarker(paragraph);
    const tag = NUMBER.test(marker) ? 'ol' : 'ul';
    const key = `${tag} ${list} ${copy}`;
    open = open.filter((one) => one.level < level || (one.level === level && one.key === key));
    const parent = open.at(-1);
    if (parent?.level !== level) {
      const element = newList(body.ownerDocument, tag, marker);
      if (parent) parent.element.lastElementChild?.append(element);
      else paragraph.before(element);
      open.push({ element, level, key });
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(...paragraph.childNodes);
    open.at(-1)?.element.append(entry);
    paragraph.remove();
  }
  return body.innerHTML;
}

/** Removes and returns the marker of the item's text. */
function takeMarker(paragraph: Element): string {
  const markers = [...paragraph.querySelectorAll('[style]')].filter((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  );
  for (const marker of markers) marker.remove();
  return markers
    .map((marker) => marker.textContent)
    .join('')
    .trim();
}

/** A list starting at its first marker, in digits, letters or Roman numerals. */
function newList(document: Document, tag: 'ol' | 'ul', marker: string): Element {
  const element = document.createElement(tag);
  const [, digits, letters] = NUMBER.exec(marker) ?? [];
  if (digits !== undefined && digits !== '1') element.setAttribute('start', digits);
  if (letters !== undefined && /^[ai]$/i.test(letters)) element.setAttribute('type', letters);
  return element;
}
