import { startedAction, type RecordRow, type StartedAction } from '../../../actions/startedAction.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Row } from '../../../../domain/declarations/model.ts';

/** The action that gives the session these values; null for accounts without it. */
export function startedChange(
  { actions }: ClientResource,
  name: 'change' | 'move',
  row: Row,
  values: Row,
): StartedAction | null {
  const action = actions.find((one) => one.name === name);
  const session = row as RecordRow;
  return action ? startedAction(action, [session.id], [session], { values }) : null;
}
