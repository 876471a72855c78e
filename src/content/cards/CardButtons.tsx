import type { ReactNode } from 'react';
import { isPageHref, linkHref } from '../../../domain/values/links.ts';
import { isReachable } from '../../app/menuEntries.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { useAccess } from '../../app/useAccess.ts';
import { buttonClass } from '../../ui/buttonClass.ts';
import { classNames } from '../../ui/classNames.ts';
import styles from './CardButtons.module.css';

interface CardButtonsProps {
  /** Parallel lists, as in CardData. */
  links: readonly string[];
  texts: readonly string[];
  first: ReactNode;
}

/** Links of a card as buttons, without those to a path that this site does not have or that the reader may not open. */
export function CardButtons({ links, texts, first }: CardButtonsProps) {
  const reach = useAccess();
  const isOpen = (link: string) => {
    const href = linkHref(link);
    return href !== null && (!isPageHref(href) || isReachable(href, reach));
  };
  return (
    <div className={styles.buttons}>
      {first}
      {links.map(
        (link, index) =>
          isOpen(link) && (
            <SiteLink
              key={index}
              to={link}
              className={classNames(buttonClass({ variant: 'secondary', size: 'large' }), styles.button)}
            >
              {texts[index] ?? link}
            </SiteLink>
          ),
      )}
    </div>
  );
}
