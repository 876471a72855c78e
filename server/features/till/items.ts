import type { TillCustomer, TillItem } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { canAccess } from '../../declarations/permission.ts';
import { problem } from '../../platform/problem.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { soldItems } from '../store/catalog.ts';
import { orderAtDesk, removeDeskOrder } from '../store/desk-orders.ts';
import type { Quantity } from '../store/stock.ts';
import { readCustomer } from './customer.ts';

/** What the person can buy: their groups decide what they see, and how many they can have. */
export async function itemsFor(services: CommandServices, actor: Actor, customerId: number): Promise<TillItem[]> {
  const customer = await customerOf(services, actor, customerId);
  const stores = await services.db.selectFrom('stores').select(['id', 'name']).execute();
  const names = new Map(stores.map(({ id, name }) => [id, name]));
  const items = await soldItems(services, services.db, customer);
  return items.map(({ storeId, description: _description, image: _image, imageAlt: _imageAlt, ...item }) => ({
    ...item,
    store: names.get(storeId) ?? '',
  }));
}

export async function orderItems(
  services: CommandServices,
  actor: Actor,
  customerId: number,
  { lines, key }: { lines: readonly Quantity[]; key: string },
): Promise<TillCustomer> {
  const customer = await customerOf(services, actor, customerId);
  await orderAtDesk(services, actor, { customer, lines, key });
  return readCustomer(services, actor, customerId);
}

export async function removeOrder(
  services: CommandServices,
  actor: Actor,
  customerId: number,
  id: number,
): Promise<TillCustomer> {
  await customerOf(services, actor, customerId);
  await removeDeskOrder(services, actor, { customerId, id });
  return readCustomer(services, actor, customerId);
}

/** The customer is someone else. 403 for callers who cannot order for others, 404 for accounts that they cannot read. */
async function customerOf(services: CommandServices, actor: Actor, id: number): Promise<Actor> {
  const { resolver } = services.engine;
  if (!canAccess(resolver.access(actor, resolver.resource('orders'), 'create')))
    throw ungranted(actor, 'You cannot order for other people.');
  await services.engine.get(actor, 'users', id);
  if (id === actor.id)
    throw problem(
      409,
      'till.own-order',
      'Not possible',
      'Someone else must sell to you. You can order in the web store.',
    );
  const customer = await actorOfAccount(services, id, '');
  if (customer === null) throw problem(409, 'till.no-account', 'Not possible', 'This account is disabled.');
  return customer;
}
