import { useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { CommandDialog } from '../../actions/CommandDialog.tsx';
import { startedAction } from '../../actions/resourceActions.ts';
import { prompt } from '../../app/dialogs/prompts.tsx';
import { resourcesQuery } from '../../app/resourcesQuery.ts';
import { showToast } from '../../ui/toasts.ts';

/** Runs a declared action of a till, its session, or an order, after its question. */
export function useDeskAction() {
  const client = useQueryClient();
  return async (resourceName: 'tills' | 'tillSessions' | 'orders', actionName: string, id: number): Promise<void> => {
    const { resources } = await client.ensureQueryData(resourcesQuery);
    const resource = resources.find(({ name }) => name === resourceName);
    const action = resource?.actions.find(({ name }) => name === actionName);
    if (resource === undefined || action === undefined) {
      showToast('You do not have permission to do this.', { tone: 'error' });
      return;
    }
    const props = { resource, ...startedAction(action, [id], []) };
    await prompt<boolean>((onAnswer) => createElement(CommandDialog, { ...props, onClose: onAnswer }));
    await client.invalidateQueries({ queryKey: ['/api/till'] });
  };
}
