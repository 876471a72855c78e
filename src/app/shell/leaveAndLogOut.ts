import { ApiError } from '../ApiError.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { isKioskDevice } from '../kioskStore.ts';
import { ensureModel } from '../modelStore.ts';
import { confirmLeaving } from '../routing/navigationGuard.ts';
import { goTo } from '../routing/router.ts';
import { logout } from '../session/session.ts';
import { hasUnsaved } from '../unsaved.ts';

/** Logs out and returns to the home page, by way of the identity provider where one has opened the session; asks first when there are unsaved changes. */
export async function leaveAndLogOut(): Promise<void> {
  // Nothing waits for the person who leaves a kiosk.
  if (isKioskDevice()) return (await import('../kiosk/kioskSession.ts')).endKioskSession();
  return leaveBy(logout);
}

/** Ends the session by `end`, which resolves to the address to go on at. */
export async function leaveBy(end: () => Promise<string | null>): Promise<void> {
  if (hasUnsaved() && !(await confirmLeaving())) return;
  let goOnAt: string | null;
  try {
    goOnAt = await end();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    void showModal({ type: 'Error', header: 'You are still logged in', message: error.message });
    return;
  }
  if (goOnAt !== null) {
    window.location.assign(goOnAt);
    return;
  }
  await goTo('/');
  await ensureModel();
}
