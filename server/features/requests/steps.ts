import { formatMoney } from '../../../domain/money.ts';
import { priceOf } from '../../../domain/pricing.ts';
import {
  DONE,
  STATUS_LABELS,
  automaticTransition,
  dueCents,
  stackAfter,
  stackAfterOverride,
  targetOf,
} from '../../../domain/workflow.ts';
import type { ActorKind, Status, Transition, Workflow } from '../../../domain/workflow.ts';
import type { StatusChange, SubmissionRow } from './rows.ts';

/** What a person said with a change of status. */
export interface StepInput {
  reason?: string | undefined;
  costCents?: number | undefined;
  expectedOn?: string | undefined;
}

/** A request on its way: the row as it becomes, and the lines of history that led there. */
export interface Course {
  row: SubmissionRow;
  changes: StatusChange[];
}

/** Follows one row of the table; `remembered` is the reason that a status returned to was entered with. */
export function follow(
  course: Course,
  transition: Transition,
  by: ActorKind,
  input: StepInput,
  now: string,
  remembered?: string | null,
): Course {
  const to = targetOf(transition, course.row);
  if (!to) throw new Error(`The step from ${course.row.status} leads nowhere`);
  return enter(
    course,
    to,
    stackAfter(transition, course.row),
    by,
    { ...input, reason: input.reason ?? remembered ?? undefined },
    now,
  );
}

/** Sets a status against the table. It moves no money. */
export function override(course: Course, to: Status, input: StepInput, now: string): Course {
  const { row } = course;
  const next = {
    ...row,
    status: to,
    statusSince: now,
    returnStack: stackAfterOverride(to, row),
    reason: input.reason ?? null,
  };
  return { row: next, changes: [...course.changes, changeOf(row, next, 'staff', input, 'Overridden')] };
}

/** Lets the system do what follows by itself. */
export function settle(course: Course, workflow: Workflow, now: string): Course {
  let settled = course;
  for (let count = 0; count < 10; count += 1) {
    const transition = automaticTransition(workflow, settled.row, now);
    if (!transition) return settled;
    settled = follow(settled, transition, 'system', {}, now);
  }
  throw new Error(`config/workflow.json lets ${settled.row.status} go round without end`);
}

function enter(
  course: Course,
  to: Status,
  returnStack: Status[],
  by: ActorKind,
  input: StepInput,
  now: string,
): Course {
  const { row } = course;
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
  return { row: next, changes: [...course.changes, changeOf(row, next, by, input, '')] };
}

/** The price stands once it is agreed; sending new answers or asking for another quote opens it again. */
function costAfter(row: SubmissionRow, to: Status, input: StepInput): number | null {
  if (input.costCents !== undefined) return input.costCents;
  if (to === 'Submitted') return priceOf(row.costType, row.data);
  return to === 'UnderReview' && row.status !== 'CustomerActionNeeded' && row.status !== 'Stale' ? null : row.costCents;
}

function changeOf(
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
