import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A size of the browser's text, which is 16 px unless the reader changes it, and a width of the window. Pixels. */
export type TextLook = readonly [text: number, width: number];

export const EVERY_LOOK: readonly TextLook[] = [
  [32, 360],
  [32, 768],
  [32, 1280],
  [32, 1920],
  [24, 1280],
  [24, 360],
  [20, 360],
];

/** For pages that are made by code that others show in every look. */
export const SOME_LOOKS: readonly TextLook[] = [
  [32, 360],
  [32, 1280],
];

/** The page, with all that is open on it, can be read in each look. */
export async function expectReadable(page: Page, looks: readonly TextLook[] = EVERY_LOOK): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const faults: Record<string, string[]> = {};
  for (const [text, width] of looks) {
    await setText(session, text);
    await page.setViewportSize({ width, height: 900 });
    // What measures itself does so before the next frame.
    await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))));
    const found = await page.evaluate(textFaults);
    if (found.length > 0) faults[`text of ${text} px, ${width} px wide`] = found;
  }
  await setText(session, 16);
  await session.detach();
  expect(faults, page.url()).toEqual({});
}

async function setText(session: CDPSession, size: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
}

/**
 * What hinders reading on the current page, in words: text beyond the window, broken within a short word, cut off, or on top of
 * other text. Runs in the browser, so it refers to nothing outside.
 */
function textFaults(): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  /** What an element has from its ancestors. */
  interface Place {
    isHidden: boolean;
    /** What no scrolling or clipping ancestor hides. */
    clip: Box;
    /** The nearest element that does not scroll with the page. */
    layer: Element | null;
  }
  const faults = new Set<string>();
  const shown: { text: string; box: Box; layer: Element | null; element: Element }[] = [];
  const root = document.documentElement;
  const nameOf = ({ tagName, className }: Element) => `<${tagName.toLowerCase()} class="${String(className)}">`;
  const places = new Map<Element | null, Place>();
  places.set(null, { isHidden: false, clip: { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }, layer: null });
  const placeOf = (element: Element | null): Place => {
    const known = places.get(element);
    if (known !== undefined || element === null) return known as Place;
    const { isHidden, clip, layer } = placeOf(element.parentElement);
    const { clipPath, overflowX, overflowY, position } = getComputedStyle(element);
    const isRoot = element === root || element === document.body;
    const isOpen = isRoot || (overflowX === 'visible' && overflowY === 'visible');
    const place = {
      isHidden: isHidden || clipPath !== 'none',
      clip: isOpen ? clip : common(clip, element.getBoundingClientRect()),
      layer: position === 'fixed' || position === 'sticky' ? element : layer,
    };
    places.set(element, place);
    return place;
  };
  const common = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const isSeen = (element: Element) =>
    !placeOf(element).isHidden &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // What is behind is covered where something lies on it, and read elsewhere.
    element.closest('script, style, noscript, svg, option, [data-behind]') === null;

  if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} px wide`);

  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const [text, element] = [(node as Text).data, node.parentElement];
    if (element === null || text.trim() === '' || !isSeen(element)) continue;
    for (const { 0: word, index } of text.matchAll(/(?<=^|[\s(])[\p{L}\p{N}]{2,12}(?=$|[\s.,:;)!?])/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
      if (lines.size > 1) faults.add(`“${word}” is broken in ${nameOf(element)}`);
    }
    range.selectNodeContents(node);
    const { clip, layer } = placeOf(element);
    for (const rectangle of range.getClientRects()) {
      const box = common(rectangle, clip);
      if (box.right - box.left > 1 && box.bottom - box.top > 1)
        shown.push({ text: text.trim().slice(0, 24), box, layer, element });
    }
  }

  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isCut =
      /hidden|clip/.test(overflowX + overflowY) && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
    if (!isCut || element.clientWidth < 2 || element.textContent.trim() === '' || !isSeen(element)) continue;
    const [wide, high] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    const isBeyond = (wide > 2 && !/auto|scroll/.test(overflowX)) || (high > 2 && !/auto|scroll/.test(overflowY));
    if (isBeyond) faults.add(`cut off in ${nameOf(element)}`);
  }

  shown.sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of shown.entries())
    for (let next = index + 1; next < shown.length; next += 1) {
      const other = shown[next];
      if (other === undefined || other.box.top >= one.box.bottom) break;
      if (one.layer !== other.layer || one.element === other.element) continue;
      const { left, top, right, bottom } = common(one.box, other.box);
      const lineHeight = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
      if (right - left > 4 && bottom - top > lineHeight * 0.4) faults.add(`“${one.text}” lies on “${other.text}”`);
    }
  return [...faults];
}
