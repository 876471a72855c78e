import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo, type LogoFiles, type LogoForm } from './Logo.tsx';
import styles from './HeaderBar.module.css';

export interface HeaderBarProps {
  settings: LogoFiles;
  productName: string;
  isLocked: boolean;
  /** Forces this form of the logo at any window width, for previews. */
  form?: LogoForm;
  /** Where the logo leads. Default: the home page. */
  home?: string;
  children?: ReactNode;
}

export function HeaderBar({ settings, productName, isLocked, form, home = '/', children }: HeaderBarProps) {
  return (
    <div className={styles.bar} data-locked={isLocked}>
      <Link to={home} className={styles.logo} aria-label={`${productName}, home`}>
        <Logo files={settings} productName={productName} isLocked={isLocked} form={form} />
      </Link>
      {children}
    </div>
  );
}
