import { KIOSK_PATH } from '../../../domain/access/route-guard.ts';
import { callApi } from '../../app/callApi.ts';
import { ApiError } from '../../app/ApiError.ts';
import { confirmModal, showModal } from '../../app/dialogs/modalQueue.ts';

/** Hands this screen over to the people who come, after a question. `waiting`: marks that are not sent yet. */
export function useHandOver(sessionId: number, waiting: number): () => void {
  const handOver = async (): Promise<void> => {
    if (waiting > 0) {
      const message = 'Some marks are not sent yet. Start self check-in once they are.';
      await showModal({ type: 'Information', header: 'Not now', message });
      return;
    }
    const isSure = await confirmModal({
      header: 'Start self check-in?',
      message: 'This browser is locked to check-in until you enter your password or someone logs out.',
      confirmButtonText: 'Start self check-in',
    });
    if (!isSure) return;
    try {
      await callApi('POST /api/events/self-check-in', { body: { instanceId: sessionId } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await showModal({ type: 'Error', header: 'Not started', message: error.message });
      return;
    }
    // Another document, so that nothing of the list stays in the browser's memory or one step back.
    window.location.replace(KIOSK_PATH);
  };
  return () => void handOver();
}
