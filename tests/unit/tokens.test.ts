import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CARD_COLUMNS,
  CONTENT_MAX_WIDTH,
  CONTENT_PADDING_BOTTOM,
  HEADER_HEIGHT,
  HEADER_HEIGHT_LOCKED,
  PAGE_BACKGROUNDS,
  SIDE_BAR_WIDTH,
} from '../../domain/values/constants.ts';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const block = css
    .split(selector)
    .slice(1)
    .map((rest) => rest.slice(rest.indexOf('{') + 1, rest.indexOf('}')))
    .join(';');
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

const themes = { light: tokensOf("[data-theme='light']"), dark: tokensOf("[data-theme='dark']") };

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['page', 'surface', 'raised', 'hover'];
const TEXTS = ['text', 'quiet', 'primary', 'secondary', 'tertiary', 'confirm', 'cancel', 'gold-text'];
const STATUSES = ['blue', 'dark-blue', 'green', 'red', 'orange', 'grey', 'yellow'];

describe.each(['light', 'dark'] as const)('in the %s theme', (name) => {
  const token = (key: string): string => {
    const value = themes[name].get(key);
    expect(value, key).toMatch(/^#[0-9a-f]{6}$/);
    return value ?? '';
  };

  test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground])))(
    '%s is readable on %s',
    (text, ground) => {
      expect(contrast(token(`--color-${text}`), token(`--color-${ground}`))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['primary', 'confirm', 'cancel'])('the label of a %s button is readable', (color) => {
    expect(contrast(token(`--color-on-${color}`), token(`--color-${color}`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(`--color-on-${color}`), token(`--color-${color}-hover`))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(STATUSES)('the words of a %s chip are readable', (color) => {
    expect(contrast(token(`--status-${color}-text`), token(`--status-${color}-soft`))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['page', 'surface', 'raised'])('controls and focus contrast with %s', (ground) => {
    expect(contrast(token('--color-border-strong'), token(`--color-${ground}`))).toBeGreaterThanOrEqual(3);
    expect(contrast(token('--color-focus'), token(`--color-${ground}`))).toBeGreaterThanOrEqual(3);
  });

  test("the background color is the specification's", () => {
    expect(token('--color-page')).toBe(PAGE_BACKGROUNDS[name]);
  });
});

test('the lengths of the shell are the specification’s', () => {
  const lengths = tokensOf(':root');
  expect(lengths.get('--header-height')).toBe(`${HEADER_HEIGHT}px`);
  expect(lengths.get('--header-height-locked')).toBe(`${HEADER_HEIGHT_LOCKED}px`);
  expect(lengths.get('--side-bar-width')).toBe(`${SIDE_BAR_WIDTH}px`);
  expect(lengths.get('--content-max-width')).toBe(`${CONTENT_MAX_WIDTH}px`);
  const paddings = [...css.matchAll(/(@media [^{]*{\s*:root {[^}]*)?--content-padding-bottom: (\d+)px/g)].map(
    ([, media, length]) => [/--[\w-]+/.exec(media ?? '')?.[0] ?? '', Number(length)],
  );
  expect(paddings).toEqual([
    ['', CONTENT_PADDING_BOTTOM.desktop],
    ['--below-medium', CONTENT_PADDING_BOTTOM.mobile],
  ]);
});

test('the columns of a card page are the specification’s, by width and in a kiosk', () => {
  // Paper, at the end, has columns of its own.
  const [sheet = ''] = readFileSync(new URL('../../src/content/ContentPageView.module.css', import.meta.url), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .split('@media print');
  const columns = [...sheet.matchAll(/(?:@media \(([^)]*)\) {\s*)?([^{}]*) {\s*--columns: (\d);/g)].map(
    ([, media = '', selector = '', count]) => [media, selector.trim(), Number(count)],
  );
  expect(columns).toEqual([
    ['', '.page', CARD_COLUMNS.mobile],
    ['--from-medium', ".page:not([data-mode='phone'])", CARD_COLUMNS.desktop],
    ['', ".page[data-kiosk]:not([data-mode='phone'])", CARD_COLUMNS.full],
    ['--from-full', ".page:not([data-mode='phone'])", CARD_COLUMNS.full],
    ['', ".page[data-mode='desktop']", CARD_COLUMNS.full],
  ]);
});

test.each(['', '-quiet', '-link'])(
  'words on a picture (%s) are readable on the lightest picture there is, under its veil',
  (kind) => {
    const tokens = tokensOf(':root');
    const [, veil = '0'] = /^rgb\(0 0 0 \/ (\d+)%\)$/.exec(tokens.get('--color-picture-veil') ?? '') ?? [];
    const veiled = Math.round(255 * (1 - Number(veil) / 100))
      .toString(16)
      .padStart(2, '0')
      .repeat(3);
    expect(contrast(tokens.get(`--color-on-picture${kind}`) ?? '', `#${veiled}`)).toBeGreaterThanOrEqual(4.5);
    expect(
      contrast(tokens.get(`--color-on-picture${kind}`) ?? '', tokens.get('--color-picture-ground') ?? ''),
    ).toBeGreaterThanOrEqual(4.5);
  },
);
