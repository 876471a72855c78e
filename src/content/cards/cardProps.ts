import type { CardData, ContentCard } from '../../../domain/calls/pages.ts';
import { MEDIA } from '../../../domain/values/media.ts';
import type { CardSpan } from './cardSections.ts';

export interface CardProps {
  card: ContentCard;
  data: CardData;
  span: CardSpan;
  level: 1 | 2 | 3 | 4;
  isLead: boolean;
  /** It contains the first picture of the page. */
  isFirstPicture: boolean;
}

/** On phones the picture is cropped behind text, so that a slightly smaller size than displayed is enough, and loads faster. */
const SIZES = {
  hero: `${MEDIA['below-medium']} max(100vw, 66vh), min(100vw - 177px, 1500px)`,
  row: `${MEDIA['below-medium']} max(100vw, 440px), min(58vw - 100px, 870px)`,
  column: `${MEDIA['below-medium']} max(100vw, 440px), ${MEDIA['below-full']} calc(50vw - 100px), min(34vw - 75px, 480px)`,
} as const;

/** The `sizes` attribute of a card's picture. */
export function pictureSizes(span: CardSpan): string {
  return SIZES[span];
}
