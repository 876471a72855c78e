import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './classNames.ts';
import styles from './Tabs.module.css';

export interface TabLinksProps {
  label: string;
  tabs: readonly { key: string; label: string; to: LinkProps['to'] }[];
  selected: string;
  className?: string | undefined;
}

/** Tabs whose selection is in the address: links look like `Tabs`, and the browser can go back to them. */
export function TabLinks({ label, tabs, selected, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className={classNames(styles.list, className)}>
      {tabs.map(({ key, label: text, to }) => (
        <Link key={key} to={to} className={styles.tab} aria-current={key === selected ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
