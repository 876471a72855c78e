import type { ChargeableDepartment } from '../../../domain/calls/departments.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { findCharge, type ChargeCause } from './charge.ts';
import { chargeableDepartments, leftCents, type Counted, type Department, type Rule } from './verdict.ts';

type Found = Pick<ChargeableDepartment, 'state' | 'reason' | 'leftCents'> & { rule: Rule | undefined };

const RANK = { allowed: 0, needsApproval: 1, refused: 2 } as const;

interface OfferFor {
  userId: number;
  amountCents: number;
  /** A request for the same amount does not count against itself. */
  cause?: Pick<ChargeCause, 'source' | 'sourceId'> | null;
}

/** The departments that a person can charge, and whether each can pay this amount. Of several rules, the one that says the best. */
export async function departmentOffers(
  services: Needs<'model'>,
  db: Db | Tx,
  { userId, amountCents, cause = null }: OfferFor,
): Promise<ChargeableDepartment[]> {
  const earlier = cause && (await findCharge(db, cause));
  const counted = { waiting: 'pending', exceptId: earlier?.id ?? null } as const;
  const offers: ChargeableDepartment[] = [];
  for (const department of await chargeableDepartments(db, userId)) {
    const { rule, ...found } = await bestOf(services, db, { department, userId, amountCents, counted });
    offers.push({
      balanceId: department.balanceId,
      name: department.name,
      accountFormat: rule?.accountFormat ?? null,
      accountCheck: rule?.accountCheck ?? 'none',
      accountHint: rule?.accountHint ?? null,
      approvalAboveCents: rule?.approvalAboveCents ?? null,
      ...found,
    });
  }
  return offers;
}

interface OfferRequest {
  department: Department;
  userId: number;
  amountCents: number;
  counted: Counted;
}

async function bestOf(services: Needs<'model'>, db: Db | Tx, request: OfferRequest): Promise<Found> {
  const { department, userId, amountCents, counted } = request;
  const { balanceId, rules, spendableCents } = department;
  const isCovered = amountCents <= Number(spendableCents);
  // Only the contact sees what the department has.
  if (rules.length === 0)
    return { ...verdictOn(isCovered, null, request), leftCents: Number(spendableCents), rule: undefined };
  const found: Found[] = [];
  for (const rule of rules) {
    const left = await leftCents(services, db, rule, { balanceId, userId, counted });
    const verdict = verdictOn(isCovered, left, request);
    const isHigh = rule.approvalAboveCents != null && amountCents > rule.approvalAboveCents;
    const state = verdict.state === 'allowed' && isHigh ? 'needsApproval' : verdict.state;
    found.push({ ...verdict, state, leftCents: left === null ? null : Math.max(left, 0), rule });
  }
  return found.toSorted((a, b) => RANK[a.state] - RANK[b.state])[0]!;
}

function verdictOn(
  isCovered: boolean,
  left: number | null,
  { amountCents }: OfferRequest,
): Pick<Found, 'state' | 'reason'> {
  if (left !== null && amountCents > left)
    return { state: 'refused', reason: `You can charge ${formatMoney(Math.max(left, 0))} more to this department.` };
  if (!isCovered) return { state: 'refused', reason: 'The department’s balance is too low.' };
  return { state: 'allowed', reason: null };
}
