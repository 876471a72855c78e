import { useState, type ReactNode } from 'react';
import type { ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import { toastRefusal, useCommand } from '../app/useCommand.ts';
import { useAsksBefore, useRunAction, type ActionEvents } from './resourceActions.ts';
import type { StartedAction } from './startedAction.ts';
import { CommandDialog } from './CommandDialog.tsx';

/** Runs actions, after their question where they have one. `dialog` is that question. */
export function useActions(
  resource: ClientResource,
  events: ActionEvents = {},
): { start: (started: StartedAction) => void; running: ClientAction | null; dialog: ReactNode } {
  const [asking, setAsking] = useState<StartedAction | null>(null);
  const runAction = useRunAction(resource, events);
  const asksBefore = useAsksBefore(resource);
  const { run, runningWith } = useCommand(async (started: StartedAction) => {
    if (await asksBefore(started)) setAsking(started);
    else {
      await runAction(started);
      events.onDone?.(started.action);
    }
  }, toastRefusal);
  return {
    start: (started) => (started.action.asks === true ? setAsking(started) : void run(started)),
    running: runningWith?.[0].action ?? null,
    dialog: asking && <CommandDialog resource={resource} {...asking} {...events} onClose={() => setAsking(null)} />,
  };
}
