/** The constants of the specification (section 9), shared by both sides. Times in milliseconds, lengths in CSS pixels. */

export const HEADER_LOCK_SCROLL = 65;
export const HEADER_HEIGHT = 115;
export const HEADER_HEIGHT_LOCKED = 60;
export const SIDE_BAR_WIDTH = 145;
/** The full logo is shown above this window width, unless the header is locked. */
export const FULL_LOGO_ABOVE = 1000;

export const MODAL_AUTO_CLOSE = 3000;
/**
 * Offsets of the closing animation: the inner part disappears immediately, then the outer part, then the content; then the next modal
 * opens.
 */
export const MODAL_CLOSE_STEPS = { outer: 500, content: 525, next: 550 } as const;
export const MODAL_WIDTH = 400;
export const MODAL_PDF_HEIGHT = 800;

/** Breakpoints of the display modes: below `medium` Mobile, below `large` Medium desktop, below `full` Large desktop. */
export const DISPLAY_WIDTHS = { medium: 600, large: 900, full: 1200 } as const;

export const PAGE_BACKGROUNDS = { dark: '#000000', light: '#f4f4f4' } as const;

/** Maximum width of the content area of static and card pages. */
export const CONTENT_MAX_WIDTH = 1500;
/** Padding below the content of every page. */
export const CONTENT_PADDING_BOTTOM = { mobile: 100, desktop: 50 } as const;
/** Delay before a content page that failed to load is requested again. */
export const CONTENT_RETRY = 5000;
/** How often the fade of a phone card's background is updated while scrolling. */
export const CARD_FADE_INTERVAL = 100;
/** Columns of a card page: `mobile` on Mobile, `full` on Full desktop and kiosks, `desktop` in between. */
export const CARD_COLUMNS = { mobile: 1, desktop: 2, full: 3 } as const;

/** The location card's day view: pixels per row and in total; default hours for locations that have none. */
export const DAY_CARD = { cellHeight: 30, height: 300, opens: 8, closes: 18 } as const;

/**
 * The calendar widget: minutes and pixels of a row, minutes of a day, least height of an event, the time within which two taps are a
 * double click, the travel of a finger that makes a tap a drag or a scroll, and how often the line of now moves.
 */
export const CALENDAR = {
  timeStep: 60,
  cellHeight: 40,
  minutes: 1440,
  minEventHeight: 5,
  doubleTap: 500,
  touchTravel: 30,
  hold: 1200,
  createTravel: 15,
  tick: 60_000,
} as const;

/** The documentation search: debounce, minimum length of a query, results per source and in total. */
export const SEARCH_DEBOUNCE = 300;
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_PREVIEW_COUNT = 3;
export const SEARCH_MOST = 50;
/** Of a list: the words that were searched for instead, encoded as a part of an address. */
export const CORRECTED_HEADER = 'Corrected-Search';
/** Bytes of a page's draft as JSON. */
export const DRAFT_LARGEST = 1_048_576;
/** For how many days a link to a draft can work. */
export const DRAFT_LINK_DAYS = [1, 7, 30] as const;

/** Seconds before the marquee of an overflowing warning starts to move. */
export const MARQUEE_DELAY = 2;
/** How fast it moves, in pixels per second. */
export const MARQUEE_SPEED = 60;

/** The initial view of the mega menu. */
export const MEGA_MENU_DEFAULT_VIEW = 'A-Z';
/** The mega menu shows a filter field from this number of links on. */
export const MEGA_MENU_FILTER_FROM = 12;

/** Characters that the event log stores of each part of a report. */
export const REPORT_LENGTHS = { message: 2000, exception: 8000, location: 2000 } as const;

/** Size limit of a report as JSON. */
export const REPORT_MAX_BYTES = 16 * 1024;

/** Limits of uploaded images: bytes, pixels and types. */
export const IMAGE_MAX_BYTES = 25 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 100_000_000;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** How often a kiosk session can be extended (WCAG 2.2.1). */
export const KIOSK_EXTENSIONS = 10;
/** Seconds before its end in which a kiosk session can be extended. */
export const KIOSK_WARNING_SECONDS = 30;
/** Seconds for which a kiosk shows a first name at most. */
export const GREETING_SECONDS = 3;
