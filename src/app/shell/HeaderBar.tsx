import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo, type LogoFiles, type LogoForm } from './Logo.tsx';
import styles from './HeaderBar.module.css';

export interface HeaderBarProps {
  settings: LogoFiles;
  productName: string;
  isLocked: boolean;
  /** Shows this form of the logo whatever the window's width: for previews. */
  form?: LogoForm;
  /** Search, menus and account, behind the logo. */
  children?: ReactNode;
}

/** The header's content in its two heights. Where it stands on the page is its surroundings' matter. */
export function HeaderBar({ settings, productName, isLocked, form, children }: HeaderBarProps) {
  return (
    <div className={styles.bar} data-locked={isLocked}>
      <Link to="/" className={styles.logo} aria-label={`${productName}, home`}>
        <Logo files={settings} productName={productName} isLocked={isLocked} form={form} />
      </Link>
      {children}
    </div>
  );
}
