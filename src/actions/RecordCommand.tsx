import type { ClientAction } from '../../domain/declarations/actions.ts';
import { CommandDialog, type CommandDialogProps } from './CommandDialog.tsx';
import { startedAction, type RecordRow } from './startedAction.ts';

export interface RecordCommandProps extends Pick<CommandDialogProps, 'resource' | 'onClose'> {
  action: ClientAction;
  record: RecordRow;
}

/** An action's dialog for one record, for pages that load it only when it is run. */
export function RecordCommand({ resource, onClose, action, record }: RecordCommandProps) {
  return <CommandDialog {...startedAction(action, [record.id], [record])} resource={resource} onClose={onClose} />;
}
