import type { Actor } from '../../../domain/declarations/actor.ts';
import { entitlementFault, normalizeCode, type DiscountTerms } from '../../../domain/payments/discounts.ts';
import { formatDay } from '../../../domain/values/formats.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { discountPersonOf } from './entitlements.ts';

/** Codes can be guessed: attempts of each person, and of all together. */
const LIMIT: RateLimit = {
  name: 'discountCodes',
  perClient: 10,
  shared: { total: 600, share: 5 },
  seconds: 3_600,
};

/** The caller has the discount with this code from now on. 404 or 409 with the reason. */
export async function enterCode(
  services: Needs<'clock' | 'db' | 'limits' | 'model'>,
  actor: Actor,
  entered: string,
): Promise<{ name: string }> {
  const userId = requireAccountId(actor);
  const wait = await services.limits.use(LIMIT, `account ${userId}`);
  if (wait !== null)
    throw tooMany(
      'discounts.too-many-codes',
      'Too many codes',
      'You have entered too many codes. Try again later.',
      wait,
    );
  const discount = await services.db
    .selectFrom('discounts')
    .select(['id', 'name', 'active', 'groupId', 'startsOn', 'endsOn', 'code', 'usesTotal', 'usesPerPerson'])
    .where('code', '=', normalizeCode(entered))
    .executeTakeFirst();
  const reason = discount ? await codeFaultFor(services, userId, discount) : 'unknown';
  if (reason !== null) throw refused(reason, discount ?? null);
  await services.db
    .insertInto('enteredCodes')
    .values({ userId, discountId: discount?.id ?? 0 })
    .onConflict((conflict) => conflict.columns(['userId', 'discountId']).doNothing())
    .execute();
  return { name: discount?.name ?? '' };
}

type Reason = 'unknown' | ReturnType<typeof entitlementFault>;

/** As if the person had entered it. */
async function codeFaultFor(services: Needs<'clock' | 'db' | 'model'>, userId: number, discount: DiscountTerms) {
  const person = await discountPersonOf(services, services.db, userId, [discount]);
  return entitlementFault(discount, { ...person, enteredIds: [discount.id] });
}

const TEXTS: Readonly<Record<NonNullable<Reason>, (discount: DiscountTerms | null) => string>> = {
  unknown: () => 'This code does not exist. Check it, or ask staff.',
  inactive: () => 'This code is no longer valid.',
  group: () => 'You cannot use this code. Ask staff who can.',
  early: (discount) => `This code can be used from ${formatDay(discount?.startsOn ?? '')}.`,
  over: (discount) => `This code expired on ${formatDay(discount?.endsOn ?? '')}.`,
  usedUp: () => 'This code has been used up.',
  usedByPerson: () => 'You have used this code the maximum number of times.',
};

function refused(reason: NonNullable<Reason>, discount: DiscountTerms | null) {
  const text = TEXTS[reason](discount);
  const status = reason === 'unknown' ? 404 : 409;
  return problem(status, `discounts.code-${CODES[reason]}`, 'Code not valid', text, { errors: { code: text } });
}

const CODES: Readonly<Record<NonNullable<Reason>, string>> = {
  unknown: 'unknown',
  inactive: 'inactive',
  group: 'not-for-you',
  early: 'not-yet-valid',
  over: 'expired',
  usedUp: 'used-up',
  usedByPerson: 'already-used',
};
