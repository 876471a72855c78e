import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { normalizedAccount } from '../../../domain/payments/account-strings.ts';
import { prepared, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { invalid } from '../../resources/refusals.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { lockLimit } from './limit.ts';
import { chargeableDepartments, judge, type Counted, type Department, type DepartmentPayment } from './verdict.ts';

/** What is paid: the same source is charged once. */
export interface ChargeCause {
  source: string;
  sourceId: string;
  title: string;
  /** Where the person completes the payment. */
  path: string;
}

const DAY_MS = 86_400_000;

type DepartmentCharge = RowOf<'departmentCharges'>;
type EarlierCharge = Pick<
  DepartmentCharge,
  'id' | 'balanceId' | 'userId' | 'amountCents' | 'refundedCents' | 'state' | 'expiresAt'
>;

/**
 * Records that the department pays, within the limits of the person; the caller books the amount in the same transaction. `requested`: its
 * contact must approve first and is notified, and nothing may be booked yet. It is then charged again with the same cause (`APPROVED`). 400 for a wrong
 * account, 409 `department.not-possible`.
 */
export async function chargeDepartment(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  { payment, cause }: { payment: DepartmentPayment; cause: ChargeCause },
): Promise<'charged' | 'requested'> {
  await lockLimit(tx, payment);
  const earlier = await findCharge(tx, cause);
  const known = earlier && isSamePayment(earlier, payment) && !isOver(services, earlier) ? earlier.state : null;
  if (known === 'charged') return 'charged';
  if (earlier?.state === 'charged') throw notPossible('A department has already paid this.');
  const [department] = await chargeableDepartments(tx, payment.userId, payment.balanceId);
  if (!department) throw notPossible('You cannot charge this department.');
  const counted: Counted = {
    waiting: known === 'approved' ? 'approved' : 'pending',
    exceptId: earlier?.id ?? null,
  };
  const verdict = await judge(services, tx, department, { ...payment, counted });
  if (verdict.state === 'refused')
    throw verdict.field ? invalid({ [verdict.field]: verdict.reason }) : notPossible(verdict.reason);
  if (known === 'declined') throw notPossible('The contact of the department declined this charge.');
  const isApproved = verdict.state === 'allowed' || known === 'approved';
  if (known === 'requested' && !isApproved) return 'requested';
  const charge = await store(services, tx, actor, { payment, cause, department, earlier, isApproved });
  if (!isApproved) await requestApproval(services, tx, charge, department);
  return isApproved ? 'charged' : 'requested';
}

/** An approval is for one person, department and amount. */
function isSamePayment(charge: EarlierCharge, { balanceId, userId, amountCents }: DepartmentPayment): boolean {
  return charge.balanceId === balanceId && charge.userId === userId && charge.amountCents === amountCents;
}

/** Its expiry is not stored yet. */
function isOver({ clock }: CommandServices, { state, expiresAt }: EarlierCharge): boolean {
  const isWaiting = state === 'requested' || state === 'approved';
  return isWaiting && expiresAt != null && Date.parse(expiresAt) <= clock.now();
}

export async function findCharge(
  tx: Db | Tx,
  { source, sourceId }: Pick<ChargeCause, 'source' | 'sourceId'>,
): Promise<EarlierCharge | undefined> {
  return tx
    .selectFrom('departmentCharges')
    .select(['id', 'balanceId', 'userId', 'amountCents', 'refundedCents', 'state', 'expiresAt'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();
}

interface StoredCharge {
  payment: DepartmentPayment;
  cause: ChargeCause;
  department: Department;
  earlier: EarlierCharge | undefined;
  isApproved: boolean;
}

async function store(
  { engine, clock, systemSettings }: CommandServices,
  tx: Tx,
  actor: Actor,
  { payment, cause, department, earlier, isApproved }: StoredCharge,
): Promise<DepartmentCharge> {
  const account = normalizedAccount(payment.account ?? '').slice(0, 60);
  const now = clock.now();
  const days = systemSettings.value('payments.approvalDays');
  const values = {
    ...cause,
    title: cause.title.slice(0, 200),
    balanceId: payment.balanceId,
    userId: payment.userId,
    amountCents: payment.amountCents,
    account: account === '' ? null : account,
    contactId: department.contactId,
    state: isApproved ? ('charged' as const) : ('requested' as const),
    chargedAt: isApproved ? clock.instant() : null,
    // The decision stays with a charge that was approved; a new request has none.
    ...(isApproved ? {} : { decidedById: null, decidedAt: null, reason: null }),
    expiresAt: isApproved ? null : new Date(now + days * DAY_MS).toISOString(),
  };
  const options = { tx, command: true } as const;
  return earlier
    ? engine.update(actor, 'departmentCharges', earlier.id, values, options)
    : engine.create(actor, 'departmentCharges', { ...values, refundedCents: 0 }, options);
}

async function requestApproval(
  services: CommandServices,
  tx: Tx,
  { id, title, amountCents, account, userId, expiresAt }: DepartmentCharge,
  { name, contactId }: Department,
): Promise<void> {
  const person = await tx.selectFrom('users').select('displayName').where('id', '=', userId).executeTakeFirst();
  const path = `/payment/departmentCharges/${id}/show`;
  await notify(services, tx, {
    event: 'departmentApproval',
    audience: 'contact',
    recipients: [contactId],
    values: {
      charge: { text: title, path },
      department: name,
      person: person?.displayName ?? '',
      amount: amountCents,
      account: account ?? null,
      expiresAt: expiresAt ?? null,
    },
    about: { resource: 'departmentCharges', id, title, path },
  });
}

/** A refund frees the limit of the person again. */
export async function refundDepartment(
  { engine }: CommandServices,
  tx: Tx,
  actor: Actor,
  { source, sourceId, amountCents }: Pick<ChargeCause, 'source' | 'sourceId'> & { amountCents: number },
): Promise<void> {
  const charge = await findCharge(tx, { source, sourceId });
  if (charge?.state !== 'charged') return;
  const refundedCents = charge.refundedCents + amountCents;
  await engine.update(actor, 'departmentCharges', charge.id, { refundedCents }, { tx, command: true });
}

/** What is void or already paid needs no approval any more. */
export async function withdrawRequests(
  { engine }: CommandServices,
  tx: Tx,
  actor: Actor,
  { source, sourceIds }: Pick<ChargeCause, 'source'> & { sourceIds: readonly string[] },
): Promise<void> {
  const query = tx
    .selectFrom('departmentCharges')
    .select('id')
    .where('source', '=', source)
    .where('sourceId', '=', sql<string>`any(${sourceIds}::text[])`)
    .where('state', 'in', ['requested', 'approved'])
    .orderBy('id');
  const open = await prepared(tx, query);
  for (const { id } of open)
    await engine.update(actor, 'departmentCharges', id, { state: 'withdrawn' }, { tx, command: true });
}

function notPossible(detail: string) {
  return problem(409, 'department.not-possible', 'Not possible', detail);
}
