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

/** Width of the content area of static and card pages at most. */
export const CONTENT_MAX_WIDTH = 1500;
/** Room below the content of every page. */
export const CONTENT_PADDING_BOTTOM = { mobile: 100, desktop: 50 } as const;
/** A content page that could not be loaded is asked for again after this. */
export const CONTENT_RETRY = 5000;
/** How often the background of a phone's card is faded anew while it scrolls. */
export const CARD_FADE_INTERVAL = 100;
/** Columns of a card page: Mobile one, Full desktop and kiosks three, in between two. */
export const CARD_COLUMNS = { mobile: 1, desktop: 2, full: 3 } as const;

/** Location card, mode day: 12-hour time on a scale of so many pixels; hours as decimals where a location has none. */
export const DAY_CARD = { cellHeight: 30, height: 300, opens: 8, closes: 18 } as const;

/** The documentation search: after a pause in typing, from so many characters on, with so many results per source, and so many at most. */
export const SEARCH_DEBOUNCE = 300;
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_PREVIEW_COUNT = 3;
export const SEARCH_MOST = 50;

/** Seconds before the marquee of an overflowing warning starts to move. */
export const MARQUEE_DELAY = 2;
/** How fast it moves, in pixels per second. */
export const MARQUEE_SPEED = 60;

/** The view of the mega menu until a person chooses another one. */
export const MEGA_MENU_DEFAULT_VIEW = 'A-Z';
/** From so many links on the mega menu has a field that filters them. */
export const MEGA_MENU_FILTER_FROM = 12;

/** Characters that the event log keeps of a report's parts. */
export const REPORT_LENGTHS = { message: 2000, exception: 8000, location: 2000 } as const;

/** Of such a report as JSON. */
export const REPORT_MAX_BYTES = 16 * 1024;

/** Pictures that are uploaded: at most so many bytes and pixels, of these kinds. */
export const IMAGE_MAX_BYTES = 25 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 100_000_000;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
