import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { buttonClass } from '../../ui/buttonClass.ts';
import { classNames } from '../../ui/classNames.ts';
import { HtmlContent } from './HtmlContent.tsx';
import type { CardProps } from './cardProps.ts';
import styles from './cards.module.css';

export function ActionCard({ card, data: { text = '', link = '', linkText = '' }, span, level }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={classNames(styles.card, styles[span], styles.action)}>
      <div className={styles.body}>
        <Heading className={styles.title}>{card.title}</Heading>
        {text !== '' && <HtmlContent html={text} under={level} className={styles.text} />}
      </div>
      {link !== '' && (
        <div className={styles.foot}>
          <SiteLink to={link} className={classNames(buttonClass({ variant: 'primary', size: 'large' }), styles.button)}>
            {linkText === '' ? card.title : linkText}
          </SiteLink>
        </div>
      )}
    </article>
  );
}
