import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { accessEnd, discountedBy, type FormAction } from '../../../domain/requests/form-actions.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import { firstInstant, localDate } from '../../platform/zone-years.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { RowOf, ValuesOf } from '../../resources/typed-rows.ts';
import { balanceAccount } from '../ledger/accounts.ts';
import { post, type Entry } from '../ledger/post.ts';
import { notify } from '../messages/notify.ts';
import type { RequestContext } from './context.ts';
import { setPrice } from './correct-price.ts';
import { isGranted } from './end-access.ts';
import { statusNotice } from './notices.ts';
import type { SubmissionRow } from './rows.ts';

type Run = RowOf<'actionRuns'>;
/** What the run notes of its effect. */
type Facts = Pick<ValuesOf<'actionRuns'>, 'grantedGroupId' | 'endsOn'>;
type Effect = (context: RequestContext, row: SubmissionRow, action: FormAction, run: Run) => Promise<Facts>;

const EFFECTS: Record<FormAction['type'], Effect> = {
  GrantAccess: grantAccess,
  DiscountApplied: applyDiscount,
  EmailNotification: sendNotification,
  ChangeBalance: changeBalance,
};

/** Does the action in the transaction of its run. Throws what staff can read (`actionFault`), with nothing done. */
export function applyAction(...call: Parameters<Effect>): Promise<Facts> {
  const [, , { type }] = call;
  return EFFECTS[type](...call);
}

export function actionFault(detail: string): ProblemError {
  return problem(409, 'requests.action-failed', 'Action not done', detail);
}

async function grantAccess(
  context: RequestContext,
  { submittedById }: SubmissionRow,
  action: FormAction,
): Promise<Facts> {
  const { services, now } = context;
  const zone = services.model.site.timezone;
  const start = Date.parse(now);
  const lastDay = action.days === null ? null : localDate(daysLater(start, action.days, zone), zone);
  const endsOn = accessEnd(action, lastDay);
  if (endsOn !== null && endsOn < localDate(start, zone))
    throw actionFault(`The access would have ended on ${endsOn}.`);
  if (action.credentialId !== null) await grantCredential(context, submittedById, action.credentialId, endsOn);
  if (action.groupId === null) return {};
  const isNew = await joinGroup(context, submittedById, action.groupId);
  return isNew ? { grantedGroupId: action.groupId, endsOn } : {};
}

async function grantCredential(
  { services, tx, now }: RequestContext,
  userId: number,
  credentialId: number,
  endsOn: string | null,
): Promise<void> {
  const exists = await tx.selectFrom('eventCredentials').select('id').where('id', '=', credentialId).executeTakeFirst();
  if (!exists) throw actionFault('The credential no longer exists.');
  const zone = services.model.site.timezone;
  const expiresAt = endsOn === null ? null : new Date(firstInstant(addDays(endsOn, 1), zone)).toISOString();
  const values = { userId, credentialId, earnedAt: now, expiresAt };
  await services.engine.create(SYSTEM, 'earnedCredentials', values, { tx, command: true });
}

/** True if the membership is one that actions of requests grant: a member by other means stays one when the access ends. */
async function joinGroup({ services, tx }: RequestContext, userId: number, groupId: number): Promise<boolean> {
  const [user] = await services.engine.lock(tx, 'users', [userId]);
  if (!user?.active) throw actionFault('The account of the customer is closed.');
  const group = await tx.selectFrom('groups').select('active').where('id', '=', groupId).executeTakeFirst();
  if (!group?.active) throw actionFault('The group no longer exists or is inactive.');
  const groupIds = user.groupIds ?? [];
  if (!groupIds.includes(groupId)) {
    await services.engine.update(SYSTEM, 'users', userId, { groupIds: [...groupIds, groupId] }, { tx, command: true });
    return true;
  }
  return isGranted(tx, userId, groupId);
}

async function applyDiscount(
  context: RequestContext,
  row: SubmissionRow,
  action: FormAction,
  { name }: Run,
): Promise<Facts> {
  if (row.costCents === null) throw actionFault('There is no price to discount.');
  if (row.paidCents > 0) throw actionFault('Part of the price is already paid.');
  await setPrice(context, row, discountedBy(action, row.costCents), { reason: name, by: 'system' });
  return {};
}

async function sendNotification(
  context: RequestContext,
  row: SubmissionRow,
  { template, text }: FormAction,
): Promise<Facts> {
  const { notice } = await statusNotice(context, row, null);
  await notify(context.services, context.tx, {
    ...notice,
    event: template ?? 'requestNotification',
    audience: 'customer',
    recipients: [row.submittedById],
    values: template === 'requestNotification' ? { ...notice.values, message: text } : notice.values,
  });
  return {};
}

/** Adds to the customer's personal balance, which it opens if there is none, or takes from it. */
async function changeBalance(
  { services, tx }: RequestContext,
  row: SubmissionRow,
  action: FormAction,
  run: Run,
): Promise<Facts> {
  const cents = amountOf(row, action);
  const existing = await tx
    .selectFrom('balances')
    .select('id')
    .where('userId', '=', row.submittedById)
    .where('kind', '=', 'userPurse')
    .orderBy('priority')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const values = { userId: row.submittedById, kind: 'userPurse', name: 'Personal balance' } as const;
  const options = { tx, command: true } as const;
  const { id } = existing ?? (await services.engine.create(SYSTEM, 'balances', values, options));
  await post(tx, {
    ...bookingOf(action, cents, id),
    source: 'actionRuns',
    sourceId: String(run.id),
    memo: `${run.name} (request #${row.id})`.slice(0, 300),
    actorId: null,
  });
  return {};
}

function amountOf({ data, paidCents }: SubmissionRow, { amountFrom, amountCents, field }: FormAction): number {
  const cents = amountFrom === 'paid' ? paidCents : amountFrom === 'fixed' ? amountCents : data[field ?? ''];
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents === 0)
    throw actionFault('There is no amount to record.');
  return cents;
}

/** What was paid was booked as a sale: it becomes the customer's money. Other amounts are given by the campus. */
function bookingOf({ amountFrom }: FormAction, cents: number, balanceId: number): Pick<Entry, 'purpose' | 'movements'> {
  const balance = balanceAccount(balanceId);
  if (cents < 0) return { purpose: 'payment', movements: [{ debit: balance, credit: 'sales', amountCents: -cents }] };
  const debit = amountFrom === 'paid' ? 'sales' : 'grants';
  const purpose = amountFrom === 'paid' ? 'topUp' : 'grant';
  return { purpose, movements: [{ debit, credit: balance, amountCents: cents }] };
}
