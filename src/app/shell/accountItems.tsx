import type { MenuEntry } from '../../../domain/declarations/site.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { countsUnread } from '../menuEntries.ts';
import { logoutEverywhere } from '../session/session.ts';
import { useModel } from '../useModel.ts';
import { useSession } from '../useSession.ts';
import { leaveBy } from './leaveAndLogOut.ts';
import { MenuBadge } from './MenuBadge.tsx';
import styles from './AccountArea.module.css';

/** Whose account it is, and the roles that it was given. */
export function AccountHead({ name: displayName }: { name: string }) {
  const { roles: declared } = useModel();
  const { roles } = useSession();
  const labels = declared
    .filter(({ name, implicit }) => implicit === undefined && roles.includes(name))
    .map(({ label }) => label);
  return (
    <>
      <div className={styles.who}>{displayName}</div>
      <div className={styles.roles}>{labels.length === 0 ? 'No special role' : labels.join(', ')}</div>
    </>
  );
}

/** The pages of the sections that the menu declares for the account. */
export function pageItems(menu: readonly MenuEntry[], unread: number, open: (to: string) => void): MenuItem[] {
  return menu
    .filter(({ inAccountMenu }) => inAccountMenu)
    .flatMap(({ entries = [] }) => entries)
    .filter(({ action }) => action === undefined)
    .map((entry) => ({
      key: entry.label,
      label: (
        <span className={styles.page}>
          {entry.label}
          <MenuBadge entry={entry} />
          {unread > 0 && countsUnread(entry) && <span className="visually-hidden"> {unread} unread</span>}
        </span>
      ),
      icon: entry.icon ?? 'circle',
      onSelect: () => open(entry.to ?? '/'),
    }));
}

/** What acts on the account, before Log out. */
export function accountItems(hasPassword: boolean): MenuItem[] {
  return [
    ...(hasPassword
      ? [{ key: 'password', label: 'Change password', icon: 'lock', divided: true, onSelect: changePassword }]
      : []),
    {
      key: 'logout-everywhere',
      label: 'Log out everywhere',
      icon: 'log-out',
      divided: !hasPassword,
      onSelect: () => void leaveAndLogOutEverywhere(),
    },
  ];
}

function changePassword(): void {
  import('../session/PasswordForm.tsx').then(
    ({ askForNewPassword }) => askForNewPassword(),
    () => showToast('The form could not be loaded. Check your connection and try again.', { tone: 'error' }),
  );
}

async function leaveAndLogOutEverywhere(): Promise<void> {
  const { actionTaken } = await showModal({
    type: 'Confirmation',
    header: 'Log out everywhere?',
    message: 'You will be logged out on all devices. Unsaved work is lost.',
    confirmButtonText: 'Log out everywhere',
  });
  if (actionTaken === 'Confirm') await leaveBy(logoutEverywhere);
}
