import type { OpenForm } from '../../../../domain/calls/open-form.ts';
import { priceLinesOf } from '../../../../domain/payments/priced-lines.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { priceOf, type Price, type PriceLine } from '../../../../domain/requests/price-rules.ts';
import { hasPriceByAnswers } from '../../../../domain/requests/pricing.ts';
import { checkAnswers } from '../../../../domain/requests/request-form-answers.ts';
import type { Answers, CostType, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { COST_TEXTS } from '../../../requests/costTexts.ts';

type FormPricing = OpenForm['pricing'] & { formId: number };

export interface FormPrice {
  /** Null while an answer that determines it is missing or would be refused. */
  cents: number | null;
  lines: readonly PriceLine[];
  /** The discount that it contains: "Open house, 20% off". */
  discount?: string | null;
  /** Staff set it: the answers are complete and lead to no price. */
  isByStaff: boolean;
}

/**
 * The price determined by the answers, with the person's discount and the taxes; undefined when staff always set it, and for free requests.
 */
export function priceIn(
  costType: CostType,
  schema: RequestFormSchema,
  answers: Answers,
  pricing?: FormPricing,
): FormPrice | undefined {
  if (!hasPriceByAnswers(costType)) return undefined;
  const faults = checkAnswers(schema, answers, null);
  const price = priceOf({ costType, schema }, answers, faults);
  if (!price) return { cents: null, lines: [], isByStaff: Object.keys(faults).length === 0 };
  return { ...(pricing ? withTerms(price, pricing) : price), isByStaff: false };
}

/** With discount and taxes, as the server charges them. */
function withTerms(
  { cents, lines: given }: Price,
  { formId, rate, ...terms }: FormPricing,
): Price & Pick<FormPrice, 'discount'> {
  const payable = { label: 'Price', amountCents: cents, category: { formId }, rate };
  const { lines, amountCents, discountReason: discount } = priceLinesOf([payable], terms);
  const added = lines.flatMap(({ kind, label, amountCents: part }) =>
    kind === 'item' ? [] : [{ label, cents: part }],
  );
  const items = given.length > 0 || added.length === 0 ? given : [{ label: 'Price', cents }];
  return { cents: amountCents, lines: [...items, ...added], discount };
}

/** The price of these answers, or how it will be determined. */
export function formatPrice(costType: CostType, schema: RequestFormSchema | null, answers: Answers): string {
  const cents = schema && priceIn(costType, schema, answers)?.cents;
  return typeof cents === 'number'
    ? `${formatMoney(cents)} (${COST_TEXTS[costType].short})`
    : COST_TEXTS[costType].short;
}
