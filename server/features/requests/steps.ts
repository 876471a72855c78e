import { formatMoney } from '../../../domain/values/formats.ts';
import { actionsOn } from '../../../domain/requests/form-actions.ts';
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
  /** Undefined: as it was. It stays after the pickup. */
  shelf?: string | null | undefined;
}

/** The row after a transition, and the history entries of every step. */
export interface TransitionResult {
  row: SubmissionRow;
  changes: StatusChange[];
}

/** Who makes a transition, when, and with which input. */
export interface Step extends Omit<StepInput, 'costCents'> {
  /** Null: staff set it. Default: as `costAfter`. */
  costCents?: number | null | undefined;
  by: ActorKind;
  now: string;
  /** The reason given when the status returned to was first entered. */
  remembered?: string | null;
}

export function applyTransition(current: TransitionResult, transition: Transition, step: Step): TransitionResult {
  const to = transitionTarget(transition, current.row);
  if (!to) throw new Error(`The step from ${current.row.status} leads nowhere`);
  const reason = step.reason ?? step.remembered ?? undefined;
  return enter(current, to, stackAfter(transition, current.row), { ...step, reason });
}

/** Sets a status that the workflow does not allow. Payments are unaffected. */
export function applyOverride(current: TransitionResult, to: Status, reason: string, now: string): TransitionResult {
  const { row } = current;
  const next = {
    ...row,
    ...fresh(now),
    status: to,
    returnStack: stackAfterOverride(to, row),
    reason,
  };
  const change = statusChange(row, next, { by: 'staff', now }, 'Overridden');
  return { row: next, changes: [...current.changes, { ...change, isOverride: true }] };
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
    reached = applyTransition(reached, transition, { by: 'system', now });
  }
  throw new Error(`config/workflow.json cycles through ${reached.row.status}`);
}

/** Waiting begins again with every status. */
function fresh(now: string): Pick<SubmissionRow, 'statusSince' | 'quietSince' | 'remindersSent'> {
  return { statusSince: now, quietSince: now, remindersSent: 0 };
}

function enter(current: TransitionResult, to: Status, returnStack: Status[], step: Step): TransitionResult {
  const { row } = current;
  const next: SubmissionRow = {
    ...row,
    ...fresh(step.now),
    status: to,
    hasOpenActions: row.hasOpenActions || actionsOn(row.actions, to, row.doneActions).length > 0,
    returnStack,
    reason: step.reason ?? null,
    expectedOn: DONE.includes(to) ? null : (step.expectedOn ?? row.expectedOn),
    shelf: step.shelf === undefined ? row.shelf : step.shelf,
    costCents: costAfter(row, to, step),
  };
  return { row: next, changes: [...current.changes, statusChange(row, next, step, '')] };
}

/** An agreed price is fixed; a new review resets it. */
function costAfter(row: SubmissionRow, to: Status, input: Pick<Step, 'costCents'>): number | null {
  if (input.costCents !== undefined) return input.costCents;
  return to === 'UnderReview' && row.status !== 'CustomerActionNeeded' && row.status !== 'Stale' ? null : row.costCents;
}

function statusChange(before: SubmissionRow, after: SubmissionRow, step: Step, prefix: string): StatusChange {
  const facts = [
    ...(prefix ? [prefix] : []),
    STATUS_LABELS[after.status],
    ...(after.costCents !== null && after.costCents !== before.costCents
      ? [`Price ${formatMoney(after.costCents)}`]
      : []),
    ...(after.paidCents !== before.paidCents ? [`Paid ${formatMoney(after.paidCents - before.paidCents)}`] : []),
    ...(after.status === 'PaymentPending' && after.paidCents > 0 ? [`Due ${formatMoney(dueCents(after))}`] : []),
    ...(step.expectedOn ? [`Expected ${step.expectedOn}`] : []),
  ];
  return {
    kind: 'status',
    from: before.status,
    to: after.status,
    actorKind: step.by,
    reason: after.reason,
    text: facts.join(' · '),
  };
}
