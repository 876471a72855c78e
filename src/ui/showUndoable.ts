import { showToast, UNDO_TIME } from './toasts.ts';

/** Says that a change is made, and offers to take it back. `undo` rejects with why it is not. Returns the id of the notification. */
export function showUndoable(text: string, undo: () => Promise<unknown>): number {
  const takeBack = () =>
    void undo().then(
      () => showToast('Taken back'),
      (error: unknown) =>
        showToast(error instanceof Error ? error.message : 'It was not taken back.', { tone: 'error' }),
    );
  return showToast(text, { action: { label: 'Undo', onSelect: takeBack }, time: UNDO_TIME });
}
