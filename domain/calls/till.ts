import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const ENDPOINTS = ['request', 'ticket', 'order', 'topup'] as const;
const METHODS = ['cash', 'deskCard'] as const;
/** Integer cents. */
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

const TillSession = Type.Object({
  id: Type.Id,
  till: Type.String(),
  hasTerminal: Type.Boolean(),
  openedAt: Type.Instant,
  floatCents: Type.Count,
});

export const TillState = Type.Object({
  /** The drawer that the caller has open. */
  session: Type.Nullable(TillSession),
  /** Values of coins and bills in cents, ascending. */
  denominations: Type.Array(Type.Count),
  tills: Type.Array(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      /** The usual float. */
      floatCents: Type.Count,
      /** The person who has it open; null for a closed drawer. */
      cashier: Type.Nullable(Type.String()),
    }),
  ),
});
export type TillState = Static<typeof TillState>;

const Match = Type.Object({
  userId: Type.Id,
  name: Type.String(),
  /** User name, or what was found: "Order 12". */
  detail: Type.String(),
  /** What the code or number stands for. */
  thing: Type.Nullable(Type.Object({ endpoint: Type.Enum(ENDPOINTS), id: Type.Id })),
});
export type TillMatch = Static<typeof Match>;

const Due = Type.Object({
  endpoint: Type.Enum(ENDPOINTS),
  id: Type.Id,
  title: Type.String(),
  lines: Type.Array(Type.String()),
  amountCents: Type.Count,
  paidCents: Type.Count,
  dueCents: Type.Count,
  /** Until when it can be paid; null without limit. */
  expiresAt: Type.Nullable(Type.String()),
  /** Its page in the administration; null without access. */
  path: Type.Nullable(Type.String()),
  /** An order that was made at the desk and is not paid, not even partly. */
  canRemove: Type.Boolean(),
});
export type TillDue = Static<typeof Due>;

export const TillCustomer = Type.Object({
  id: Type.Id,
  name: Type.String(),
  username: Type.String(),
  email: Type.Nullable(Type.String()),
  /** A customer without an account. */
  isGuest: Type.Boolean(),
  /** The caller: someone else must take the payment. */
  isOwn: Type.Boolean(),
  dues: Type.Array(Due),
  /** Paid orders that can be handed out. */
  pickups: Type.Array(
    Type.Object({
      id: Type.Id,
      summary: Type.String(),
      isReady: Type.Boolean(),
      shelf: Type.Nullable(Type.String()),
      path: Type.String(),
    }),
  ),
});
export type TillCustomer = Static<typeof TillCustomer>;

const Item = Type.Object({
  id: Type.Id,
  store: Type.String(),
  name: Type.String(),
  /** Its stock number. */
  sku: Type.String(),
  barcode: Type.Nullable(Type.String()),
  priceCents: Type.Count,
  /** What is left; null: unlimited. */
  available: Type.Nullable(Type.Count),
  /** The most that the person can buy over all orders; null: no limit. */
  limit: Type.Nullable(Type.Count),
  /** Of this limit. */
  bought: Type.Count,
});
export type TillItem = Static<typeof Item>;

const SaleItem = Type.Object({
  endpoint: Type.Enum(ENDPOINTS),
  id: Type.Id,
  /** At most what is due: less is a partial payment. */
  amountCents: Amount,
});

const SoldItem = Type.Object({
  endpoint: Type.Enum(ENDPOINTS),
  id: Type.Id,
  title: Type.String(),
  state: Type.Enum(['paid', 'part', 'refused'] as const),
  takenCents: Type.Count,
  /** Why nothing was taken. */
  code: Type.Nullable(Type.String()),
  reason: Type.Nullable(Type.String()),
  chargeId: Type.Nullable(Type.Id),
  receiptPath: Type.Nullable(Type.String()),
});
export type TillSoldItem = Static<typeof SoldItem>;

export const TillSale = Type.Object({
  items: Type.Array(SoldItem),
  takenCents: Type.Count,
  changeCents: Type.Count,
  /** What is due afterwards. */
  customer: TillCustomer,
});
export type TillSale = Static<typeof TillSale>;

const Totals = Type.Object({
  method: Type.Enum(METHODS),
  payments: Type.Count,
  paymentCents: Type.Integer(),
  refunds: Type.Count,
  refundCents: Type.Integer(),
});

