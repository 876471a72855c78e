import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const ReceiptLine = Type.Object({
  label: Type.String(),
  /** Negative for discounts. */
  amountCents: Type.Integer(),
  kind: Type.Enum(['item', 'discount', 'tax']),
});

const ReceiptPayment = Type.Object({
  /** "Card". */
  method: Type.String(),
  amountCents: Type.Integer(),
  paidAt: Type.Instant,
  /** The account string of a department; null for readers who are not part of it. */
  account: Type.Nullable(Type.String()),
  /** Null: the customer. Initials for others. */
  payer: Type.Nullable(Type.String()),
});

const ReceiptRefund = Type.Object({
  method: Type.String(),
  amountCents: Type.Integer(),
  refundedAt: Type.Instant,
  /** The money is on its way. */
  isPending: Type.Boolean(),
});

const Receipt = Type.Object({
  number: Type.String(),
  title: Type.String(),
  issuedAt: Type.Instant,
  /** IANA zone of its times. */
  timezone: Type.String(),
  issuer: Type.Array(Type.String()),
  /** Initials for readers who are neither the customer nor staff. */
  customer: Type.String(),
  lines: Type.Array(ReceiptLine),
  amountCents: Type.Integer(),
  taxCents: Type.Integer(),
  discountReason: Type.Nullable(Type.String()),
  payments: Type.Array(ReceiptPayment),
  refunds: Type.Array(ReceiptRefund),
});
export type Receipt = Static<typeof Receipt>;

const OwnReceipt = Type.Object({
  id: Type.Id,
  number: Type.String(),
  title: Type.String(),
  issuedAt: Type.Instant,
  amountCents: Type.Integer(),
  refundedCents: Type.Integer(),
  /** Of its page, which opens without a login. */
  path: Type.String(),
});
export type OwnReceipt = Static<typeof OwnReceipt>;

/** The address is a secret: it opens the receipt without a login. */
const params = Type.Object({
  endpoint: Type.String({ maxLength: 20 }),
  token: Type.String({ maxLength: 100 }),
});

export const receiptCalls = calls({
  'GET /api/receipt/own': {
    summary: "Receipts: the caller's own, newest first",
    query: Type.Object({ before: Type.Optional(Type.Id) }),
    response: Type.Array(OwnReceipt),
  },
  'GET /api/receipt/:endpoint/:token': {
    summary: 'Receipts: one receipt, for anyone with its link',
    public: true,
    params,
    response: Receipt,
  },
  'GET /api/receipt/:endpoint/:token/pdf': {
    summary: 'Receipts: one receipt as a PDF file',
    public: true,
    params,
    content: 'application/pdf',
  },
});
