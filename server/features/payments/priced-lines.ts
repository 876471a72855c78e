import type { PricedLines } from '../../../domain/payments/priced-lines.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { previewLines, priceLines } from '../pricing/price-lines.ts';
import type { Charge, PayableState } from './payables.ts';

export type PricedCharge = Pick<
  Charge,
  'lines' | 'amountCents' | 'taxCents' | 'discountCents' | 'discountId' | 'discountPercent' | 'discountReason'
>;

interface PriceContext {
  services: CommandServices;
  tx: Tx;
}

/** The lines of a charge with discount and tax, and their sums. Locks the discount, after the charge. */
export async function pricedLines({ services, tx }: PriceContext, state: PayableState): Promise<PricedCharge> {
  return forCharge(await priceLines(tx, services, state));
}

/** As they would be now, without locks. */
export async function previewedLines({ services, tx }: PriceContext, state: PayableState): Promise<PricedCharge> {
  return forCharge(await previewLines(services, tx, state));
}

function forCharge({ taxes: _taxes, ...priced }: PricedLines): PricedCharge {
  return priced;
}
