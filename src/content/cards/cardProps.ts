import type { CardData, ContentCard } from '../../../domain/content.ts';
import { MEDIA } from '../../../domain/media.ts';
import type { CardSpan } from '../cardSections.ts';

export interface CardProps {
  card: ContentCard;
  data: CardData;
  span: CardSpan;
  /** Level of its heading. */
  level: 1 | 2 | 3 | 4;
  /** Its heading is the page's title. */
  isLead: boolean;
  /** It has the first picture of the page. */
  isFirstPicture: boolean;
}

/**
 * On phones a picture fills a card that is higher than wide, so it is shown wider than the card, and cut. It is asked for a little
 * smaller than that: behind words, on a screen of many pixels, nobody sees the difference, but everybody waits less.
 */
const SIZES = {
  hero: `${MEDIA['below-medium']} max(100vw, 66vh), min(100vw - 177px, 1500px)`,
  row: `${MEDIA['below-medium']} max(100vw, 440px), min(58vw - 100px, 870px)`,
  column: `${MEDIA['below-medium']} max(100vw, 440px), ${MEDIA['below-full']} calc(50vw - 100px), min(34vw - 75px, 480px)`,
} as const;

/** How wide a card's picture is shown. */
export function pictureSizes(span: CardSpan): string {
  return SIZES[span];
}
