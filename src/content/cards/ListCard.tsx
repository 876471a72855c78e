import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { classNames } from '../../ui/classNames.ts';
import { HtmlContent } from './HtmlContent.tsx';
import type { CardProps } from './cardProps.ts';
import styles from './cards.module.css';

export function ListCard({
  card,
  data: { text = '', items = [], links = [], linkTexts = [] },
  span,
  level,
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={classNames(styles.card, styles[span])}>
      <div className={styles.body}>
        <Heading className={styles.title}>{card.title}</Heading>
        {text !== '' && <HtmlContent html={text} under={level} className={styles.text} />}
        {items.length + links.length > 0 && (
          <ul className={styles.list}>
            {items.map((item, index) => (
              <li key={index} className={styles.entry}>
                {item}
              </li>
            ))}
            {links.map((link, index) => (
              <li key={index}>
                <SiteLink to={link} className={styles.entry}>
                  <span>{linkTexts[index] ?? link}</span>
                  <Icon name="arrow-right" size={18} className={styles.arrow} />
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
