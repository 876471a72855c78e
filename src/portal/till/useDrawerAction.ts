import { useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { CommandDialog } from '../../actions/CommandDialog.tsx';
import { startedAction } from '../../actions/resourceActions.ts';
import { prompt } from '../../app/dialogs/prompts.tsx';
import { resourcesQuery } from '../../app/resourcesQuery.ts';

/** Runs a declared action of a till or of its session, after its question. */
export function useDrawerAction() {
  const client = useQueryClient();
  return async (resourceName: 'tills' | 'tillSessions', actionName: string, id: number): Promise<void> => {
    const { resources } = await client.ensureQueryData(resourcesQuery);
    const resource = resources.find(({ name }) => name === resourceName);
    const action = resource?.actions.find(({ name }) => name === actionName);
    if (resource === undefined || action === undefined) return;
    const props = { resource, ...startedAction(action, [id], []) };
    await prompt<boolean>((onAnswer) => createElement(CommandDialog, { ...props, onClose: onAnswer }));
    await client.invalidateQueries({ queryKey: ['/api/till'] });
  };
}
