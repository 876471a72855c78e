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
 * What hinders reading on the page as it stands, in words: text beyond the window, broken within a short word, cut off, or on top of
 * other text. Runs in the browser, so it refers to nothing outside.
 */
function textFaults(): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const faults = new Set<string>();
  const shown: { text: string; box: Box; layer: Element | null; element: Element }[] = [];
  const root = document.documentElement;
  const nameOf = ({ tagName, className }: Element) => `<${tagName.toLowerCase()} class="${String(className)}">`;
  const ancestors = (element: Element): Element[] => {
    const list = [];
    for (let one: Element | null = element; one !== null && one !== root; one = one.parentElement) list.push(one);
    return list;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('script, style, noscript, svg, option') === null &&
    ancestors(element).every((one) => getComputedStyle(one).clipPath === 'none');
  /** The part of a box that no scrolling or clipping ancestor hides; null for none. */
  const visiblePart = (box: Box, element: Element): Box | null => {
    let { left, top, right, bottom } = box;
    for (const one of ancestors(element)) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (one === document.body || (overflowX === 'visible' && overflowY === 'visible')) continue;
      const clip = one.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };
  const layerOf = (element: Element) =>
    ancestors(element).find((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position)) ?? null;

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
    for (const rectangle of range.getClientRects()) {
      const box = visiblePart(rectangle, element);
      if (box !== null) shown.push({ text: text.trim().slice(0, 24), box, layer: layerOf(element), element });
    }
  }

  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isCut =
      /hidden|clip/.test(overflowX + overflowY) && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
    if (!isCut || element.clientWidth < 2 || element.textContent.trim() === '' || !isSeen(element)) continue;
    const [wide, high] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    if (wide > 2 || (high > 2 && !/auto|scroll/.test(overflowY))) faults.add(`cut off in ${nameOf(element)}`);
  }

  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const lineHeight = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
      if (width > 4 && height > lineHeight * 0.4) faults.add(`“${one.text}” lies on “${other.text}”`);
    }
  return [...faults];
}
