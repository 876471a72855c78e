import { useModel } from '../useModel.ts';
import { useSession } from '../useSession.ts';
import { HeaderSearch } from '../search/HeaderSearch.tsx';
import { useStore } from '../createStore.ts';
import { kioskStore } from '../kioskStore.ts';
import { AccountArea } from './AccountArea.tsx';
import { HeaderBar } from './HeaderBar.tsx';
import { MegaMenu } from './megamenu/MegaMenu.tsx';
import { useSiteSettings } from '../siteSettings.ts';
import { useHeaderLock } from './useHeaderLock.ts';
import styles from './Header.module.css';

/** `isStaff`: low from the start, on staff pages. */
export function Header({ isStaff, hasNav }: { isStaff: boolean; hasNav: boolean }) {
  const isScrolled = useHeaderLock();
  const isLocked = isStaff || isScrolled;
  const { site } = useModel();
  const { kioskSession } = useSession();
  const settings = useSiteSettings();
  const device = useStore(kioskStore);
  const home = device?.kind === 'kiosk' ? `/centers/view/${device.center.id}` : '/';
  return (
    <div className={styles.room} data-staff={isStaff}>
      <header className={styles.header} data-locked={isLocked}>
        <HeaderBar settings={settings} productName={site.productName} isLocked={isLocked} home={home}>
          {settings.showBookstackSearch && !kioskSession && <HeaderSearch />}
          <div className={styles.end}>
            {hasNav && <MegaMenu />}
            <AccountArea />
          </div>
        </HeaderBar>
      </header>
    </div>
  );
}
