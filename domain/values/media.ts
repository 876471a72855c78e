import { DISPLAY_WIDTHS, FULL_LOGO_ABOVE } from './constants.ts';

/** Pixels of an em in media queries where the reader has not changed the browser's text size. */
const EM = 16;

/** Where text is larger, the layout of a narrower window comes in place of one whose words no longer fit. */
function em(pixels: number): string {
  return `${pixels / EM}em`;
}

/**
 * The only breakpoints, as media queries. Code imports them; style sheets use them as custom media (`@media (--below-medium)`), which
 * the build replaces with these values.
 */
export const MEDIA = {
  /* A phone with large text. */
  'below-small': `(width < ${em(300)})`,
  /* A phone held sideways, or one with its keyboard open. */
  low: `(height < ${em(520)})`,
  /* A laptop's window, in which each line above a list costs a row. */
  short: `(height < ${em(700)})`,
  /* A tablet on its stand. */
  'below-tall': `(height < ${em(901)})`,
  'below-medium': `(width < ${em(DISPLAY_WIDTHS.medium)})`,
  'from-medium': `(width >= ${em(DISPLAY_WIDTHS.medium)})`,
  'below-large': `(width < ${em(DISPLAY_WIDTHS.large)})`,
  'from-large': `(width >= ${em(DISPLAY_WIDTHS.large)})`,
  'below-full': `(width < ${em(DISPLAY_WIDTHS.full)})`,
  'from-full': `(width >= ${em(DISPLAY_WIDTHS.full)})`,
  /* Where a list has all its columns. */
  'from-wide': `(width >= ${em(1800)})`,
  'below-wide': `(width < ${em(1800)})`,
  'full-logo': `(width > ${em(FULL_LOGO_ABOVE)})`,
} as const;

export type MediaName = keyof typeof MEDIA;
