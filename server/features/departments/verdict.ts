import { sql } from 'kysely';
import { accountFault, normalizedAccount } from '../../../domain/payments/account-strings.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Rows } from '../../../domain/generated/tables.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { GROUP_IDS_OF_USER } from '../accounts/held-roles.ts';

/** What someone wants to pay with a department's money. */
export interface DepartmentPayment {
  balanceId: number;
  /** The person who charges it. */
  userId: number;
  amountCents: number;
  account: string | null;
}

/** Whose amounts count as used, beside what was charged. */
export interface Counted {
  /** `pending`: also requests, so that they cannot exceed the limit together. `approved`: an approval does not wait for other requests. */
  waiting: 'pending' | 'approved';
  /** The charge that is judged itself. */
  exceptId: number | null;
}

const PENDING: Counted = { waiting: 'pending', exceptId: null };

export type Verdict =
  | { state: 'allowed' | 'needsApproval' }
  /** `reason` is for people. `field`: what they can correct. */
  | { state: 'refused'; reason: string; field?: 'account' };

export type Rule = Pick<
  Rows['departmentRules'],
  'maxCents' | 'period' | 'approvalAboveCents' | 'accountFormat' | 'accountCheck' | 'accountHint'
>;

export interface Department {
  balanceId: number;
  name: string;
  contactId: number;
  /** What the balance of the department has. */
  spendableCents: number;
  /** Empty for the contact, who needs none. */
  rules: Rule[];
}

/** The open departments that the person can charge: as their contact, or by rules. Rules for the person precede those for groups. */
export async function chargeableDepartments(
  db: Db | Tx,
  userId: number,
  balanceId: number | null = null,
): Promise<Department[]> {
  const { rows } = await sql<Department & { isContact: boolean }>`
    with mine as (
      select r.*, r."userId" is not null as personal from "departmentRules" r
      where r."active" and (r."userId" = ${userId} or r."groupId" in (
        select g."id" from "users" u join "groups" g on g."active" and ${GROUP_IDS_OF_USER} @> to_jsonb(g."id")
        where u."id" = ${userId}))),
    best as (
      select "balanceId", jsonb_agg(jsonb_build_object('maxCents', "maxCents", 'period', "period",
        'approvalAboveCents', "approvalAboveCents", 'accountFormat', "accountFormat", 'accountCheck', "accountCheck",
        'accountHint', "accountHint") order by "id") as rules
      from mine m where m.personal or not exists (select 1 from mine p where p.personal and p."balanceId" = m."balanceId")
      group by 1)
    select b."id" as "balanceId", b."name", b."userId" as "contactId", b."userId" = ${userId} as "isContact",
      b."balanceCents" - b."heldCents" - b."floorCents" as "spendableCents",
      coalesce(best.rules, '[]') as rules
    from "balances" b left join best on best."balanceId" = b."id"
    where b."kind" = 'departmental' and b."closedAt" is null and (b."userId" = ${userId} or best.rules is not null)
      and (${balanceId}::bigint is null or b."id" = ${balanceId}::bigint)
    order by b."name", b."id"`.execute(db);
  return rows.map(({ isContact, rules, ...department }) => ({ ...department, rules: isContact ? [] : rules }));
}

/** The best that one of the rules says. */
export async function judge(
  services: Needs<'model'>,
  tx: Tx,
  department: Department,
  payment: DepartmentPayment & { counted?: Counted },
): Promise<Verdict> {
  if (department.rules.length === 0) return { state: 'allowed' };
  const verdicts: Verdict[] = [];
  for (const rule of department.rules) verdicts.push(await judgeByRule(services, tx, rule, payment));
  const best = (['allowed', 'needsApproval'] as const).find((state) => verdicts.some((one) => one.state === state));
  return best ? { state: best } : (verdicts[0] ?? { state: 'refused', reason: 'You cannot charge this department.' });
}

async function judgeByRule(
  services: Needs<'model'>,
  tx: Tx,
  rule: Rule,
  payment: DepartmentPayment & { counted?: Counted },
): Promise<Verdict> {
  const account = normalizedAccount(payment.account ?? '');
  const fault = rule.accountFormat == null ? null : accountFault(account, rule.accountFormat, rule.accountCheck);
  if (fault !== null) return { state: 'refused', reason: fault, field: 'account' };
  const left = await leftCents(services, tx, rule, payment);
  if (left !== null && payment.amountCents > left)
    return { state: 'refused', reason: `You can charge ${formatMoney(Math.max(left, 0))} more to this department.` };
  const isHigh = rule.approvalAboveCents != null && payment.amountCents > rule.approvalAboveCents;
  return { state: isHigh ? 'needsApproval' : 'allowed' };
}

/** What the person can still charge by the most generous rule; null: without limit. */
export async function mostLeftCents(
  services: Needs<'model'>,
  db: Db | Tx,
  { rules }: Department,
  person: Parameters<typeof leftCents>[3],
): Promise<number | null> {
  let most: number | null = rules.length === 0 ? null : 0;
  for (const rule of rules) {
    const left = await leftCents(services, db, rule, person);
    if (left === null) return null;
    most = Math.max(most ?? 0, left);
  }
  return most;
}

/** What the person can still charge in this period; null: without limit. */
export async function leftCents(
  { model }: Needs<'model'>,
  db: Db | Tx,
  { maxCents, period }: Rule,
  { balanceId, userId, counted = PENDING }: Pick<DepartmentPayment, 'balanceId' | 'userId'> & { counted?: Counted },
): Promise<number | null> {
  if (maxCents == null || period == null) return null;
  const zone = model.site.timezone;
  const states = counted.waiting === 'pending' ? ['requested', 'approved'] : ['approved'];
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum("amountCents" - "refundedCents"), 0)::bigint as cents from "departmentCharges"
    where "balanceId" = ${balanceId} and "userId" = ${userId} and "id" is distinct from ${counted.exceptId}::bigint
      and ("state" = 'charged'
          and "chargedAt" >= date_trunc(${period}, atrium_now() at time zone ${zone}) at time zone ${zone}
        or "state"::text = any(${states}::text[]) and coalesce("expiresAt" > atrium_now(), true))`.execute(db);
  return maxCents - (rows[0]?.cents ?? 0);
}
