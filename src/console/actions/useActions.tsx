import { useState, type ReactNode } from 'react';
import type { ClientAction } from '../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';
import { useRunAction, type ActionEvents, type Ids } from './actionCalls.ts';
import { CommandDialog } from './CommandDialog.tsx';

export interface StartedAction {
  action: ClientAction;
  ids: Ids;
}

/** Runs actions, after their question where they have one. `dialog` is that question. */
export function useActions(
  resource: ClientResource,
  events: ActionEvents = {},
): { start: (started: StartedAction) => void; running: ClientAction | null; dialog: ReactNode } {
  const [asking, setAsking] = useState<StartedAction | null>(null);
  const runAction = useRunAction(resource, events.onUndone);
  const { run, runningWith } = useCommand(async ({ action, ids }: StartedAction) => {
    await runAction(action, ids);
    events.onDone?.(action);
  }, toastRefusal);
  return {
    start: (started) => (started.action.asks ? setAsking(started) : void run(started)),
    running: runningWith?.[0].action ?? null,
    dialog: asking && <CommandDialog resource={resource} {...asking} {...events} onClose={() => setAsking(null)} />,
  };
}
