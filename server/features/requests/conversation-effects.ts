import type { AskState, MessageKind } from '../../../domain/messages/messages.ts';
import { openTransitions, STALE_FROM, transitionTo, type Transition } from '../../../domain/requests/workflow.ts';
import { notify, type Notice } from '../messages/notify.ts';
import type { OpenQuestion } from './open-questions.ts';
import { reasonFor } from './change-status.ts';
import type { RequestContext } from './context.ts';
import { takeFiles } from './message-files.ts';
import { staffMembers } from './people.ts';
import { recordSteps } from './start-actions.ts';
import type { SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyAutomaticTransitions, applyTransition, type TransitionResult } from './steps.ts';
import { statusNotice } from './notices.ts';

/** A call about one request, which is locked. */
export interface ConversationContext extends RequestContext {
  row: SubmissionRow;
}

export interface Said {
  kind: MessageKind;
  text: string;
  files: readonly string[];
  state?: AskState;
  answerTo?: number;
}

export interface Stored {
  id: number;
  noticeText: string;
}

export async function store({ tx, row, author }: ConversationContext, said: Said): Promise<Stored> {
  const { id } = await tx
    .insertInto('requestMessages')
    .values({
      submissionId: row.id,
      kind: said.kind,
      text: said.text,
      authorKind: row.submittedById === author.id ? 'Customer' : 'Staff',
      authorId: author.id,
      authorName: author.name.slice(0, 120),
      state: said.state ?? null,
      answerTo: said.answerTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const names = await takeFiles(tx, said.files, { userId: author.id ?? 0, submissionId: row.id, messageId: id });
  // Files are not sent by mail: it names them.
  const attached = names.length === 0 ? [] : [`Attached: ${names.join(', ')}`];
  return { id, noticeText: [...(said.text === '' ? [] : [said.text]), ...attached].join('\n\n') };
}

/** The request after the customer's answer. A stale one is reopened first, where the workflow allows that to its customer. */
export async function returned(context: ConversationContext, now: string): Promise<TransitionResult> {
  const { workflow, row } = context;
  const asCustomer = { kinds: ['customer' as const], own: true, now };
  let result: TransitionResult = { row, changes: [] };
  if (row.status === 'Stale') {
    const up = transitionTo(workflow, row, asCustomer, 'CustomerActionNeeded');
    if (up) result = await applied(context, result, up, 'customer');
  }
  const back = openTransitions(workflow, result.row, asCustomer).find(({ answer }) => answer);
  return back ? applied(context, result, back, 'customer') : result;
}

export async function applied(
  { tx, now, row }: ConversationContext,
  result: TransitionResult,
  transition: Transition,
  by: 'customer' | 'staff',
): Promise<TransitionResult> {
  const remembered = await reasonFor(tx, row.id, result.row.returnStack.at(-1));
  return applyTransition(result, transition, { by, now, remembered });
}

/** A message of the customer: it reopens a stale request, and waiting begins again. */
export async function noteReply(context: ConversationContext, messageId: number): Promise<void> {
  const { workflow, row, now } = context;
  const asCustomer = { kinds: ['customer' as const], own: true, now };
  const back =
    row.status === 'Stale' ? openTransitions(workflow, row, asCustomer).find(({ to }) => to === '$return') : undefined;
  if (back) await moved(context, await applied(context, { row, changes: [] }, back, 'customer'), messageId);
  else if (STALE_FROM.includes(row.status))
    await updateSubmission(context, row, { ...row, quietSince: now, remindersSent: 0 });
}

/** Stores what a message leads to, and returns the request after it. */
export async function moved(
  context: ConversationContext,
  result: TransitionResult,
  messageId: number,
): Promise<SubmissionRow> {
  const { workflow, row, now } = context;
  const final = applyAutomaticTransitions(result, workflow, now);
  await updateSubmission(context, row, final.row);
  await recordSteps(
    context,
    final.row,
    final.changes.map((change) => ({ ...change, messageId })),
  );
  return final.row;
}

/**
 * The staff to notify: the authors of the open questions, and the assignee. Where none of them processes requests anymore, all staff of
 * requests.
 */
export async function staffFor(
  { services, tx, row }: ConversationContext,
  asks: readonly OpenQuestion[],
): Promise<number[]> {
  const waiting = [...asks.map(({ authorId }) => authorId), row.assignedToId].filter((id) => id !== null);
  const known = waiting.length > 0 ? await staffMembers(services, tx, waiting) : [];
  return (known.length > 0 ? known : await staffMembers(services, tx)).map(({ id }) => id);
}

/** Notifies the other side: the customer, or these members of the staff. */
export async function notifyOtherSide(
  context: ConversationContext,
  event: string,
  text: string,
  recipients: readonly number[],
  values: Notice['values'] = {},
): Promise<void> {
  const { services, tx, row } = context;
  const { notice, author } = await statusNotice(context, row, text);
  await notify(services, tx, {
    ...notice,
    ...author,
    event,
    audience: row.submittedById === context.author.id ? 'staff' : 'customer',
    recipients,
    values: { ...notice.values, message: text, ...values },
    written: text,
  });
}
