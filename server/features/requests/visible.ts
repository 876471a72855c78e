import { capacityOf, relationOf } from './relation.ts';
import { submissionRows } from './rows.ts';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { canAccessField } from '../../declarations/permission.ts';
import type { Tx } from '../../platform/database.ts';
import type { Needs, RowServices } from '../../services.ts';

export async function visibleIds(
  services: Needs<'engine'>,
  actor: Actor,
  ids: readonly number[],
  tx?: Tx,
): Promise<Set<number>> {
  const wanted = [...new Set(ids)];
  const { rows } = await services.engine.list(actor, 'submissions', { filter: { id: wanted }, ...(tx ? { tx } : {}) });
  return new Set(rows.map((row) => row.id));
}

/**
 * The fields of this request that the person may read. The projected row cannot tell: a field that is readable only in other rows is
 * null.
 */
export async function readableIn(
  { engine }: Needs<'engine'>,
  actor: Actor,
  id: number,
): Promise<(...fields: string[]) => boolean> {
  const whole = await engine.get(SYSTEM, 'submissions', id);
  const { access } = engine.resolver.view(actor, engine.resolver.resource('submissions'));
  return (...fields) => fields.every((field) => canAccessField(access, field, whole));
}

/** Whether the person sees this request and the conversation about it: its customer, and staff. */
export async function canJoinConversation(services: RowServices, actor: Actor, id: number): Promise<boolean> {
  if (!(await visibleIds(services, actor, [id])).has(id)) return false;
  const [row] = await submissionRows(services.db, [id]);
  if (!row || capacityOf(relationOf(actor, row.submittedById)) === null) return false;
  return (await readableIn(services, actor, id))('data');
}
