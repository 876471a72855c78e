import { expect, test } from 'vitest';
import * as constants from '../../domain/constants.ts';

/** As the specification has them; where they show is told by the tests of what uses them. */
test('the numbers are those of the specification', () => {
  expect(constants).toMatchObject({
    HEADER_LOCK_SCROLL: 65,
    HEADER_HEIGHT: 115,
    HEADER_HEIGHT_LOCKED: 60,
    SIDE_BAR_WIDTH: 145,
    FULL_LOGO_ABOVE: 1000,
    MODAL_AUTO_CLOSE: 3000,
    MODAL_CLOSE_STEPS: { outer: 500, content: 525, next: 550 },
    MODAL_WIDTH: 400,
    MODAL_PDF_HEIGHT: 800,
    DISPLAY_WIDTHS: { medium: 600, large: 900, full: 1200 },
    PAGE_GROUNDS: { dark: '#000000', light: '#f4f4f4' },
    CONTENT_MAX_WIDTH: 1500,
    CONTENT_PADDING_BOTTOM: { mobile: 100, desktop: 50 },
    CONTENT_RETRY: 5000,
    CARD_FADE_INTERVAL: 100,
    CARD_COLUMNS: { mobile: 1, desktop: 2, full: 3 },
    DAY_CARD: { cellHeight: 30, height: 300, opens: 8, closes: 18 },
    SEARCH_DEBOUNCE: 300,
    SEARCH_MIN_LENGTH: 3,
    SEARCH_PREVIEW_COUNT: 3,
    MARQUEE_DELAY: 2,
    MEGA_MENU_DEFAULT_VIEW: 'A-Z',
  });
});
