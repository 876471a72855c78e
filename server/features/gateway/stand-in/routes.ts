import { payOut, createRefund } from './refunds.ts';
import type { Account, ObjectKind } from './account.ts';
import type { Checkout } from './checkout.ts';
import { expansions, invalid, missing, type Fields, type StripeObject } from './wire.ts';

const LISTS: Record<string, ObjectKind> = {
  'checkout/sessions': 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  payouts: 'payout',
  balance_transactions: 'balance_transaction',
  events: 'event',
};
const MOST = 100;

/** The answer to a request of the interface, which has been authenticated. */
export function answerRequest(
  { account, checkout }: { account: Account; checkout: Checkout },
  { method, path, form }: { method: string; path: string; form: Fields },
): unknown {
  checkout.tick();
  const answer = method === 'POST' ? write(account, checkout, path, form) : read(account, path, form);
  return expanded(account, answer, expansions(form));
}

function write(account: Account, checkout: Checkout, path: string, form: Fields): StripeObject {
  if (path === 'checkout/sessions') return checkout.create(form);
  const ended = /^checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1];
  if (ended !== undefined) return checkout.expire(ended);
  if (path === 'refunds') return createRefund(account, form);
  if (path === 'payouts') {
    const payout = payOut(account);
    if (payout === null)
      throw invalid('You have insufficient funds in your account.', { code: 'balance_insufficient' });
    return payout;
  }
  throw unknown('POST', path);
}

function read(account: Account, path: string, form: Fields): unknown {
  const kind = LISTS[path];
  if (kind !== undefined) return page(account.all(kind), path, form);
  const [, list = '', id = ''] = /^(.+)\/(\w+)$/.exec(path) ?? [];
  const one = LISTS[list];
  if (one === undefined) throw unknown('GET', path);
  const found = account.find(one, id);
  if (!found) throw missing(one, id);
  return found;
}

function page(rows: StripeObject[], path: string, form: Fields): unknown {
  const after = form['starting_after'];
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw missing('object', after);
  const since = Number(form['created[gte]'] ?? 0);
  const wanted = rows.slice(start).filter(({ created }) => Number(created) >= since);
  const limit = Math.min(Number(form['limit'] ?? 10), MOST);
  return { object: 'list', url: `/v1/${path}`, data: wanted.slice(0, limit), has_more: wanted.length > limit };
}

/** Replaces ids by their objects: `payment_intent`, and `data.source` in lists. */
function expanded(account: Account, answer: unknown, names: readonly string[]): unknown {
  const copy = structuredClone(answer) as Record<string, unknown>;
  const rows = Array.isArray(copy['data']) ? (copy['data'] as Record<string, unknown>[]) : [copy];
  for (const name of names.map((each) => each.replace(/^data\./, '')))
    for (const row of rows) row[name] = byId(account, row[name]) ?? row[name];
  return copy;
}

function byId(account: Account, id: unknown): StripeObject | null {
  for (const kind of Object.values(LISTS)) {
    const found = account.find(kind, String(id));
    if (found) return found;
  }
  return null;
}

function unknown(method: string, path: string): Error {
  return invalid(`Unrecognized request URL (${method}: /v1/${path}).`, { status: 404 });
}
