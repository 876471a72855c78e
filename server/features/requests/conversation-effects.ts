import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AskState, MessageKind } from '../../../domain/messages/messages.ts';
import { openTransitions, transitionTo, type Transition, type Workflow } from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { notify, type Notice } from '../messages/notify.ts';
import type { Ask } from './asks.ts';
import { reasonFor } from './change-status.ts';
import { takeFiles } from './message-files.ts';
import { staffMembers } from './people.ts';
import { recordChanges, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyAutomaticTransitions, applyTransition, type TransitionResult } from './steps.ts';
import { statusNotice, type Who } from './tell.ts';

/** A call about a locked request. */
export interface ConversationContext {
  services: Services;
  workflow: Workflow;
  tx: Tx;
  actor: Actor;
  row: SubmissionRow;
  who: Who;
  now: string;
}

export interface Said {
  kind: MessageKind;
  text: string;
  files: readonly string[];
  state?: AskState;
  answerTo?: number;
}

/** A message, and the text of its notice. */
export interface Stored {
  id: number;
  noticeText: string;
}

export async function store({ tx, row, who }: ConversationContext, said: Said): Promise<Stored> {
  const { id } = await tx
    .insertInto('requestMessages')
    .values({
      submissionId: row.id,
      kind: said.kind,
      text: said.text,
      authorKind: row.submittedById === who.id ? 'Customer' : 'Staff',
      authorId: who.id,
      authorName: who.name.slice(0, 120),
      state: said.state ?? null,
      answerTo: said.answerTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const names = await takeFiles(tx, said.files, { userId: who.id ?? 0, submissionId: row.id, messageId: id });
  // Files are not mailed: the mail names them.
  const attached = names.length === 0 ? [] : [`Attached: ${names.join(', ')}`];
  return { id, noticeText: [...(said.text === '' ? [] : [said.text]), ...attached].join('\n\n') };
}

/**
 * The request after the customer's answer. One that was put aside is first reopened, if the workflow allows its
 * customer to.
 */
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
  return applyTransition(result, transition, by, {}, now, remembered);
}

/** Writes what a message has led to, and returns the request as it is then. */
export async function moved(
  context: ConversationContext,
  result: TransitionResult,
  messageId: number,
): Promise<SubmissionRow> {
  const { services, workflow, tx, actor, row, who, now } = context;
  const final = applyAutomaticTransitions(result, workflow, now);
  await updateSubmission(services, tx, actor, row, final.row);
  await recordChanges(
    tx,
    row.id,
    who,
    final.changes.map((change) => ({ ...change, messageId })),
  );
  return final.row;
}

/**
 * The staff to notify: the authors of the open questions, and the assignee. Where none of them processes requests any more, all staff of
 * requests.
 */
export async function staffFor({ services, tx, row }: ConversationContext, asks: readonly Ask[]): Promise<number[]> {
  const waiting = [...asks.map(({ authorId }) => authorId), row.assignedToId].filter((id) => id !== null);
  const known = waiting.length > 0 ? await staffMembers(services, tx, waiting) : [];
  return (known.length > 0 ? known : await staffMembers(services, tx)).map(({ id }) => id);
}

/** Notifies the customer, or these members of the staff. */
export async function notifyOtherSide(
  { services, tx, row, who }: ConversationContext,
  event: string,
  text: string,
  recipients: readonly number[],
  values: Notice['values'] = {},
): Promise<void> {
  const { notice, author } = await statusNotice(tx, row, who, text);
  await notify(services, tx, {
    ...notice,
    ...author,
    event,
    audience: row.submittedById === who.id ? 'staff' : 'customer',
    recipients,
    values: { ...notice.values, message: text, ...values },
    written: text,
  });
}
