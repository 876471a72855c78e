/** A hosted page on which a card is charged. Card data never reaches this server. */
export interface Gateway {
  /** No real card is charged. */
  readonly isTest: boolean;
  /** Repeatable: the same payment and attempt return the same session. */
  createSession(session: NewSession): Promise<{ sessionId: string; url: string }>;
  readSession(sessionId: string): Promise<GatewaySession>;
  /** Ends an open session. Does nothing to one that is paid, processing or expired. */
  expireSession(sessionId: string): Promise<void>;
  /** Repeatable: the same refund returns the same answer. */
  refund(refund: { refundId: number; intentId: string; amountCents: number }): Promise<GatewayRefund>;
}

/** The account of the portal at the provider: what it reports. */
export interface GatewayAccount {
  /** A notification whose signature is verified. Throws 400 `gateway.signature` for any other. */
  readEvent(body: Buffer, signature: string): GatewayEvent;
  /** Movements of the provider's account since an instant (ISO 8601), newest first. */
  transactions(since: string): AsyncIterable<GatewayTransaction>;
  /** Null: the provider does not know it. `refundId`: null if it was not made by this portal. */
  readRefund(providerId: string): Promise<(GatewayRefund & { refundId: number | null }) | null>;
  /** Null: the provider does not know it. */
  readDispute(providerId: string): Promise<GatewayDispute | null>;
  /** Throws if the provider refuses the key or does not answer. */
  check(): Promise<void>;
}

export interface NewSession {
  paymentId: number;
  attempt: number;
  amountCents: number;
  currency: string;
  description: string;
  email: string | null;
  /** ISO 8601 */
  expiresAt: string;
  successUrl: string;
  cancelUrl: string;
}

export interface GatewaySession {
  /** `failed`: the payer has sent a payment, which the bank refused later. */
  state: 'open' | 'processing' | 'paid' | 'expired' | 'failed';
  amountCents: number;
  /** "USD" */
  currency: string;
  intentId: string | null;
}

export interface GatewayRefund {
  providerId: string;
  state: 'pending' | 'succeeded' | 'failed';
}

export interface GatewayDispute {
  providerId: string;
  intentId: string | null;
  amountCents: number;
  reason: string;
  state: 'inquiry' | 'needsResponse' | 'underReview' | 'won' | 'lost';
  /** ISO 8601 */
  openedAt: string;
  /** ISO 8601. null: no response is possible. */
  respondBy: string | null;
  /** Of the provider's account: negative where money was withdrawn. */
  movements: readonly { id: string; amountCents: number; at: string }[];
}

/** What it is about. Its state is read from the provider: events are repeated and come in any order. */
export interface GatewayEvent {
  id: string;
  type: string;
  objectId: string;
  /** Of the card payment that it is about. */
  intentId: string | null;
  /** ISO 8601 */
  at: string;
}

export interface GatewayTransaction {
  id: string;
  kind: 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other';
  /** Negative if money leaves the provider's account. */
  amountCents: number;
  feeCents: number;
  /** Of the refund, dispute or payout. */
  sourceId: string | null;
  /** Of the card payment. */
  intentId: string | null;
  /** ISO 8601 */
  at: string;
}
