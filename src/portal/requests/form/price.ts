import { formatMoney } from '../../../../domain/values/formats.ts';
import { SQUARE_FOOT_PRICE, posterCents, priceOf } from '../../../../domain/requests/pricing.ts';
import { checkAnswers } from '../../../../domain/requests/request-form-answers.ts';
import type { Answers, CostType, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { COST_TEXTS } from '../../../requests/costTexts.ts';

export interface PriceLine {
  label: string;
  value: string;
}

export interface Price {
  /** Null while an answer that determines it is missing or would be refused. */
  cents: number | null;
  lines: readonly PriceLine[];
}

/** The price determined by the answers; undefined when staff set it, and for free requests. */
export function priceIn(costType: CostType, schema: RequestFormSchema, given: Answers): Price | undefined {
  if (costType !== 'Poster' && costType !== 'DirectCostInput') return undefined;
  // What would be refused has no price.
  const faults = checkAnswers(schema, given, null);
  const answers = Object.fromEntries(Object.entries(given).filter(([name]) => faults[name] === undefined));
  const cents = priceOf(costType, answers);
  if (costType === 'DirectCostInput' || cents === null) return { cents, lines: [] };
  const { width, height, quantity } = answers;
  if (typeof width !== 'number' || typeof height !== 'number' || typeof quantity !== 'number')
    return { cents, lines: [] };
  const squareFeet = Math.round((width * height) / 1.44) / 100;
  return {
    cents,
    lines: [
      { label: `${width} in × ${height} in`, value: `${squareFeet} sq ft` },
      {
        label: `One copy, at ${formatMoney(SQUARE_FOOT_PRICE)} per sq ft`,
        value: formatMoney(posterCents(width, height, 1)),
      },
      { label: 'Copies', value: `× ${quantity}` },
    ],
  };
}

/** The price of these answers, or how it will be determined. */
export function formatPrice(costType: CostType, schema: RequestFormSchema | null, answers: Answers): string {
  const cents = schema && priceIn(costType, schema, answers)?.cents;
  return typeof cents === 'number'
    ? `${formatMoney(cents)} (${COST_TEXTS[costType].short})`
    : COST_TEXTS[costType].short;
}
