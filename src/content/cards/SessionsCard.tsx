import { NO_FILTER, sessionQueryOf, type SessionFilter } from '../../../domain/sessions/session-filter.ts';
import type { CardData } from '../../../domain/calls/pages.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { HtmlContent } from './HtmlContent.tsx';
import { NextSessions } from '../sessions/NextSessions.tsx';
import { sessionsQuery } from '../sessions/sessionsQuery.ts';
import type { CardProps } from './cardProps.ts';
import styles from './cards.module.css';

const USUAL_LIMIT = 3;

function cardFilter({ eventId, categoryId, locationId }: CardData): SessionFilter {
  return {
    ...NO_FILTER,
    eventId: eventId ?? null,
    categoryId: categoryId ?? null,
    locationId: locationId ?? null,
  };
}

export function nextSessionsQuery(data: CardData) {
  return sessionsQuery(cardFilter(data), { limit: data.limit ?? USUAL_LIMIT });
}

/** The next sessions that the reader may see; each leads to its sign-up. */
export function SessionsCard({ card, data, span, level }: CardProps) {
  const Heading = `h${level}` as const;
  const search = new URLSearchParams(sessionQueryOf(cardFilter(data)));
  return (
    <article className={classNames(styles.card, styles[span])}>
      <div className={styles.body}>
        <Heading className={styles.title}>{card.title}</Heading>
        {data.text !== undefined && <HtmlContent html={data.text} under={level} className={styles.text} />}
        <NextSessions query={nextSessionsQuery(data)} isTitled={data.eventId === undefined} />
        <p>
          <SiteLink to={`/signup/upcomingworkshops${search.size > 0 ? `?${search}` : ''}`} className={styles.onward}>
            All sessions <span className="visually-hidden">of {card.title}</span>
            <Icon name="arrow-right" size={18} />
          </SiteLink>
        </p>
      </div>
    </article>
  );
}
