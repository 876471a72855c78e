import type { Actor } from '../../../domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** Those of the requests that the permission rules let this person see. */
export async function visibleIds(
  services: Services,
  actor: Actor,
  ids: readonly number[],
  tx?: Tx,
): Promise<Set<number>> {
  const wanted = [...new Set(ids)];
  const { rows } = await services.engine.list(actor, 'submissions', { filter: { id: wanted }, ...(tx ? { tx } : {}) });
  return new Set(rows.map((row) => row.id));
}
