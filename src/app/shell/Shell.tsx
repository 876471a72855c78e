import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { classNames } from '../../ui/classNames.ts';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import { ModalHost } from '../dialogs/ModalHost.tsx';
import { NavigationGuard } from '../routing/NavigationGuard.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { SideBar } from './SideBar.tsx';
import { useDisplayMode } from './useDisplayMode.ts';
import { useMenu } from './useMenu.ts';
import styles from './Shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const isMobile = useDisplayMode() === 'Mobile';
  const menu = useMenu(isMobile);
  return (
    <>
      <a href="#main" className={styles.skip} onClick={skipToMain}>Skip to the page</a>
      <Header />
      <div className={classNames(styles.frame, isMobile && styles.noSide)}>
        {!isMobile && <SideBar menu={menu} />}
        <main id="main" tabIndex={-1} className={styles.main}>{children}</main>
      </div>
      {isMobile && <BottomBar menu={menu} />}
      <RouteAnnouncer />
      <NavigationGuard />
      <ScrollRestoration />
      <ModalHost />
      <ToastRegion />
    </>
  );
}

/** The address stays as it is: a fragment would count as a navigation. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
