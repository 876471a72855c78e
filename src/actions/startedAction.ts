import type { ClientAction } from '../../domain/declarations/actions.ts';
import type { Row } from '../../domain/declarations/model.ts';

export type Id = string | number;
export type Ids = readonly Id[];
export type RecordRow = Row & { id: Id };

/** An action, and the records with which it is run. */
export interface StartedAction {
  action: ClientAction;
  ids: Ids;
  /** By id, what its caller has seen in the field that must be unchanged. */
  seen?: Row | undefined;
  /** Inputs that are given, not asked for. */
  inputs?: Row | undefined;
}

/** The action for these records, as its caller sees them. */
export function startedAction(action: ClientAction, ids: Ids, rows: readonly RecordRow[], inputs?: Row): StartedAction {
  const { unchanged } = action;
  if (unchanged === undefined) return { action, ids, inputs };
  const seen = rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, row[unchanged] ?? null] as const);
  return { action, ids, inputs, seen: Object.fromEntries(seen) };
}
