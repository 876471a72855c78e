import type { Actor } from '../../../domain/declarations/actor.ts';
import {
  openTransitions,
  transitionTo,
  type RequestState,
  type Status,
  type Transition,
  type TransitionContext,
  type Workflow,
} from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import { costAt } from './agreed-price.ts';
import { askFor } from './open-questions.ts';
import type { RequestContext } from './context.ts';
import { notifyOfStatus } from './notices.ts';
import { actorKinds, relationOf, type Relation } from './relation.ts';
import { closeQuote, sendQuote, type NewQuote } from './quotes.ts';
import { recordSteps } from './start-actions.ts';
import { recordChanges, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import {
  applyAutomaticTransitions,
  applyOverride,
  applyTransition,
  type Step,
  type StepInput,
  type TransitionResult,
} from './steps.ts';

export function transitionContext(relation: Relation, now: string): TransitionContext {
  return { kinds: actorKinds(relation), own: relation.own, now };
}

/** The transition by which the person takes the request to this status, or null. */
export function transitionOf(
  { workflow, actor, now }: { workflow: Workflow; actor: Actor; now: string },
  row: RequestState & { submittedById: number },
  to: Status,
): Transition | null {
  return transitionTo(workflow, row, transitionContext(relationOf(actor, row.submittedById), now), to);
}

/** Applies a transition of the workflow, with the automatic ones that follow from it. */
export async function changeStatus(
  context: RequestContext,
  row: SubmissionRow,
  transition: Transition,
  input: StepInput & { quote?: NewQuote },
): Promise<void> {
  const { tx } = context;
  const isReturn = transition.to === '$return';
  const remembered = isReturn ? await reasonFor(tx, row.id, row.returnStack.at(-1)) : null;
  const stored = await statusResult(context, row, transition, { ...input, remembered });
  const { reason, quote } = input;
  await store(context, row, stored, { ...(!isReturn && { question: reason }), quote });
}

/** What `changeStatus` leads to. A price that staff enter is that of the whole request, also when a part of it is paid. */
export async function statusResult(
  context: Pick<RequestContext, 'workflow' | 'tx' | 'actor' | 'now'>,
  row: SubmissionRow,
  transition: Transition,
  input: StepInput & Pick<Step, 'remembered'>,
): Promise<TransitionResult> {
  const { workflow, tx, actor, now } = context;
  const { own } = relationOf(actor, row.submittedById);
  const isClaimed = transition.claims === true && row.assignedToId === null;
  const initial = { row: isClaimed ? { ...row, assignedToId: actor.id } : row, changes: [] };
  const by = own && transition.by.includes('customer') ? 'customer' : 'staff';
  const costCents = input.costCents === undefined ? undefined : await costAt(tx, row, input.costCents);
  const result = applyTransition(initial, transition, { ...input, costCents, by, now });
  return applyAutomaticTransitions(result, workflow, now);
}

/** Sets a status against the workflow. */
export async function overrideStatus(
  context: RequestContext,
  row: SubmissionRow,
  to: Status,
  reason: string,
): Promise<void> {
  await store(context, row, applyOverride({ row, changes: [] }, to, reason, context.now), { question: reason });
}

/** Records what was paid or refunded, and the price with its discount and tax, with the automatic transitions that follow. */
export async function applyPayment(
  context: RequestContext,
  row: SubmissionRow,
  amounts: Pick<SubmissionRow, 'costCents' | 'paidCents'>,
  text: string,
): Promise<void> {
  const { workflow, tx, author, now } = context;
  const change = { kind: 'priced', from: null, to: null, actorKind: 'system', reason: null, text } as const;
  await recordChanges(tx, row.id, author, [change]);
  const paid = { row: { ...row, ...amounts }, changes: [] };
  const isReopened = row.status === 'Stale' && amounts.paidCents > row.paidCents;
  // Also when someone else pays for the customer.
  const asCustomer = { kinds: ['customer' as const], own: true, now };
  const reopening = isReopened
    ? openTransitions(workflow, row, asCustomer).find(({ to }) => to === '$return')
    : undefined;
  const reopened = reopening ? applyTransition(paid, reopening, { by: 'customer', now }) : paid;
  await store(context, row, applyAutomaticTransitions(reopened, workflow, now), {});
}

/** Sending a request back to its customer asks for changed answers, with the reason as the question. */
async function store(
  context: RequestContext,
  before: SubmissionRow,
  { row, changes }: TransitionResult,
  { question, quote }: { question?: string | undefined; quote?: NewQuote | undefined },
): Promise<void> {
  const { tx, author } = context;
  await updateSubmission(context, before, row);
  await closeQuote(
    tx,
    row.id,
    changes.map(({ to }) => to),
  );
  if (quote) await sendQuote(context, row, quote);
  const isAsk = row.status === 'CustomerActionNeeded' && question !== undefined;
  const message = isAsk ? { messageId: await askFor(tx, row.id, author, question) } : {};
  await recordSteps(
    context,
    row,
    changes.map((change) => ({ ...change, ...message })),
  );
  await notifyOfStatus(context, row, changes);
  if (row.assignedToId === before.assignedToId) return;
  const text = `Assigned to ${author.name}`;
  await recordChanges(tx, row.id, author, [
    { kind: 'assigned', from: null, to: null, actorKind: 'staff', reason: null, text },
  ]);
}

/** When a request returns to a status, its first reason applies again. */
export async function reasonFor(tx: Tx, submissionId: number, status: Status | undefined): Promise<string | null> {
  const entered = await tx
    .selectFrom('statusChanges')
    .select('reason')
    .where('submissionId', '=', submissionId)
    .where('to', '=', status ?? null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entered?.reason ?? null;
}
