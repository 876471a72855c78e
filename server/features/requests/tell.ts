import type { PlaceholderValues } from '../../../domain/messages/message-template.ts';
import { STATUS_LABELS, type Status } from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { notify, type Notice } from '../messages/notify.ts';
import { formRow, type StatusChange, type SubmissionRow } from './rows.ts';
import { accountName } from './people.ts';

export interface Who {
  id: number | null;
  name: string;
}

/**
 * Notifies the people concerned by a change of status, once, of the final status. `askers`: staff who waited for the
 * customer.
 */
export async function notifyOfStatus(
  services: Services,
  tx: Tx,
  row: SubmissionRow,
  changes: readonly StatusChange[],
  by: Who,
  askers: readonly number[] = [],
): Promise<void> {
  const last = changes.findLast(({ to }) => to !== null);
  if (last === undefined) return;
  const notice = await statusNotice(tx, row, by, changes.findLast(({ reason }) => reason !== null)?.reason ?? null);
  const isNew = changes.some(({ kind }) => kind === 'submitted');
  const isCustomers = by.id === row.submittedById;
  if (isNew || !isCustomers) {
    // Of what customers have made themselves, they get the receipt.
    const author = isCustomers ? {} : notice.author;
    await notify(services, tx, {
      ...notice.notice,
      ...author,
      event: isNew
        ? 'requestSubmitted'
        : ((row.status === 'Completed' ? notice.completedEvent : OF_STATUS[row.status]) ??
          (last.isOverride ? 'requestOverridden' : 'requestStatusChanged')),
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
  else await notifyAssignee(services, tx, row, notice);
}

const OF_STATUS: Partial<Record<Status, string>> = {
  CustomerActionNeeded: 'requestActionNeeded',
  Canceled: 'requestCanceled',
};

/** Notifies the assignee when another member of staff has changed the status by a message to the customer. */
export async function notifyAssigneeOfStatus(services: Services, tx: Tx, row: SubmissionRow, by: Who): Promise<void> {
  await notifyAssignee(services, tx, row, await statusNotice(tx, row, by, null));
}

async function notifyAssignee(
  services: Services,
  tx: Tx,
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

/** Staff are customers of their own requests, and notified as such. */
function assigneeOf({ assignedToId, submittedById }: SubmissionRow): number[] {
  return assignedToId === null || assignedToId === submittedById ? [] : [assignedToId];
}

/** Notifies the customer that no answer is needed. */
export async function notifyOfWithdrawal(
  services: Services,
  tx: Tx,
  row: SubmissionRow,
  question: string,
  by: Who,
): Promise<void> {
  const { notice, author } = await statusNotice(tx, row, by, null);
  await notify(services, tx, {
    ...notice,
    ...author,
    event: 'requestAskWithdrawn',
    audience: 'customer',
    recipients: [row.submittedById],
    values: { ...notice.values, asked: question },
  });
}

/** Notifies an assignee of their assignment by somebody else. */
export async function notifyOfAssignment(services: Services, tx: Tx, row: SubmissionRow, by: Who): Promise<void> {
  if (row.assignedToId === null || row.assignedToId === by.id) return;
  const { notice, author } = await statusNotice(tx, row, by, null);
  await notify(services, tx, {
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
}

/** The part common to all notices of a request. */
export async function statusNotice(tx: Tx, row: SubmissionRow, by: Who, reason: string | null): Promise<StatusNotice> {
  const form = await formRow(tx, row.formId);
  const title = `${form?.title ?? 'Request'} #${row.id}`;
  const path = `/requests/viewsubmission/${row.id}`;
  const values: PlaceholderValues = {
    request: { text: title, path },
    form: form?.title ?? 'Request',
    number: String(row.id),
    status: STATUS_LABELS[row.status],
    reason,
    cost: row.costCents,
    expectedOn: row.expectedOn,
    answer: { text: 'Open the request to answer', path: `${path}#conversation` },
    customer: await accountName(tx, row.submittedById),
    by: by.name,
  };
  const kind = by.id === row.submittedById ? ('Customer' as const) : ('Staff' as const);
  return {
    notice: { about: { resource: 'submissions', id: row.id, title, path }, values },
    completedEvent: form?.completedEvent ?? null,
    author: by.id === null ? {} : { author: { kind, id: by.id, name: by.name } },
  };
}
