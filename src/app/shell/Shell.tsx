import type { ReactNode } from 'react';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import { useStore } from '../createStore.ts';
import { ModalHost } from '../dialogs/ModalHost.tsx';
import { PageBackground } from '../theme/PageBackground.tsx';
import { pageLookStore } from '../pageLook.ts';
import { usePageViews } from '../tracking/usePageViews.ts';
import { SiteBanners } from './Banners.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { SideBar } from './SideBar.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { useSiteSettings } from '../siteSettings.ts';
import { useFavicon } from './useFavicon.ts';
import { useIsStaffPage } from './useIsStaffPage.ts';
import { useMenu } from './useMenu.ts';
import styles from './Shell.module.css';

/** The frame of every page. Both menus are always rendered; style sheets show one of them by width. */
export function Shell({ children }: { children: ReactNode }) {
  const settings = useSiteSettings();
  const look = useStore(pageLookStore);
  const isStaff = useIsStaffPage();
  const menu = useMenu(false);
  const phoneMenu = useMenu(true);
  useFavicon(settings.faviconURL);
  usePageViews();
  return (
    <>
      <a href="#main" className={styles.skip} onClick={skipToMain}>
        Skip to content
      </a>
      <PageBackground look={look} settings={settings} />
      <Header isStaff={isStaff} />
      <div className={styles.frame} data-staff={isStaff}>
        <SideBar menu={menu} />
        <div className={styles.column}>
          <SiteBanners settings={settings} isStaff={isStaff} />
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          {!isStaff && <SiteFooter settings={settings} />}
        </div>
      </div>
      <BottomBar menu={phoneMenu} />
      <RouteAnnouncer />
      <ModalHost />
      <ToastRegion />
    </>
  );
}

/** Leaves the address unchanged, because a fragment would count as a navigation. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
