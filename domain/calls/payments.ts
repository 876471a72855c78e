import { FROM_LENGTH } from '../payments/paths.ts';
import { calls } from './call.ts';
import { ChargeableDepartment } from './departments.ts';
import { Type, type Static } from './type.ts';

const ENDPOINTS = ['request', 'ticket', 'order', 'topup'] as const;
const params = Type.Object({ endpoint: Type.Enum(ENDPOINTS) });
/** Of the charge: with it, people can pay for someone else. */
const key = Type.Optional(Type.String({ maxLength: 20 }));
/** The page of this site to which the payer returns after the payment. */
const from = Type.Optional(Type.String({ maxLength: FROM_LENGTH }));
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
/** What was due when the payer chose the amount: refused with 409 `payment.amount-changed` if it is another one. */
const dueCents = Type.Optional(Amount);
const STATES = ['due', 'processing', 'paid', 'void', 'notDue'] as const;

const Line = Type.Object({
  label: Type.String(),
  amountCents: Type.Integer(),
  kind: Type.Enum(['item', 'discount', 'tax'] as const),
});
export type PaymentLine = Static<typeof Line>;

const DepartmentApproval = Type.Object({
  state: Type.Enum(['requested', 'approved', 'declined', 'expired'] as const),
  balanceId: Type.Id,
  department: Type.String(),
  amountCents: Type.Count,
  /** Of the contact. */
  reason: Type.Nullable(Type.String()),
  /** Until when it can be approved or used. */
  expiresAt: Type.Nullable(Type.String()),
  /** It is for the amount that is due. */
  isCurrent: Type.Boolean(),
});

export const PaymentView = Type.Object({
  state: Type.Enum(STATES),
  /** Why nothing is due; null where something is. */
  reason: Type.Nullable(Type.String()),
  title: Type.String(),
  /** The page of what is paid for; null for people who pay for someone else. */
  path: Type.Nullable(Type.String()),
  isOwn: Type.Boolean(),
  lines: Type.Array(Line),
  amountCents: Type.Count,
  paidCents: Type.Count,
  dueCents: Type.Count,
  /** Of what was paid. */
  refundedCents: Type.Count,
  discountReason: Type.Nullable(Type.String()),
  /** Until when it can be paid; null without limit. */
  expiresAt: Type.Nullable(Type.String()),
  /** The payer's own balances in their spending order. */
  balances: Type.Array(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      kind: Type.String(),
      spendableCents: Type.Integer(),
      expiresOn: Type.Nullable(Type.Day),
    }),
  ),
  /** Those that the payer can charge. */
  departments: Type.Array(ChargeableDepartment),
  /** The request to charge a department, the last one. */
  approval: Type.Nullable(DepartmentApproval),
  /** Card payments are available. */
  hasCards: Type.Boolean(),
  /** Card payments charge no real card. */
  isTest: Type.Boolean(),
  receiptPath: Type.Nullable(Type.String()),
});
export type PaymentView = Static<typeof PaymentView>;

const PaymentState = Type.Object({
  state: Type.Enum(['created', 'open', 'captured', 'failed', 'expired', 'canceled'] as const),
  amountCents: Type.Count,
  /** It was received when nothing was due any more, and will be refunded. */
  isLate: Type.Boolean(),
});
export type PaymentState = Static<typeof PaymentState>;

/** What canceling does to the money, before it is confirmed. */
export const MoneyEffect = Type.Object({
  refundCents: Type.Count,
  /** Where it goes, and why nothing or less is refunded. */
  sentences: Type.Array(Type.String()),
});
export type MoneyEffect = Static<typeof MoneyEffect>;
/** The refund that the person has seen, by default none: refused with 409 `payment.effect-changed` if it is another one. */
export const SeenRefund = Type.Nullable(Type.Object({ refundCents: Type.Optional(Type.Count) }));

export const paymentCalls = calls({
  'GET /api/payment/:endpoint/:id': {
    kiosk: 'card',
    summary: 'The amount due, and how the caller can pay it',
    params,
    query: Type.Object({ key }),
    response: PaymentView,
  },
  'GET /api/payment/:endpoint/:id/cancel-effect': {
    kiosk: 'id',
    summary: 'The refund that the owner gets for canceling now',
    params,
    response: MoneyEffect,
  },
  'POST /api/payment/:endpoint/:id/balances': {
    kiosk: 'card',
    summary: 'Pays an amount from the caller’s balances',
    params,
    headers: ['Idempotency-Key'],
    body: Type.Object({ amountCents: Amount, dueCents, key }),
    response: PaymentView,
  },
  'POST /api/payment/:endpoint/:id/department': {
    summary: 'Charges an amount to the account of a department',
    params,
    headers: ['Idempotency-Key'],
    body: Type.Object({
      balanceId: Type.Id,
      amountCents: Amount,
      account: Type.Optional(Type.String({ maxLength: 120 })),
      key,
    }),
    response: PaymentView,
  },
  'POST /api/payment/:endpoint/:id/card': {
    summary: 'Begins or continues a card payment of the amount due',
    params,
    body: Type.Object({ key, from }),
    response: Type.Object({ paymentId: Type.Id, url: Type.String() }),
  },
  'POST /api/payment/:endpoint/:id/desk': {
    summary: 'The code for payment at the desk or by someone else',
    params,
    body: Type.Object({ key }),
    response: Type.Object({ code: Type.String(), path: Type.String() }),
  },
  'GET /api/payment/payments/:id': {
    summary: 'The state of a payment of the caller',
    response: PaymentState,
  },
  'POST /api/payment/topup': {
    summary: 'Chooses an amount to add to the caller’s balance',
    body: Type.Object({ amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000 }) }),
    response: Type.Object({ id: Type.Id }),
  },
});
