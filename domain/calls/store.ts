import { calls } from './call.ts';
import { SeenRefund } from './payments.ts';
import { Type, type Static } from './type.ts';

const Quantity = Type.Integer({ minimum: 0, maximum: 10_000 });

const StoreItem = Type.Object({
  id: Type.Id,
  name: Type.String(),
  description: Type.Nullable(Type.String()),
  image: Type.Nullable(Type.String()),
  imageAlt: Type.Nullable(Type.String()),
  priceCents: Type.Count,
  /** What is left; null: unlimited. */
  available: Type.Nullable(Type.Count),
  /** The most that the person can buy over all orders; null: no limit. */
  limit: Type.Nullable(Type.Count),
  /** Of this limit. */
  bought: Type.Count,
});
export type StoreItem = Static<typeof StoreItem>;

const CartLine = Type.Object({ itemId: Type.Id, storeId: Type.Id, name: Type.String(), quantity: Type.Count });
export type CartLine = Static<typeof CartLine>;

const OpenStore = Type.Object({
  id: Type.Id,
  name: Type.String(),
  description: Type.Nullable(Type.String()),
  /** Where people pick up their orders. */
  locationId: Type.Nullable(Type.Id),
  place: Type.Nullable(Type.String()),
  items: Type.Array(StoreItem),
  /** An order of the person that is not paid. */
  unpaid: Type.Nullable(Type.Object({ id: Type.Id, summary: Type.String(), expiresAt: Type.Nullable(Type.Instant) })),
});
export type OpenStore = Static<typeof OpenStore>;

const Storefront = Type.Object({ stores: Type.Array(OpenStore), cart: Type.Array(CartLine) });
export type Storefront = Static<typeof Storefront>;

const OrderLine = Type.Object({
  name: Type.String(),
  quantity: Type.Count,
  unitCents: Type.Count,
  collected: Type.Count,
  returned: Type.Count,
  canceled: Type.Count,
});

const OwnOrder = Type.Object({
  id: Type.Id,
  state: Type.Enum(['open', 'placed', 'ready', 'partlyCollected', 'collected', 'canceled', 'expired']),
  store: Type.String(),
  locationId: Type.Nullable(Type.Id),
  place: Type.Nullable(Type.String()),
  contactEmail: Type.Nullable(Type.String()),
  lines: Type.Array(OrderLine),
  totalCents: Type.Count,
  /** Null where nothing can be picked up. */
  pickupCode: Type.Nullable(Type.String()),
  /** While it is ready. */
  shelf: Type.Nullable(Type.String()),
  createdAt: Type.Instant,
  expiresAt: Type.Nullable(Type.Instant),
  reason: Type.Nullable(Type.String()),
  canCancel: Type.Boolean(),
});
export type OwnOrder = Static<typeof OwnOrder>;

export const storeCalls = calls({
  'GET /api/store': { summary: 'Web store: stores, their items, and the cart of the person', response: Storefront },
  'PUT /api/store/cart/:itemId': {
    summary: 'Web store: sets the quantity of an item in the cart; 0 removes it',
    body: Type.Object({ quantity: Quantity }),
    response: Type.Array(CartLine),
  },
  'POST /api/store/:storeId/orders': {
    summary: 'Web store: orders the items in the cart, and reserves them until they are paid',
    headers: ['Idempotency-Key'],
    /** The total that the person has seen: prices are the server’s. */
    body: Type.Object({ totalCents: Type.Count }),
    response: Type.Object({ id: Type.Id, isPaid: Type.Boolean() }),
    status: 201,
  },
  'GET /api/store/orders': {
    summary: 'Web store: the caller’s orders, newest first',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) }),
    response: Type.Array(OwnOrder),
  },
  'POST /api/store/orders/:id/cancel': {
    summary: 'Web store: cancels an order of the caller',
    body: SeenRefund,
    response: OwnOrder,
  },
});
