import { SYSTEM, type Actor } from '../../../domain/actor.ts';
import { canAccessField } from '../../../domain/permission.ts';
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

/**
 * Which fields of this request the permission rules let this person read. The row as it is seen does not tell: what may not be read in
 * it, and may in another, is null there.
 */
export async function readableIn(
  { engine }: Services,
  actor: Actor,
  id: number,
): Promise<(...fields: string[]) => boolean> {
  const whole = await engine.get(SYSTEM, 'submissions', id);
  const { access } = engine.gate.view(actor, engine.gate.resource('submissions'));
  return (...fields) => fields.every((field) => canAccessField(access, field, whole));
}
