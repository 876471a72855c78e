import { SiteLink } from '../../app/SiteLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ContentImage } from '../ContentImage.tsx';
import { HtmlContent } from '../HtmlContent.tsx';
import { pictureSizes, type CardProps } from './cardProps.ts';
import styles from './cards.module.css';

/** Picture, title and text; with a link, the whole card is clickable. */
export function StandardCard({
  card,
  data: { text = '', imageUrl, imageAlt = '', link, linkText },
  span,
  level,
  isLead,
  isFirstPicture,
}: CardProps) {
  const Heading = `h${level}` as const;
  const isPictured = imageUrl !== undefined;
  return (
    <article
      className={classNames(
        styles.card,
        styles[span],
        isPictured && styles.pictured,
        link !== undefined && styles.linked,
        isLead && styles.lead,
      )}
      data-hero={span === 'hero' || undefined}
    >
      {isPictured && (
        <div className={styles.frame} data-fades="">
          <ContentImage
            file={imageUrl}
            alt={imageAlt}
            sizes={pictureSizes(span)}
            priority={isFirstPicture}
            className={styles.picture}
          />
        </div>
      )}
      <div className={styles.body}>
        <Heading className={styles.title}>
          {link === undefined ? (
            card.title
          ) : (
            <SiteLink to={link} className={styles.target}>
              {card.title}
            </SiteLink>
          )}
        </Heading>
        {text !== '' && <HtmlContent html={text} under={level} className={styles.text} />}
        {link !== undefined && (
          <span className={styles.onward} aria-hidden="true">
            {linkText}
            <Icon name="arrow-right" size={20} />
          </span>
        )}
      </div>
    </article>
  );
}
