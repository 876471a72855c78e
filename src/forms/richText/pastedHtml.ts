import { offeredHeadings } from './headings.ts';

/** HTML from the clipboard as the editor can read it: with headings of its levels, and Word's paragraphs with bullets as lists. */
export function pastedHtml(html: string): string {
  return offeredHeadings(listsOfWord(html));
}

/** Word writes an entry as a paragraph whose style names its list and level, and whose bullet or number is text. */
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
  // The lists that the last entry stands in, the outermost first.
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

/** Takes the bullet or number out of the entry's text. */
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

/** A list that counts from where its first number does, in digits, letters or Roman numerals. */
function newList(document: Document, tag: 'ol' | 'ul', marker: string): Element {
  const element = document.createElement(tag);
  const [, digits, letters] = NUMBER.exec(marker) ?? [];
  if (digits !== undefined && digits !== '1') element.setAttribute('start', digits);
  if (letters !== undefined && /^[ai]$/i.test(letters)) element.setAttribute('type', letters);
  return element;
}
