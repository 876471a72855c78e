import { percentOf } from '../requests/fractions.ts';

/** What a line is for. Lines without a category are neither discounted nor taxed: top-ups, for example. */
export interface LineCategory {
  formId?: number;
  eventId?: number;
  storeItemId?: number;
  /** Of the event: its category and those above it. */
  categoryIds?: readonly number[];
}

/** A line before discounts and taxes, in minor units. Negative lines reduce the amount that is discounted. */
export interface PayableLine {
  label: string;
  amountCents: number;
  category?: LineCategory | undefined;
}

export const DISCOUNT_SCOPES = ['everything', 'requests', 'store', 'events'] as const;

/** Either `percent` or `amountCents` is set. */
export interface Discount {
  id: number;
  name: string;
  percent: number | null;
  amountCents: number | null;
  scope: (typeof DISCOUNT_SCOPES)[number];
  formId: number | null;
  storeItemId: number | null;
  eventId: number | null;
  categoryId: number | null;
  /** Of one that is stored with a payment. Default: by its name and percentage. */
  reason?: string;
}

/** Who may get a discount, and when. */
export interface DiscountTerms {
  id: number;
  active: boolean;
  groupId: number | null;
  startsOn: string | null;
  endsOn: string | null;
  code: string | null;
  usesTotal: number | null;
  usesPerPerson: number | null;
}

export interface DiscountPerson {
  groupIds: readonly number[];
  /** `2026-11-27`, in the zone of the site. */
  today: string;
  /** Ids of discounts whose code the person has entered. */
  enteredIds: readonly number[];
  /** Uses by everyone and by this person, by discount. */
  uses: ReadonlyMap<number, { total: number; own: number }>;
}

export interface AppliedDiscount {
  discountId: number;
  /** Positive, at most the price of the lines to which it applies. */
  amountCents: number;
  /** "Students, 20% off". */
  reason: string;
}

/** Why the person does not get the discount. */
export type EntitlementFault = 'inactive' | 'group' | 'early' | 'over' | 'unknown' | 'usedUp' | 'usedByPerson';

/** Whether the person gets the discount, if it applies to a line. */
export function isEntitled(discount: DiscountTerms, person: DiscountPerson): boolean {
  return entitlementFault(discount, person) === null;
}

/** The first term that the person does not meet; null: they get the discount, if it applies to a line. `unknown`: its code is not entered. */
export function entitlementFault(discount: DiscountTerms, person: DiscountPerson): EntitlementFault | null {
  const { startsOn, endsOn, usesTotal, usesPerPerson } = discount;
  const { total, own } = person.uses.get(discount.id) ?? { total: 0, own: 0 };
  const faults: Readonly<Record<EntitlementFault, boolean>> = {
    unknown: discount.code !== null && !person.enteredIds.includes(discount.id),
    inactive: !discount.active,
    group: discount.groupId !== null && !person.groupIds.includes(discount.groupId),
    over: endsOn !== null && endsOn < person.today,
    early: startsOn !== null && startsOn > person.today,
    usedByPerson: usesPerPerson !== null && own >= usesPerPerson,
    usedUp: usesTotal !== null && total >= usesTotal,
  };
  return (Object.keys(faults) as EntitlementFault[]).find((fault) => faults[fault]) ?? null;
}

export function appliesTo(discount: Discount, { category }: Pick<PayableLine, 'category'>): boolean {
  if (!category) return false;
  const { formId, eventId, storeItemId, categoryIds = [] } = category;
  const isInScope = {
    everything: true,
    requests: formId !== undefined,
    store: storeItemId !== undefined,
    events: eventId !== undefined,
  }[discount.scope];
  return (
    isInScope &&
    [
      [discount.formId, formId],
      [discount.storeItemId, storeItemId],
      [discount.eventId, eventId],
    ].every(([only, actual]) => only === null || only === actual) &&
    (discount.categoryId === null || categoryIds.includes(discount.categoryId))
  );
}

/** The discount that saves the most; of equal ones the oldest. Discounts are never combined. */
export function bestDiscount(lines: readonly PayableLine[], discounts: readonly Discount[]): AppliedDiscount | null {
  let best: AppliedDiscount | null = null;
  for (const discount of discounts.toSorted((a, b) => a.id - b.id)) {
    const amountCents = amountOf(discount, lines);
    if (amountCents > (best?.amountCents ?? 0))
      best = { discountId: discount.id, amountCents, reason: reasonOf(discount) };
  }
  return best;
}

/** Half-up once, of the sum of its lines; at most that sum, and at most the whole price. */
function amountOf(discount: Discount, lines: readonly PayableLine[]): number {
  const sum = (of: readonly PayableLine[]): number => of.reduce((total, { amountCents }) => total + amountCents, 0);
  const base = Math.min(sum(lines.filter((line) => appliesTo(discount, line))), sum(lines));
  if (base <= 0) return 0;
  return Math.min(base, discount.percent === null ? (discount.amountCents ?? 0) : percentOf(discount.percent, base));
}

function reasonOf({ name, percent, reason }: Discount): string {
  if (reason !== undefined) return reason;
  return percent === null ? name : `${name}, ${percent}% off`;
}

/** The stored form of a code: people enter it in any case, with spaces and hyphens. */
export function normalizeCode(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]/g, '');
}
