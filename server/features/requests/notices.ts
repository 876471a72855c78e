import type { PlaceholderValues } from '../../../domain/messages/message-template.ts';
import { errandText, type Errand } from '../../../domain/requests/errand.ts';
import { quoteText } from '../../../domain/requests/quotes.ts';
import type { Tx } from '../../platform/database.ts';
import { paymentPath } from '../../../domain/payments/paths.ts';
import { requestName } from './request-subject.ts';
import { dueCents, STATUS_LABELS, type Status } from '../../../domain/requests/workflow.ts';
import { notify, type Notice } from '../messages/notify.ts';
import { payLink } from '../payments/due-amount.ts';
import type { RequestContext } from './context.ts';
import { requestDue } from './due-lines.ts';
import { errandOf } from './errands.ts';
import { quotesOf } from './quotes.ts';
import { formRow, type StatusChange, type SubmissionRow } from './rows.ts';
import { accountName } from './people.ts';

type NoticeContext = Pick<RequestContext, 'services' | 'tx' | 'author'>;

/** Notifies the customer or the staff of the status that a change ends in. `askers`: staff who waited for the customer. */
export async function notifyOfStatus(
  context: NoticeContext,
  row: SubmissionRow,
  changes: readonly StatusChange[],
  askers: readonly number[] = [],
): Promise<void> {
  const { services, tx, author: by } = context;
  const last = changes.findLast(({ to }) => to !== null);
  if (last === undefined) return;
  const notice = await statusNotice(context, row, changes.findLast(({ reason }) => reason !== null)?.reason ?? null);
  const isNew = changes.some(({ kind }) => kind === 'submitted');
  const isCustomers = by.id === row.submittedById;
  // Customers get the receipt of what they submit, and hear what the system makes of their answer: a payment that is due.
  if (isNew || !isCustomers || last.actorKind === 'system') {
    const author = isCustomers ? {} : notice.author;
    await notify(services, tx, {
      ...notice.notice,
      ...author,
      event: isNew
        ? 'requestSubmitted'
        : (eventOf(row, notice) ?? (last.isOverride ? 'requestOverridden' : 'requestStatusChanged')),
      audience: 'customer',
      recipients: [row.submittedById],
    });
  }
  if (isCustomers)
    await notify(services, tx, {
      ...notice.notice,
      ...notice.author,
      event: isNew ? 'requestArrived' : 'requestChangedByCustomer',
      audience: 'staff',
      recipients: [...askers, ...assigneeOf(row)],
    });
  else await notifyAssignee(context, row, notice);
}

/** Of a status that has a message of its own. */
function eventOf({ status }: SubmissionRow, { isDue, completedEvent }: StatusNotice): string | null | undefined {
  if (status === 'PaymentPending') return isDue ? 'paymentDue' : null;
  return status === 'Completed' ? completedEvent : OF_STATUS[status];
}

const OF_STATUS: Partial<Record<Status, string>> = {
  CustomerActionNeeded: 'requestActionNeeded',
  Canceled: 'requestCanceled',
};

/** Notifies the assignee that a message of other staff to the customer has changed the status. */
export async function notifyAssigneeOfStatus(context: NoticeContext, row: SubmissionRow): Promise<void> {
  await notifyAssignee(context, row, await statusNotice(context, row, null));
}

async function notifyAssignee(
  { services, tx }: NoticeContext,
  row: SubmissionRow,
  { notice, author }: Pick<StatusNotice, 'notice' | 'author'>,
): Promise<void> {
  await notify(services, tx, {
    ...notice,
    ...author,
    event: 'requestChangedByStaff',
    audience: 'staff',
    recipients: assigneeOf(row),
  });
}

/** Staff who are customers of a request are notified as such. */
function assigneeOf({ assignedToId, submittedById }: SubmissionRow): number[] {
  return assignedToId === null || assignedToId === submittedById ? [] : [assignedToId];
}

export async function notifyOfWithdrawal(context: NoticeContext, row: SubmissionRow, question: string): Promise<void> {
  const { notice, author } = await statusNotice(context, row, null);
  await notify(context.services, context.tx, {
    ...notice,
    ...author,
    event: 'requestAskWithdrawn',
    audience: 'customer',
    recipients: [row.submittedById],
    values: { ...notice.values, asked: question },
  });
}

export async function notifyOfAssignment(context: NoticeContext, row: SubmissionRow): Promise<void> {
  if (row.assignedToId === null || row.assignedToId === context.author.id) return;
  const { notice, author } = await statusNotice(context, row, null);
  await notify(context.services, context.tx, {
    ...notice,
    ...author,
    event: 'requestAssigned',
    audience: 'staff',
    recipients: [row.assignedToId],
  });
}

interface StatusNotice {
  notice: Pick<Notice, 'about' | 'values'>;
  author: Pick<Notice, 'author'>;
  completedEvent: string | null;
  /** Its customer can pay it now. */
  isDue: boolean;
}

/** What a notification names beside the request itself. */
export interface NoticeFacts {
  form: { title: string; completedEvent: string | null } | undefined;
  customer: string;
  errand: Errand | null;
}

async function noticeFacts({ services, tx }: NoticeContext, row: SubmissionRow): Promise<NoticeFacts> {
  return {
    form: await formRow(tx, row.formId),
    customer: await accountName(tx, row.submittedById),
    errand: await errandOf(services, tx, row),
  };
}

/** What every notification about a request contains. */
export async function statusNotice(
  context: NoticeContext,
  row: SubmissionRow,
  reason: string | null,
  facts?: NoticeFacts,
): Promise<StatusNotice> {
  const { author: by } = context;
  const { form, customer, errand } = facts ?? (await noticeFacts(context, row));
  const title = requestName({ id: row.id, subject: row.subject, form: form?.title ?? 'Request' });
  const path = `/requests/viewsubmission/${row.id}`;
  const due = await requestDue(context, row);
  const values: PlaceholderValues = {
    request: { text: title, path },
    form: form?.title ?? 'Request',
    number: String(row.id),
    subject: row.subject,
    neededOn: row.neededOn,
    status: STATUS_LABELS[row.status],
    reason,
    cost: row.costCents,
    due,
    pay: due === null ? null : payLink(due, paymentPath('request', row.id)),
    nextStep: await nextStepText(context.tx, row, { errand, due }),
    expectedOn: row.expectedOn,
    answer: { text: 'Open the request to answer', path: `${path}#conversation` },
    customer,
    by: by.name,
  };
  const kind = by.id === row.submittedById ? ('Customer' as const) : ('Staff' as const);
  return {
    notice: { about: { resource: 'submissions', id: row.id, title, path }, values },
    completedEvent: form?.completedEvent ?? null,
    isDue: due !== null,
    author: by.id === null ? {} : { author: { kind, id: by.id, name: by.name } },
  };
}

/** What the customer has to do, after the lines of a quote. */
async function nextStepText(
  tx: Tx,
  row: SubmissionRow,
  { errand, due }: { errand: Errand | null; due: number | null },
): Promise<string | null> {
  const isQuote = row.status === 'Quoted';
  const [quote] = isQuote ? await quotesOf(tx, [row.id]) : [];
  // The way to pay says how much.
  const isOnlyAmount = due !== null && errand?.place === null && errand.until === null;
  const task = isOnlyAmount ? errand.note : errand && errandText(errand, due ?? dueCents(row), isQuote);
  const parts = [quote && quoteText(quote), task];
  return parts.filter(Boolean).join('\n') || null;
}
