import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { outstanding } from './order-rules.ts';
import { linesOf } from './order-states.ts';

/** Of lines, by id, how many items are collected and canceled from now on. The state of the order follows. */
export async function setCollection(
  { engine, clock }: Needs<'engine' | 'clock'>,
  tx: Tx,
  actor: Actor,
  order: Order,
  changes: ReadonlyMap<number, Pick<ValuesOf<'orderLines'>, 'collected' | 'canceled'>>,
): Promise<Order> {
  await engine.updateEach(tx, actor, 'orderLines', changes);
  const values = orderStateAfter(await linesOf(tx, order.id), clock.instant());
  return values === null ? order : engine.update(actor, 'orders', order.id, values, { tx, command: true });
}

/** Null: the state stays. */
function orderStateAfter(lines: readonly OrderLine[], now: string): ValuesOf<'orders'> | null {
  const isStarted = lines.some(({ collected }) => collected > 0);
  if (lines.some((line) => outstanding(line) > 0)) return isStarted ? { state: 'partlyCollected' } : null;
  return isStarted ? { state: 'collected', collectedAt: now } : { state: 'canceled', canceledAt: now };
}
