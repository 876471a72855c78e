import type { Actor } from '../../domain/declarations/actor.ts';
import { type ListQuery, MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import type { Tx } from '../platform/database.ts';
import type { AccessResolver } from './access-resolver.ts';
import { ungranted } from './refusals.ts';
import type { Page } from './row-reader.ts';

/** How a feature notifies people of changes of a resource's rows. */
export interface ChangeNotices {
  /** How many people the values would notify. The caller can read these rows. */
  count: (actor: Actor, ids: readonly number[], values: Row) => Promise<number>;
  /** Adds a text to the messages about the changes of the transaction. */
  addNote: (tx: Tx, text: string) => void;
}

/** The part of the engine that counting needs. */
interface NotifyingRows {
  resolver: AccessResolver;
  changeNotices: ReadonlyMap<string, ChangeNotices>;
  list: (actor: Actor, name: string, query: ListQuery) => Promise<Page>;
}

/** How many people a change of several rows would notify. */
export async function countNotified(
  engine: NotifyingRows,
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