export const TillReport = Type.Object({
  id: Type.Id,
  till: Type.String(),
  cashier: Type.String(),
  closedBy: Type.Nullable(Type.String()),
  timezone: Type.String(),
  openedAt: Type.Instant,
  /** Null while it is open: the expected amount is not shown before the count. */
  closedAt: Type.Nullable(Type.Instant),
  floatCents: Type.Integer(),
  totals: Type.Array(Totals),
  cashInCents: Type.Integer(),
  cashOutCents: Type.Integer(),
  firstCountCents: Type.Nullable(Type.Integer()),
  expectedCents: Type.Nullable(Type.Integer()),
  countedCents: Type.Nullable(Type.Integer()),
  differenceCents: Type.Nullable(Type.Integer()),
  note: Type.Nullable(Type.String()),
  /** Cash that went in or out with a reason. */
  moves: Type.Array(Type.Object({ at: Type.Instant, reason: Type.String(), amountCents: Type.Integer() })),
});
export type TillReport = Static<typeof TillReport>;

export const tillCalls = calls({
  'GET /api/till': {
    summary: "Till: the caller's open drawer, and the drawers that can be opened",
    response: TillState,
  },
  'GET /api/till/find': {
    summary: 'Till: people by a scanned code, a name or a number',
    query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 300 }) }),
    response: Type.Object({ matches: Type.Array(Match), notice: Type.Nullable(Type.String()) }),
  },
  'POST /api/till/guests': {
    summary: 'Till: a customer without an account, once per key; the account with this address if there is one',
    headers: ['Idempotency-Key'],
    body: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 120 })),
      /** For the receipt. */
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    }),
    response: TillCustomer,
  },
  'GET /api/till/customers/:id': {
    summary: 'Till: what a person has to pay, and what can be handed out',
    response: TillCustomer,
  },
  'POST /api/till/customers/:id/topup': {
    summary: 'Till: adds a balance top-up to what a person has to pay',
    body: Type.Object({ amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000 }) }),
    response: TillCustomer,
  },
  'GET /api/till/customers/:id/items': {
    summary: 'Till: what a person can buy in the stores',
    response: Type.Array(Item),
  },
  'POST /api/till/customers/:id/orders': {
    summary: 'Till: orders items for a person, once per key; they are reserved until they are paid',
    headers: ['Idempotency-Key'],
    body: Type.Object({
      lines: Type.Array(Type.Object({ itemId: Type.Id, quantity: Type.Integer({ minimum: 1, maximum: 10_000 }) }), {
        minItems: 1,
        maxItems: 50,
      }),
    }),
    response: TillCustomer,
  },
  'POST /api/till/customers/:id/orders/:orderId/remove': {
    summary: 'Till: removes an order that was made at the desk and is not paid',
    response: TillCustomer,
  },
  'POST /api/till/sales': {
    summary: 'Till: takes a payment, once per key',
    headers: ['Idempotency-Key'],
    body: Type.Object({
      customerId: Type.Id,
      items: Type.Array(SaleItem, { minItems: 1, maxItems: 50 }),
      method: Type.Enum(METHODS),
      /** The cash that the customer gave. */
      tenderedCents: Type.Optional(Amount),
      /** The number on the slip of the card terminal. */
      reference: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    response: TillSale,
  },
  'POST /api/till/receipts/:chargeId/email': {
    summary: 'Till: emails the receipt of a charge again',
  },
  'POST /api/till/count': {
    summary: 'Till: counts the cash in the caller’s drawer; returns the expected amount',
    body: Type.Object({ countedCents: Amount }),
    response: Type.Object({ expectedCents: Type.Integer(), differenceCents: Type.Integer() }),
  },
  'POST /api/till/close': {
    summary: 'Till: closes the caller’s drawer and records the difference',
    headers: ['Idempotency-Key'],
    body: Type.Object({
      countedCents: Amount,
      /** As the count returned it. */
      expectedCents: Type.Integer(),
      note: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    response: Type.Object({ id: Type.Id }),
  },
  'GET /api/till/sessions/:id': {
    summary: 'Till: the closing report of a session',
    response: TillReport,
  },
});
