import { classNames } from '../../ui/classNames.ts';
import { HtmlContent } from './HtmlContent.tsx';
import type { CardProps } from './cardProps.ts';
import styles from './cards.module.css';

export function RawHtmlCard({ card, data: { text = '' }, span, level }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={classNames(styles.card, styles[span])}>
      <div className={styles.body}>
        <Heading className={styles.title}>{card.title}</Heading>
        <HtmlContent html={text} under={level} hasFrames className={styles.text} />
      </div>
    </article>
  );
}
