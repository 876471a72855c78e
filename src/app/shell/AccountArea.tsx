import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { loginPath } from '../../../domain/access/route-guard.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useStore } from '../createStore.ts';
import { buttonClass } from '../../ui/buttonClass.ts';
import { isKioskDevice, kioskStore } from '../kioskStore.ts';
import { modelStore } from '../modelStore.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';
import { unreadStore } from '../session/unreadMessages.ts';
import { themeItems } from '../theme/themeItems.ts';
import { themeStore } from '../theme/themeStore.ts';
import { useSession } from '../useSession.ts';
import { leaveAndLogOut } from './leaveAndLogOut.ts';
import { MenuBadge, useMenuName } from './MenuBadge.tsx';
import { useMenu } from './useMenu.ts';
import styles from './AccountArea.module.css';

const KioskArea = lazyComponent(() => import('../kiosk/KioskArea.tsx').then((module) => module.KioskArea));

const itemsModule = createLazyModule(() => import('./accountItems.tsx'));

export function AccountArea() {
  const { isLoggedIn, userName } = useSession();
  const isKiosk = isKioskDevice(useStore(kioskStore));
  const { displayName } = useStore(modelStore);
  if (isKiosk)
    return (
      <CodeBoundary>
        <KioskArea isLoggedIn={isLoggedIn} />
      </CodeBoundary>
    );
  return isLoggedIn && userName !== null ? <AccountMenu name={displayName ?? userName} /> : <VisitorArea />;
}

function VisitorArea() {
  const { pathname, search, hash } = useLocation();
  const chosen = useStore(themeStore);
  return (
    <>
      <Menu
        label="Appearance"
        align="end"
        items={themeItems(chosen)}
        trigger={(props) => (
          <button
            type="button"
            aria-label="Appearance"
            title="Appearance"
            className={buttonClass({ variant: 'quiet' }, true)}
            {...props}
          >
            <Icon name="sun-moon" />
          </button>
        )}
      />
      {pathname !== '/login' && (
        <ButtonLink to={loginPath(`${pathname}${search}${hash}`)} icon="log-in">
          <span className={styles.login}>Log in</span>
        </ButtonLink>
      )}
    </>
  );
}

function AccountMenu({ name }: { name: string }) {
  const chosen = useStore(themeStore);
  const { hasPassword } = useSession();
  const unread = useStore(unreadStore);
  const navigate = useNavigate();
  const menu = useMenu(false);
  const { module } = useLazyModule(itemsModule, false);
  useEffect(() => whenIdle(itemsModule.load), []);
  const label = `Account of ${name}`;
  const badge: MenuEntry = { label, roles: [], badge: 'unreadMessages' };
  const menuName = useMenuName(badge);
  return (
    <Menu
      label="Account"
      align="end"
      head={module && <module.AccountHead name={name} />}
      items={[
        ...(module?.pageItems(menu, unread, (to) => void navigate(to)) ?? []),
        ...themeItems(chosen),
        ...(module?.accountItems(hasPassword) ?? []),
        {
          key: 'logout',
          label: 'Log out',
          icon: 'log-out',
          onSelect: () => void leaveAndLogOut(),
        },
      ]}
      trigger={(props) => (
        <button
          type="button"
          className={styles.trigger}
          aria-label={menuName ?? label}
          {...props}
          // Before it opens, also again after a lost connection; beside the listeners that the menu has.
          onPointerOver={itemsModule.load}
          onPointerDown={itemsModule.load}
          onFocusCapture={itemsModule.load}
        >
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <MenuBadge entry={badge} isOnIcon />
          <span className={styles.name}>{name}</span>
          <Icon name="chevron-down" size={16} />
        </button>
      )}
    />
  );
}

function initialsOf(name: string): string {
  const text = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = text.length > 1 ? [text[0]?.charAt(0), text.at(-1)?.charAt(0)] : [text[0]?.slice(0, 2)];
  return letters.join('').toUpperCase();
}
