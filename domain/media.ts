import { DISPLAY_WIDTHS, FULL_LOGO_ABOVE } from './constants.ts';

/**
 * The only breakpoints, as media queries. Code imports them; style sheets use them as custom media (`@media (--below-medium)`), which
 * the build replaces with these values.
 */
export const MEDIA = {
  'below-medium': `(width < ${DISPLAY_WIDTHS.medium}px)`,
  'from-medium': `(width >= ${DISPLAY_WIDTHS.medium}px)`,
  'below-large': `(width < ${DISPLAY_WIDTHS.large}px)`,
  'below-full': `(width < ${DISPLAY_WIDTHS.full}px)`,
  'from-full': `(width >= ${DISPLAY_WIDTHS.full}px)`,
  'full-logo': `(width > ${FULL_LOGO_ABOVE}px)`,
} as const;

export type MediaName = keyof typeof MEDIA;
