import type { CardData, ContentCard } from '../../../domain/calls/pages.ts';
import { MEDIA } from '../../../domain/values/media.ts';
import type { CardSpan } from '../cardSections.ts';

export interface CardProps {
  card: ContentCard;
  data: CardData;
  span: CardSpan;
  level: 1 | 2 | 3 | 4;
  isLead: boolean;
  /** It contains the first picture of the page. */
  isFirstPicture: boolean;
}

/**
 * On phones the picture covers a card that is taller than wide, so it is displayed wider than the card and cropped. A slightly
 * smaller size is requested: behind text, on a high-density screen, the difference is invisible and the page loads faster.
 */
const SIZES = {
  hero: `${MEDIA['below-medium']} max(100vw, 66vh), min(100vw - 177px, 1500px)`,
  row: `${MEDIA['below-medium']} max(100vw, 440px), min(58vw - 100px, 870px)`,
  column: `${MEDIA['below-medium']} max(100vw, 440px), ${MEDIA['below-full']} calc(50vw - 100px), min(34vw - 75px, 480px)`,
} as const;

/** The `sizes` attribute of a card's picture. */
export function pictureSizes(span: CardSpan): string {
  return SIZES[span];
}
