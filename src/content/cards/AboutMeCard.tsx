import { MEDIA } from '../../../domain/values/media.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { buttonClass } from '../../ui/buttonClass.ts';
import { classNames } from '../../ui/classNames.ts';
import { ContentImage } from './ContentImage.tsx';
import type { CardProps } from './cardProps.ts';
import shared from './cards.module.css';
import styles from './AboutMeCard.module.css';

/** A person: who they are, what they can help with, how to reach them. */
export function AboutMeCard({ card, data, span, level, isFirstPicture }: CardProps) {
  const { imageUrl, imageAlt = '', pronouns = '', title = '', links = [], linkTexts = [] } = data;
  const Heading = `h${level}` as const;
  return (
    <article className={classNames(shared.card, shared[span], styles.card)}>
      {imageUrl !== undefined && (
        <ContentImage
          file={imageUrl}
          alt={imageAlt}
          sizes={`${MEDIA['below-medium']} 160px, 240px`}
          priority={isFirstPicture}
          className={styles.photo}
        />
      )}
      <div className={styles.who}>
        <Heading className={classNames(shared.title, styles.name)}>{personName(card.title, data.name)}</Heading>
        {title !== '' && <p className={styles.role}>{title}</p>}
        {pronouns !== '' && <p className={styles.pronouns}>{pronouns}</p>}
      </div>
      <Help headers={data.headers ?? []} items={data.items ?? []} />
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map((link, index) => (
            <li key={index}>
              <SiteLink
                isNewTab
                to={link}
                className={classNames(buttonClass({ variant: 'secondary', size: 'large' }), shared.button)}
              >
                {linkTexts[index] ?? link}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** The name shown on a card about a person. */
export function personName(cardTitle: string, name: string | undefined): string {
  return name ?? cardTitle;
}

function Help({ headers, items }: { headers: readonly string[]; items: readonly string[] }) {
  if (headers.length === 0) return null;
  return (
    <div className={styles.help}>
      <p className={styles.helpTitle}>I can help with...</p>
      <dl className={styles.columns}>
        {headers.map((header, index) => (
          <div key={index}>
            <dt>{header}</dt>
            {(items[index] ?? '')
              .split(',')
              .map((item) => item.trim())
              .filter(Boolean)
              .map((item, place) => (
                <dd key={place}>{item}</dd>
              ))}
          </div>
        ))}
      </dl>
    </div>
  );
}
