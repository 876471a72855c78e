import { DISPLAY_WIDTHS } from './constants.ts';

export type DisplayMode = 'Mobile' | 'Medium desktop' | 'Large desktop' | 'Full desktop';

/** The specification's display mode of a window `width` CSS pixels wide. */
export function displayMode(width: number): DisplayMode {
  if (width < DISPLAY_WIDTHS.medium) return 'Mobile';
  if (width < DISPLAY_WIDTHS.large) return 'Medium desktop';
  return width < DISPLAY_WIDTHS.full ? 'Large desktop' : 'Full desktop';
}
