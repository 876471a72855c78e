import { formatMoney } from '../../../domain/values/money.ts';
import { priceOf } from '../../../domain/requests/pricing.ts';
import {
  DONE,
  STATUS_LABELS,
  automaticTransition,
  dueCents,
  stackAfter,
  stackAfterOverride,
  transitionTarget,
} from '../../../domain/requests/workflow.ts';
import type { ActorKind, Status, Transition, Workflow } from '../../../domain/requests/workflow.ts';
import type { StatusChange, SubmissionRow } from './rows.ts';

export interface StepInput {
  reason?: string | undefined;
  costCents?: number | undefined;
  expectedOn?: string | undefined;
}

/** The row after a transition, and the history entries of every step. */
export interface TransitionResult {
  row: SubmissionRow;
  changes: StatusChange[];
}

/** Applies a transition of the workflow. `remembered`: the reason given when the status returned to was first entered. */
export function applyTransition(
  current: TransitionResult,
  transition: Transition,
  by: ActorKind,
  input: StepInput,
  now: string,
  remembered?: string | null,
): TransitionResult {
  const to = transitionTarget(transition, current.row);
  if (!to) throw new Error(`The step from ${current.row.status} leads nowhere`);
  return enter(
    current,
    to,
    stackAfter(transition, current.row),
    by,
    { ...input, reason: input.reason ?? remembered ?? undefined },
    now,
  );
}

/** Sets a status that the workflow does not allow. Payments are unaffected. */
export function applyOverride(current: TransitionResult, to: Status, input: StepInput, now: string): TransitionResult {
  const { row } = current;
  const next = {
    ...row,
    status: to,
    statusSince: now,
    returnStack: stackAfterOverride(to, row),
    reason: input.reason ?? null,
  };
  return {
    row: next,
    changes: [...current.changes, { ...statusChange(row, next, 'staff', input, 'Overridden'), isOverride: true }],
  };
}

/** Applies automatic transitions until none is left. Throws if they form a cycle. */
export function applyAutomaticTransitions(
  current: TransitionResult,
  workflow: Workflow,
  now: string,
): TransitionResult {
  let reached = current;
  for (let count = 0; count < 10; count += 1) {
    const transition = automaticTransition(workflow, reached.row, now);
    if (!transition) return reached;
    reached = applyTransition(reached, transition, 'system', {}, now);
  }
  throw new Error(`config/workflow.json cycles through ${reached.row.status}`);
}

function enter(
  current: TransitionResult,
  to: Status,
  returnStack: Status[],
  by: ActorKind,
  input: StepInput,
  now: string,
): TransitionResult {
  const { row } = current;
  const next: SubmissionRow = {
    ...row,
    status: to,
    statusSince: now,
    returnStack,
    reason: input.reason ?? null,
    expectedOn: DONE.includes(to) ? null : (input.expectedOn ?? row.expectedOn),
    costCents: costAfter(row, to, input),
  };
  if (to === 'PaymentComplete') next.paidCents = Math.max(row.paidCents, next.costCents ?? 0);
  return { row: next, changes: [...current.changes, statusChange(row, next, by, input, '')] };
}

/** An agreed price is fixed; resubmission or a new quote resets it. */
function costAfter(row: SubmissionRow, to: Status, input: StepInput): number | null {
  if (input.costCents !== undefined) return input.costCents;
  if (to === 'Submitted') return priceOf(row.costType, row.data);
  return to === 'UnderReview' && row.status !== 'CustomerActionNeeded' && row.status !== 'Stale' ? null : row.costCents;
}

function statusChange(
  before: SubmissionRow,
  after: SubmissionRow,
  by: ActorKind,
  input: StepInput,
  prefix: string,
): StatusChange {
  const facts = [
    ...(prefix ? [prefix] : []),
    STATUS_LABELS[after.status],
    ...(after.costCents !== null && after.costCents !== before.costCents
      ? [`Price ${formatMoney(after.costCents)}`]
      : []),
    ...(after.paidCents !== before.paidCents ? [`Paid ${formatMoney(after.paidCents - before.paidCents)}`] : []),
    ...(after.status === 'PaymentPending' && after.paidCents > 0 ? [`Due ${formatMoney(dueCents(after))}`] : []),
    ...(input.expectedOn ? [`Expected ${input.expectedOn}`] : []),
  ];
  return {
    kind: 'status',
    from: before.status,
    to: after.status,
    actorKind: by,
    reason: after.reason,
    text: facts.join(' · '),
  };
}
