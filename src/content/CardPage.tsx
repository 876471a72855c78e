import { cardAnchors } from '../../domain/content/content.ts';
import type { ContentPage } from '../../domain/calls/pages.ts';
import { classNames } from '../ui/classNames.ts';
import { CodeBoundary } from '../ui/CodeBoundary.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { AboutMeCard, personName } from './cards/AboutMeCard.tsx';
import { ActionCard } from './cards/ActionCard.tsx';
import type { CardProps } from './cards/cardProps.ts';
import { ListCard } from './cards/ListCard.tsx';
import { LocationCard } from './cards/LocationCard.tsx';
import { RawHtmlCard } from './cards/RawHtmlCard.tsx';
import { SessionsCard } from './cards/SessionsCard.tsx';
import { StandardCard } from './cards/StandardCard.tsx';
import { cardSections, type CardSection, type SectionCard } from './cards/cardSections.ts';
import { HtmlContent } from './cards/HtmlContent.tsx';
import { OpenPlaces } from './OpenPlaces.tsx';
import styles from './ContentPageView.module.css';

/** On few pages. */
const LazyCenterCard = lazyComponent(() => import('./center/CenterCard.tsx').then((module) => module.CenterCard));

function CenterCard(props: CardProps) {
  return (
    <CodeBoundary>
      <LazyCenterCard {...props} />
    </CodeBoundary>
  );
}

const COMPONENTS = {
  StandardCard,
  ActionCard,
  RawHtmlCard,
  ListCard,
  LocationCard,
  SessionsCard,
  CenterCard,
  AboutMeCard,
} as const;

/** A page of cards, or of a person followed by a text. */
export function CardPage({ page, titleLevel }: { page: ContentPage; titleLevel: 1 | 2 }) {
  const Title = `h${titleLevel}` as const;
  const sections = cardSections(page.cards);
  const lead = leadingCard(page, sections);
  const anchors = cardAnchors(page.cards);
  const firstPicture = sections.flatMap(({ cards }) => cards).find(({ data }) => data.imageUrl !== undefined)?.card.id;
  return (
    <>
      {lead === null && (
        <Title className={headingClass(page, sections)} tabIndex={-1}>
          {page.title}
        </Title>
      )}
      {sections.map((section, index) => (
        <Section
          key={section.divider?.id ?? 'first'}
          section={section}
          anchors={anchors}
          lead={lead}
          titleLevel={titleLevel}
          firstPicture={firstPicture}
          isFirst={index === 0}
        />
      ))}
      {page.data !== '' && <HtmlContent html={page.data} look="page" under={titleLevel} className={styles.after} />}
    </>
  );
}

interface SectionProps {
  section: CardSection;
  anchors: ReadonlyMap<number, string>;
  lead: SectionCard | null;
  titleLevel: 1 | 2;
  firstPicture: number | undefined;
  isFirst: boolean;
}

function Section({ section: { divider, cards }, anchors, lead, titleLevel, firstPicture, isFirst }: SectionProps) {
  const DividerTitle = titleLevel === 1 ? 'h2' : 'h3';
  const below =
    titleLevel === 1 ? ({ lead: 1, page: 2, divider: 3 } as const) : ({ lead: 2, page: 3, divider: 4 } as const);
  const anchor = divider === null ? undefined : anchors.get(divider.id);
  const titleId = divider === null ? undefined : `card-${divider.id}`;
  return (
    <section
      id={anchor === titleId ? undefined : anchor}
      className={classNames(styles.section, isFirst && styles.firstSection)}
      aria-labelledby={titleId}
    >
      {divider !== null && (
        <DividerTitle id={titleId} className={styles.divider}>
          {divider.title}
        </DividerTitle>
      )}
      <div className={styles.grid}>
        {cards.map((item) => (
          <Cell
            key={item.card.id}
            item={item}
            anchor={anchors.get(item.card.id)}
            isLead={item === lead}
            isFirstPicture={item.card.id === firstPicture}
            level={item === lead ? below.lead : divider === null ? below.page : below.divider}
          />
        ))}
      </div>
    </section>
  );
}

interface CellProps extends Pick<CardProps, 'level' | 'isLead' | 'isFirstPicture'> {
  item: SectionCard;
  anchor: string | undefined;
}

/** Found at the fragment of its title, and at that of its id, which search results lead to. */
function Cell({ item: { card, data, span }, anchor, ...rest }: CellProps) {
  if (card.type === 'Divider') return null;
  const Component = COMPONENTS[card.type];
  const own = `card-${card.id}`;
  return (
    <div
      id={anchor === own ? undefined : anchor}
      className={classNames(styles.cell, span !== 'column' && styles.whole)}
    >
      <div id={own} className={styles.cellBody}>
        <Component card={card} data={data} span={span} {...rest} />
        {data.places !== undefined && <OpenPlaces ids={data.places} />}
      </div>
    </div>
  );
}

/** The first card, if it spans the page and has the page's title: its heading then serves as the page's. */
function leadingCard({ title }: ContentPage, [section]: readonly CardSection[]): SectionCard | null {
  const first = section?.divider === null ? section.cards[0] : undefined;
  if (first === undefined) return null;
  const name = first.card.type === 'AboutMeCard' ? personName(first.card.title, first.data.name) : first.card.title;
  return first.span !== 'column' && sameText(name, title) ? first : null;
}

/** Above a hero the page's title is a single line; that of the home page is visually hidden. */
function headingClass({ name, title }: ContentPage, [section]: readonly CardSection[]): string | undefined {
  const isHero = section?.cards[0]?.span === 'hero';
  if (name === 'home' && (isHero || sameText(title, 'home'))) return 'visually-hidden';
  return isHero ? styles.overline : styles.title;
}

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
