import { showToast, UNDO_TIME } from './toasts.ts';

/**
 * Reports a change and offers to undo it. `undo` rejects with the reason for which it failed. `time`: how long, in milliseconds.
 * Returns the notification's id.
 */
export function showUndoable(text: string, undo: () => Promise<unknown>, time = UNDO_TIME): number {
  const revert = () =>
    void undo().then(
      () => showToast('Undone'),
      (error: unknown) =>
        showToast(error instanceof Error ? error.message : 'It could not be undone.', { tone: 'error' }),
    );
  return showToast(text, { action: { label: 'Undo', onSelect: revert }, time });
}
