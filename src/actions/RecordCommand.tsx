import type { ClientAction } from '../../domain/declarations/actions.ts';
import { CommandDialog, type CommandDialogProps } from './CommandDialog.tsx';
import { startedAction, type RecordRow } from './startedAction.ts';

export interface RecordCommandProps extends Pick<CommandDialogProps, 'resource' | 'onClose'> {
  action: ClientAction;
  records: readonly RecordRow[];
}

/** An action's dialog for records, for pages that load it only when it is run. */
export function RecordCommand({ resource, onClose, action, records }: RecordCommandProps) {
  const ids = records.map(({ id }) => id);
  return <CommandDialog {...startedAction(action, ids, records)} resource={resource} onClose={onClose} />;
}
