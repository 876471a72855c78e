import type { MoneyEffect } from '../../../domain/calls/payments.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { formatCount, formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { balanceIdOf, type AccountCode } from '../ledger/accounts.ts';
import type { PaymentContext } from './charges.ts';
import { payableOf, type Endpoint, type ThingRefund } from './payables.ts';
import { refundTargets } from './refund-movements.ts';
import { readPaid, refundableThings, splitRefund, sumCents, type RefundPart } from './refund-parts.ts';

/** More are summed up. */
const MOST_NAMED = 4;

/** What refunding these things does, for people. Reads without locks. */
export async function refundEffect(
  { tx, actor }: Pick<PaymentContext, 'tx' | 'actor'>,
  endpoint: Endpoint,
  things: readonly ThingRefund[],
): Promise<MoneyEffect> {
  if (things.length === 0) return { refundCents: 0, sentences: [] };
  const ids = things.map(({ id }) => id);
  return partsEffect(tx, actor, splitRefund(things, await readPaid(tx, endpoint, ids)));
}

/** The same of parts of payments. */
export async function partsEffect(tx: Tx, actor: Actor, parts: readonly RefundPart[]): Promise<MoneyEffect> {
  const refundCents = sumCents(parts);
  const owners = new Set(parts.map(({ charge }) => charge.userId));
  const sums = new Map<string, number>();
  for (const part of parts)
    for (const { account, cents } of await refundTargets(tx, part.charge, part.payment, part.amountCents)) {
      const place = await destination(tx, actor, part, account);
      sums.set(place, (sums.get(place) ?? 0) + cents);
    }
  if (owners.size > 1 || sums.size > MOST_NAMED) return { refundCents, sentences: [summary(refundCents, owners.size)] };
  const sentences = [...sums].map(([place, cents]) => `${formatMoney(cents)} ${place}.`);
  const topUps = parts.filter(({ charge, payment }) => charge.endpoint === 'topup' && !payment.isLate);
  if (topUps.length > 0) sentences.push(`The balance decreases by ${formatMoney(sumCents(topUps))}.`);
  return { refundCents, sentences };
}

function summary(refundCents: number, people: number): string {
  const who = people > 1 ? `is refunded to ${formatCount(people, 'person', 'people')}` : 'is refunded';
  return `${formatMoney(refundCents)} ${who}, each by the original payment method.`;
}

async function destination(tx: Tx, actor: Actor, { payment }: RefundPart, account: AccountCode): Promise<string> {
  if (payment.method === 'cash') return 'is paid back in cash at the desk';
  const balanceId = balanceIdOf(account);
  if (balanceId === null)
    return payment.method === 'deskCard' ? 'goes back to the card at the desk' : 'goes back to the card';
  const balance = await tx
    .selectFrom('balances')
    .select(['name', 'kind', 'userId'])
    .where('id', '=', balanceId)
    .executeTakeFirstOrThrow();
  if (balance.kind === 'departmental') return `goes back to the account of ${balance.name}`;
  return `goes back to ${balance.userId === actor.id ? 'your' : 'the'} balance ${balance.name}`;
}

/** What the owner of a thing gets back who cancels it now. */
export async function ownCancelEffect(context: PaymentContext, endpoint: Endpoint, id: number): Promise<MoneyEffect> {
  const { services, tx, actor } = context;
  const own = await payableOf(services, endpoint)?.ownRefund?.(tx, actor, id);
  const things = own?.things ?? (await refundableThings(services, tx, endpoint, id));
  const { refundCents, sentences } = await refundEffect(context, endpoint, things);
  return { refundCents, sentences: [...sentences, ...(own?.notes ?? [])] };
}

/** Refuses a change after which another amount is due than the person has seen. */
export function requireSeenDue(seenCents: number, dueCents: number): void {
  if (seenCents === dueCents) return;
  throw problem(
    409,
    'payment.effect-changed',
    'Nothing was changed',
    `The amount that is due has changed. It is ${formatMoney(dueCents)} now. Check it, then try again.`,
  );
}

/** Refuses a change whose effect is another one than the person has seen. Default: they have seen no refund. */
export function requireSeenEffect(seenCents: number | undefined, { refundCents }: Pick<MoneyEffect, 'refundCents'>) {
  if ((seenCents ?? 0) === refundCents) return;
  const amount = formatMoney(refundCents);
  const detail =
    seenCents === undefined
      ? `This would refund ${amount}. Open its page, check where the amount goes and confirm it there.`
      : `The amount that is refunded has changed. It is ${amount} now. Check it, then try again.`;
  throw problem(409, 'payment.effect-changed', 'Nothing was changed', detail);
}
