import type { Actor } from '../../../domain/declarations/actor.ts';
import {
  transitionTo,
  type RequestState,
  type Status,
  type Transition,
  type TransitionContext,
  type Workflow,
} from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import { askFor } from './open-questions.ts';
import type { RequestContext } from './context.ts';
import { notifyOfStatus } from './notices.ts';
import { actorKinds, relationOf, type Relation } from './relation.ts';
import { recordChanges, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import {
  applyAutomaticTransitions,
  applyOverride,
  applyTransition,
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
  input: StepInput,
): Promise<void> {
  const { workflow, tx, actor, now } = context;
  const { own } = relationOf(actor, row.submittedById);
  const isClaimed = transition.claims === true && row.assignedToId === null;
  const initial = { row: isClaimed ? { ...row, assignedToId: actor.id } : row, changes: [] };
  const isReturn = transition.to === '$return';
  const remembered = isReturn ? await reasonFor(tx, row.id, row.returnStack.at(-1)) : null;
  const by = own && transition.by.includes('customer') ? 'customer' : 'staff';
  const result = applyTransition(initial, transition, { ...input, by, now, remembered });
  await store(context, row, applyAutomaticTransitions(result, workflow, now), isReturn ? undefined : input.reason);
}

/** Sets a status against the workflow. */
export async function overrideStatus(
  context: RequestContext,
  row: SubmissionRow,
  to: Status,
  reason: string,
): Promise<void> {
  await store(context, row, applyOverride({ row, changes: [] }, to, reason, context.now), reason);
}

/** Sending a request back to its customer asks for changed answers, with the reason as the question. */
async function store(
  context: RequestContext,
  before: SubmissionRow,
  { row, changes }: TransitionResult,
  question: string | undefined,
): Promise<void> {
  const { tx, author } = context;
  await updateSubmission(context, before, row);
  const isAsk = row.status === 'CustomerActionNeeded' && question !== undefined;
  const message = isAsk ? { messageId: await askFor(tx, row.id, author, question) } : {};
  await recordChanges(
    tx,
    row.id,
    author,
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
