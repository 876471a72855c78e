/** The specification's numbers (its section 9), for both sides. Times in milliseconds, lengths in CSS pixels. */

export const HEADER_LOCK_SCROLL = 65;
export const HEADER_HEIGHT = 115;
export const HEADER_HEIGHT_LOCKED = 60;
export const SIDE_BAR_WIDTH = 145;
/** The full logo shows when the window is wider than this and the header is not locked. */
export const FULL_LOGO_ABOVE = 1000;

export const MODAL_AUTO_CLOSE = 3000;
/** Closing: the inner part goes at once, the outer part, the modal's content, and then the next one comes. */
export const MODAL_CLOSE_STEPS = { outer: 500, content: 525, next: 550 } as const;
export const MODAL_WIDTH = 400;
export const MODAL_PDF_HEIGHT = 800;

/** Display modes by width: under the first Mobile, under the second Medium desktop, under the third Large desktop. */
export const DISPLAY_WIDTHS = { medium: 600, large: 900, full: 1200 } as const;

export const PAGE_GROUNDS = { dark: '#000000', light: '#f4f4f4' } as const;
