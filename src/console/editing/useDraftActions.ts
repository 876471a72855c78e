import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { ActionEvents } from '../../actions/resourceActions.ts';
import type { StartedAction } from '../../actions/startedAction.ts';
import { useActions } from '../../actions/useActions.tsx';
import { localRefusal } from '../../app/ApiError.ts';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';

/** Runs declared actions on the record of a draft, which is saved first. */
export function useDraftActions(
  resource: ClientResource,
  saver: { flush: () => Promise<boolean> },
  events: ActionEvents,
): { start: (started: () => StartedAction) => void; dialog: ReactNode } {
  const { start, dialog } = useActions(resource, events);
  const { run } = useCommand(async (started: () => StartedAction) => {
    if (!(await saver.flush())) throw localRefusal('Your changes could not be saved, so nothing was done.');
    start(started());
  }, toastRefusal);
  return { start: (started) => void run(started), dialog };
}
