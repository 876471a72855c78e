import type { Pickup } from '../../../domain/calls/kiosk.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { pickUpOwnRequest, requestsToPickUp } from '../requests/own-pickup.ts';
import { ordersToPickUp, pickUpOwnOrder } from '../store/own-pickup.ts';

/** The person's own requests and orders that are ready. */
export async function pickups(services: CommandServices, actor: Actor): Promise<Pickup[]> {
  const userId = requireAccountId(actor);
  const [requests, orders] = await Promise.all([
    requestsToPickUp(services, services.db, userId),
    ordersToPickUp(services.db, userId),
  ]);
  return [...requests, ...orders];
}

export async function pickUpRequest(services: CommandServices, actor: Actor, id: number): Promise<void> {
  await services.engine.transaction((tx) => pickUpOwnRequest(services, tx, actor, id));
}

export async function pickUpOrder(services: CommandServices, actor: Actor, id: number): Promise<void> {
  await services.engine.transaction((tx) => pickUpOwnOrder(services, tx, actor, id));
}
