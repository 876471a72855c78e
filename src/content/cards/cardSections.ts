import type { CardData, ContentCard } from '../../../domain/calls/pages.ts';
import { imageFacts } from '../../../domain/values/images.ts';

/** hero: the opening picture, as wide as the page. row: alone between dividers, and of a type made for the full width. */
export type CardSpan = 'column' | 'row' | 'hero';

export interface SectionCard {
  card: ContentCard;
  data: CardData;
  span: CardSpan;
}

/** The cards between two dividers; the first section of a page may have no divider. */
export interface CardSection {
  divider: ContentCard | null;
  cards: SectionCard[];
}

const HERO_MIN_WIDTH = 800;
const HERO_MIN_RATIO = 1.2;
const WIDE_TYPES: ReadonlySet<string> = new Set([
  'StandardCard',
  'ActionCard',
  'AboutMeCard',
  'RawHtmlCard',
  'SessionsCard',
]);

export function cardSections(cards: readonly ContentCard[]): CardSection[] {
  const sections: CardSection[] = [];
  for (const card of cards) {
    if (card.type === 'Divider') sections.push({ divider: card, cards: [] });
    else (sections.at(-1) ?? newSection(sections)).cards.push({ card, data: cardData(card), span: 'column' });
  }
  const hero = heroOf(sections);
  if (hero !== null) hero.span = 'hero';
  for (const {
    cards: [first, ...others],
  } of sections) {
    const isAlone = first !== undefined && others.length === 0 && first.span === 'column';
    if (isAlone && isWide(first) && (sections.length > 1 || first.card.type === 'AboutMeCard')) first.span = 'row';
  }
  return sections;
}

function newSection(sections: CardSection[]): CardSection {
  const section: CardSection = { divider: null, cards: [] };
  sections.push(section);
  return section;
}

/** The first card of a page, if its picture is large enough for the full width. */
function heroOf([section]: readonly CardSection[]): SectionCard | null {
  const first = section?.divider === null ? section.cards[0] : undefined;
  if (first?.card.type !== 'StandardCard') return null;
  const facts = imageFacts(first.data.imageUrl ?? '');
  return facts !== null && facts.width >= HERO_MIN_WIDTH && facts.width / facts.height >= HERO_MIN_RATIO ? first : null;
}

function isWide({ card, data }: SectionCard): boolean {
  return WIDE_TYPES.has(card.type) && (card.type !== 'StandardCard' || data.imageUrl !== undefined);
}

/** A card's data; empty unless it is a JSON object. */
export function cardData({ data }: ContentCard): CardData {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
