import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { prompt } from '../app/dialogs/prompts.tsx';
import { resourcesQuery } from '../app/resourcesQuery.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { showToast } from '../ui/toasts.ts';
import type { RecordRow } from './startedAction.ts';

const RecordCommand = lazyComponent(() => import('./RecordCommand.tsx').then((module) => module.RecordCommand));

export interface NamedAction {
  resource: string;
  action: string;
  records: readonly RecordRow[];
}

/** Runs a declared action of records, after its question, from a page of another kind. False when it was not run. Throws ApiError. */
export async function runRecordCommand(client: QueryClient, named: NamedAction): Promise<boolean> {
  const { resources } = await client.ensureQueryData(resourcesQuery);
  const resource = resources.find(({ name }) => name === named.resource);
  const action = resource?.actions.find(({ name }) => name === named.action);
  if (resource === undefined || action === undefined) {
    showToast('You do not have permission to do this.', { tone: 'error' });
    return false;
  }
  const { records } = named;
  const isDone = await prompt<boolean>((onAnswer) =>
    createElement(RecordCommand, { resource, action, records, onClose: onAnswer }),
  );
  return isDone === true;
}
