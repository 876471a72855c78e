import type { CostType } from './request-form.ts';

/** Price per square foot of poster in minor units (the specification's 7.0). */
export const SQUARE_FOOT_PRICE = 700;

/** Whether the answers determine the price (price-rules.ts). */
export function hasPriceByAnswers(costType: CostType): boolean {
  return costType === 'Poster' || costType === 'DirectCostInput';
}

/** Whether requests of this cost type are paid for at all. */
export function isPriced(costType: CostType): boolean {
  return costType !== 'Free' && costType !== 'Approval';
}
