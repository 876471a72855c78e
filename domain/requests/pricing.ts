import type { Answers, CostType } from './request-form.ts';

/** Price per square foot of poster in minor units (the specification's 7.0). */
export const SQUARE_FOOT_PRICE = 700;

/** Price of posters in integer cents; width and height in inches. Rounded once, at the end. */
export function posterCents(width: number, height: number, quantity: number): number {
  return Math.round((width * height * quantity * SQUARE_FOOT_PRICE) / 144);
}

/** The price determined by the answers, in integer cents; null where staff set the price or the request is free. */
export function priceOf(costType: CostType, answers: Answers): number | null {
  if (costType === 'DirectCostInput') return typeof answers.cost === 'number' ? answers.cost : null;
  if (costType !== 'Poster') return null;
  const { width, height, quantity } = answers;
  if (typeof width !== 'number' || typeof height !== 'number' || typeof quantity !== 'number') return null;
  return posterCents(width, height, quantity);
}

/** Whether requests of this cost type are paid for at all. */
export function isPriced(costType: CostType): boolean {
  return costType !== 'Free' && costType !== 'Approval';
}
