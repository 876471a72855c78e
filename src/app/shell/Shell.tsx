import type { ReactNode } from 'react';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useStore } from '../createStore.ts';
import { isKioskDevice, kioskStore } from '../kioskStore.ts';
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
import { ToastHost } from './ToastHost.tsx';
import { useSiteSettings } from '../siteSettings.ts';
import { useFavicon } from './useFavicon.ts';
import { useIsStaffPage } from './useIsStaffPage.ts';
import { useMenu } from './useMenu.ts';
import styles from './Shell.module.css';

const KioskFrame = lazyComponent(() => import('../kiosk/KioskFrame.tsx').then((module) => module.KioskFrame));

/** The frame of every page. Both menus are always rendered; style sheets show one of them by width. */
export function Shell({ children }: { children: ReactNode }) {
  const settings = useSiteSettings();
  const look = useStore(pageLookStore);
  const isKiosk = isKioskDevice(useStore(kioskStore));
  const hasNav = !isKiosk || settings.showAnyNav;
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
      <Header isStaff={isStaff} hasNav={hasNav} />
      <div className={styles.frame} data-staff={isStaff} data-nav={hasNav}>
        {hasNav && <SideBar menu={menu} />}
        <div className={styles.column}>
          <SiteBanners settings={settings} isStaff={isStaff || isKiosk} />
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          {!isStaff && !isKiosk && <SiteFooter settings={settings} />}
        </div>
      </div>
      {hasNav && <BottomBar menu={phoneMenu} />}
      <RouteAnnouncer />
      {isKiosk && (
        <CodeBoundary>
          <KioskFrame />
        </CodeBoundary>
      )}
      <ModalHost />
      <ToastHost />
    </>
  );
}

/** Leaves the address unchanged, because a fragment would count as a navigation. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
