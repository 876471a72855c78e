import { useQueryClient } from '@tanstack/react-query';
import type { TillCustomer } from '../../../domain/calls/till.ts';
import { customerQuery } from './customerQuery.ts';
import { useTillAction } from './useTillAction.ts';

/** Hands out paid orders of a customer, after the question of the action. */
export function useHandOut({ id: customerId, isOwn, pickups }: Pick<TillCustomer, 'id' | 'isOwn' | 'pickups'>) {
  const client = useQueryClient();
  const runAction = useTillAction();
  const handOut = async (id: number): Promise<void> => {
    await runAction('orders', 'handOut', id);
    await client.invalidateQueries({ queryKey: customerQuery(customerId).queryKey });
  };
  const run = (id: number): void => void handOut(id);
  const [pickup] = pickups;
  return {
    run,
    /** For the key. */
    first: (): void => {
      if (pickup !== undefined && !isOwn) run(pickup.id);
    },
  };
}
