import type { Account } from './account.ts';
import { nestedFields, invalid, missing, requiredText, requiredWhole, type Fields, type StripeObject } from './wire.ts';

const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;
/** How long a payment takes that is not decided immediately. */
const LATER_SECONDS = 60;
/** How long the campus can respond to a dispute. */
const RESPONSE_SECONDS = 14 * 24 * 60 * 60;

/** What the payer does on the hosted page. */
export type Choice = 'pay' | 'decline' | 'later' | 'dispute';

/** The address of the hosted page of a session. */
export type PageAddress = (session: { id: string; successUrl: string }) => string;

/** Sessions of the hosted page and what they lead to. */
export class Checkout {
  readonly #account: Account;
  readonly #pageAddress: PageAddress;

  constructor(account: Account, pageAddress: PageAddress) {
    this.#account = account;
    this.#pageAddress = pageAddress;
  }

  create(form: Fields): StripeObject {
    const price = 'line_items[0][price_data]';
    const expiresAt = requiredWhole(form, 'expires_at');
    const left = expiresAt - this.#account.seconds;
    if (left < SHORTEST_SECONDS || left > LONGEST_SECONDS)
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
        param: 'expires_at',
      });
    const amount = requiredWhole(form, `${price}[unit_amount]`) * requiredWhole(form, 'line_items[0][quantity]');
    const successUrl = requiredText(form, 'success_url');
    const session = this.#account.add('checkout.session', {
      mode: requiredText(form, 'mode'),
      ui_mode: 'hosted_page',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_subtotal: amount,
      amount_total: amount,
      currency: requiredText(form, `${price}[currency]`),
      description: requiredText(form, `${price}[product_data][name]`),
      client_reference_id: form['client_reference_id'] ?? null,
      customer_email: form['customer_email'] ?? null,
      metadata: nestedFields(form, 'metadata'),
      intent_metadata: nestedFields(form, 'payment_intent_data[metadata]'),
      success_url: successUrl,
      cancel_url: form['cancel_url'] ?? null,
      expires_at: expiresAt,
    });
    session['url'] = this.#pageAddress({ id: session.id, successUrl });
    this.#account.save();
    return session;
  }

  read(id: string): StripeObject {
    const session = this.#account.find('checkout.session', id);
    if (!session) throw missing('checkout.session', id);
    return session;
  }

  expire(id: string): StripeObject {
    const session = this.read(id);
    if (session['status'] !== 'open')
      throw invalid(
        'Only Checkout Sessions with a status in ["open"] can be expired. ' +
          `This Checkout Session has a status of ${String(session['status'])}.`,
      );
    return this.#end(session);
  }

  /** Does what time brings: sessions expire, and payments that took a while succeed. */
  tick(): void {
    const { seconds } = this.#account;
    for (const session of this.#account.all('checkout.session')) {
      if (session['status'] === 'open' && Number(session['expires_at']) <= seconds) this.#end(session);
      if (session['payment_status'] === 'unpaid' && Number(session['decided_at'] ?? Infinity) <= seconds)
        this.decide(session.id, true);
    }
  }

  /** What the payer chooses on the page of an open session. False: it is no longer open. */
  choose(id: string, choice: Choice): boolean {
    const session = this.read(id);
    if (session['status'] !== 'open') return false;
    if (choice === 'decline') {
      const intent = this.#intentOf(session, 'requires_payment_method');
      this.#account.announce('payment_intent.payment_failed', intent);
      return true;
    }
    const intent = this.#intentOf(session, 'processing');
    Object.assign(session, { status: 'complete', payment_intent: intent.id, url: null });
    if (choice === 'later') {
      session['decided_at'] = this.#account.seconds + LATER_SECONDS;
      this.#account.announce('checkout.session.completed', session);
      return true;
    }
    const charge = this.#charge(session, intent);
    this.#account.announce('checkout.session.completed', session);
    if (choice === 'dispute') this.#dispute(charge);
    return true;
  }

  /** A payment that took a while succeeds or fails. */
  decide(id: string, isPaid: boolean): void {
    const session = this.read(id);
    const intent = this.#account.find('payment_intent', String(session['payment_intent']));
    if (!intent || intent['status'] !== 'processing') return;
    delete session['decided_at'];
    if (isPaid) this.#charge(session, intent);
    else intent['status'] = 'requires_payment_method';
    this.#account.announce(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
  }

  #end(session: StripeObject): StripeObject {
    Object.assign(session, { status: 'expired', url: null });
    this.#account.announce('checkout.session.expired', session);
    return session;
  }

  #intentOf(session: StripeObject, status: string): StripeObject {
    const known = this.#account.find('payment_intent', String(session['attempted_intent'] ?? ''));
    const intent =
      known ??
      this.#account.add('payment_intent', {
        amount: session['amount_total'],
        amount_received: 0,
        currency: session['currency'],
        metadata: session['intent_metadata'],
        latest_charge: null,
      });
    session['attempted_intent'] = intent.id;
    intent['status'] = status;
    return intent;
  }

  #charge(session: StripeObject, intent: StripeObject): StripeObject {
    const { amount, currency, metadata } = intent;
    const charge = this.#account.add('charge', {
      ...{ amount, currency, metadata, amount_refunded: 0, payment_intent: intent.id, paid: true },
      ...{ status: 'succeeded', refunded: false, disputed: false },
    });
    charge['balance_transaction'] = this.#account.move('charge', Number(amount), charge).id;
    Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id });
    session['payment_status'] = 'paid';
    this.#account.announce('payment_intent.succeeded', intent);
    return charge;
  }

  #dispute(charge: StripeObject): void {
    const { amount, currency, payment_intent: intentId } = charge;
    charge['disputed'] = true;
    const dispute = this.#account.add('dispute', {
      ...{ amount, currency, charge: charge.id, payment_intent: intentId },
      ...{ reason: 'fraudulent', status: 'needs_response', is_charge_refundable: false },
      evidence_details: { due_by: this.#account.seconds + RESPONSE_SECONDS },
    });
    dispute['balance_transactions'] = [this.#account.move('adjustment', -Number(amount), dispute)];
    this.#account.announce('charge.dispute.created', dispute);
    this.#account.announce('charge.dispute.funds_withdrawn', dispute);
  }
}
