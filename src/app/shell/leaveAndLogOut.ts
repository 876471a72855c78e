import { ApiError } from '../ApiError.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { ensureModel } from '../model/modelStore.ts';
import { mayLeave } from '../routing/passage.ts';
import { goTo } from '../routing/router.ts';
import { logout } from '../session/session.ts';
import { hasUnsaved } from '../unsaved.ts';

/** Logs out and goes home; asks first when something unsaved would be lost. */
export async function leaveAndLogOut(): Promise<void> {
  if (hasUnsaved() && !(await mayLeave())) return;
  try {
    await logout();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    void showModal({ type: 'Error', header: 'You are still logged in', message: error.message });
    return;
  }
  await goTo('/');
  await ensureModel();
}
