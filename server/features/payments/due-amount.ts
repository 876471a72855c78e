import type { LinkValue } from '../../../domain/messages/message-template.ts';
import { paymentPath } from '../../../domain/payments/paths.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { previewLines } from '../pricing/price-lines.ts';
import { dueOf } from './capture.ts';
import { isBegun, openKey, type PaymentContext } from './charges.ts';
import type { Charge, Endpoint, PayableState } from './payables.ts';

type DueContext = Pick<PaymentContext, 'services' | 'tx'>;

/** What a thing that waits for its payment costs. `sourceId`: of its charge. */
interface Owed extends Pick<PayableState, 'ownerId' | 'lines' | 'storedDiscount'> {
  endpoint: Endpoint;
  sourceId: number;
}

/** What the page of its payment shows as due, in cents: with discount and tax. Takes no locks, so it can be read at any time. */
export async function dueAmount({ services, tx }: DueContext, owed: Owed): Promise<number> {
  const { endpoint, sourceId } = owed;
  const open = await tx
    .selectFrom('charges')
    .select(['id', 'amountCents', 'paidCents'])
    .where('openFor', '=', openKey(endpoint, sourceId))
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (open && (await isBegun(tx, open))) return dueOf(open);
  return (await previewLines(services, tx, owed)).amountCents;
}

/** The way to pay, as messages show it. What a discount makes free still has to be confirmed. */
export function payLink(dueCents: number, path: string): LinkValue {
  return { text: dueCents > 0 ? `Pay ${formatMoney(dueCents)}` : 'Confirm without payment', path };
}

/** The same for the owner of a thing that is due. */
export async function ownPayLink(context: DueContext, owed: Owed & { id: number }): Promise<LinkValue> {
  return payLink(await dueAmount(context, owed), paymentPath(owed.endpoint, owed.id));
}

/** For the payer of a charge; null when nothing of it is due. */
export function chargePayLink(charge: Charge, path: string): LinkValue | null {
  const dueCents = dueOf(charge);
  return charge.state === 'open' && dueCents > 0 ? payLink(dueCents, path) : null;
}
