import { useId } from 'react';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CardButtons } from './CardButtons.tsx';
import { ContentImage } from './ContentImage.tsx';
import { HtmlContent } from './HtmlContent.tsx';
import { pictureSizes, type CardProps } from './cardProps.ts';
import styles from './cards.module.css';

/** With a link, the whole card is clickable, and the link is named by title and call to action. */
export function StandardCard({
  card,
  data: { text = '', imageUrl, imageAlt = '', link, linkText, links = [], linkTexts = [] },
  span,
  level,
  isLead,
  isFirstPicture,
}: CardProps) {
  const Heading = `h${level}` as const;
  const [titleId, actionId] = [useId(), useId()];
  const hasAction = link !== undefined && Boolean(linkText);
  const isPictured = imageUrl !== undefined;
  const onward = link !== undefined && (
    <span className={styles.onward} aria-hidden="true">
      <span id={actionId}>{linkText}</span>
      <Icon name="arrow-right" size={20} />
    </span>
  );
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
        <Heading className={styles.title} {...(hasAction ? { 'aria-labelledby': titleId } : {})}>
          {link === undefined ? (
            card.title
          ) : (
            <SiteLink
              to={link}
              className={styles.target}
              {...(hasAction ? { 'aria-labelledby': `${titleId} ${actionId}` } : {})}
            >
              <span id={titleId}>{card.title}</span>
            </SiteLink>
          )}
        </Heading>
        {text !== '' && <HtmlContent html={text} under={level} className={styles.text} />}
        {links.length === 0 ? onward : <CardButtons links={links} texts={linkTexts} first={onward} />}
      </div>
    </article>
  );
}
