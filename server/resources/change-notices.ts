import type { Actor } from '../../domain/declarations/actor.ts';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import type { Tx } from '../platform/database.ts';
import type { Engine } from './engine.ts';
import { ungranted } from './refusals.ts';

/** How a feature notifies people of changes of a resource's rows. */
export interface ChangeNotices {
  /** How many people the values would notify. The caller can read these rows. */
  count: (actor: Actor, ids: readonly number[], values: Row) => Promise<number>;
  /** Adds a text to the messages about the changes of the transaction. */
  addNote: (tx: Tx, text: string) => void;
}

/** How many people a change of several rows would notify. */
export async function countNotified(
  engine: Engine,
  actor: Actor,
  name: string,
  { ids, data }: { ids: readonly (string | number)[]; data: Row },
): Promise<number> {
  const resource = engine.resolver.resource(name);
  if (!canAccess(engine.resolver.access(actor, resource, 'update')))
    throw ungranted(actor, `You cannot change ${resource.config.label}.`);
  const { rows } = await engine.list(actor, name, { filter: { id: [...ids] }, range: [0, MAX_ROWS - 1] });
  const notices = engine.changeNotices.get(name);
  return notices === undefined
    ? 0
    : notices.count(
        actor,
        rows.map((row) => Number((row as Row)['id'])),
        data,
      );
}
