import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AllowedTransition } from '../../../domain/requests/workflow.ts';
import {
  TRANSITION_INPUTS,
  STATUSES,
  allowedTransitions,
  commonTransitions,
  transitionTo,
} from '../../../domain/requests/workflow.ts';
import type {
  TransitionContext,
  ActorKind,
  TransitionInput,
  Status,
  Transition,
  Workflow,
} from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { actorKinds, relationOf } from './relation.ts';
import type { Relation } from './relation.ts';
import { accountName } from './people.ts';
import { askFor } from './asks.ts';
import { missingInput, noSuchStep, notFound, outdated } from './refusals.ts';
import { lockedSubmissions, recordChanges, submissionRows } from './rows.ts';
import type { SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyTransition, applyOverride, applyAutomaticTransitions } from './steps.ts';
import type { TransitionResult, StepInput } from './steps.ts';
import { notifyOfStatus } from './tell.ts';
import { visibleIds } from './visible.ts';

export interface StatusRequest extends StepInput {
  items: { id: number; from: Status }[];
  to: Status;
  override?: true | undefined;
}

const REQUIRED = 'This field is required';

/** All requests or none, with a refusal that names the blocking ones. */
export async function changeStatuses(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  wanted: StatusRequest,
): Promise<number> {
  return services.engine.transaction(async (tx) => {
    const rows = await lockedRows(
      services,
      tx,
      actor,
      wanted.items.map((item) => item.id),
    );
    const late = rows.filter((row) => wanted.items.some((item) => item.id === row.id && item.from !== row.status));
    if (late.length > 0) throw outdated(late);
    const name = await accountName(tx, actor.id);
    const now = services.clock.instant();
    const steps = rows.map((row) => stepOf(workflow, row, actor, wanted, now));
    const refused = steps.filter((step) => step.transition === null && !step.override).map((step) => step.row);
    if (refused.length > 0) throw noSuchStep(refused, wanted.to);
    checkInput(
      steps.flatMap((step) => (step.override ? ['reason' as const] : (step.transition?.inputs ?? []))),
      wanted,
      services,
    );
    for (const step of steps) await move(services, workflow, tx, actor, name, step, wanted, now);
    return rows.length;
  });
}

/** The transitions that this person may apply to all of the requests. */
export async function transitionsFor(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  ids: readonly number[],
): Promise<AllowedTransition[]> {
  const visible = await visibleIds(services, actor, ids);
  if (visible.size < new Set(ids).size) throw notFound('One of the requests');
  const now = services.clock.instant();
  const rows = await submissionRows(services.db, ids);
  return commonTransitions(
    rows.map((row) => allowedTransitions(workflow, row, transitionContext(relationOf(actor, row.submittedById), now))),
  );
}

export function transitionContext(relation: Relation, now: string): TransitionContext {
  return { kinds: actorKinds(relation), own: relation.own, now };
}

/** The statuses that a RequestsAdmin may set outside the workflow. */
export function overridesOf(row: SubmissionRow, relation: Relation): Status[] {
  return relation.admin ? STATUSES.filter((status) => status !== row.status && status !== 'Unknown') : [];
}

async function lockedRows(services: Services, tx: Tx, actor: Actor, ids: readonly number[]): Promise<SubmissionRow[]> {
  const visible = await visibleIds(services, actor, ids, tx);
  const missing = ids.filter((id) => !visible.has(id));
  if (missing.length > 0) throw notFound(`Request ${missing.map((id) => `#${id}`).join(', ')}`);
  return lockedSubmissions(services, tx, ids);
}

interface Step {
  row: SubmissionRow;
  transition: Transition | null;
  override: boolean;
  by: ActorKind;
}

function stepOf(workflow: Workflow, row: SubmissionRow, actor: Actor, wanted: StatusRequest, now: string): Step {
  const relation = relationOf(actor, row.submittedById);
  const overriding = wanted.override === true && overridesOf(row, relation).includes(wanted.to);
  const transition = wanted.override ? null : transitionTo(workflow, row, transitionContext(relation, now), wanted.to);
  const by = relation.own && (transition?.by.includes('customer') ?? false) ? 'customer' : 'staff';
  return { row, transition, override: overriding, by };
}

function checkInput(inputs: readonly TransitionInput[], input: StepInput, { clock, model }: Services): void {
  const given: Record<TransitionInput, unknown> = {
    reason: input.reason?.trim() || undefined,
    cost: input.costCents,
    expectedOn: input.expectedOn,
  };
  const names: Record<TransitionInput, string> = { reason: 'reason', cost: 'costCents', expectedOn: 'expectedOn' };
  const errors: Record<string, string> = {};
  for (const name of TRANSITION_INPUTS) {
    if (inputs.includes(name) && given[name] === undefined) errors[names[name]] = REQUIRED;
    if (!inputs.includes(name) && name !== 'reason' && given[name] !== undefined)
      errors[names[name]] = 'This change of status takes no such value';
  }
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: model.site.timezone }).format(clock.now());
  if (input.expectedOn !== undefined && !errors['expectedOn'] && input.expectedOn < today)
    errors['expectedOn'] = 'Enter a date that is not past';
  if (Object.keys(errors).length > 0) throw missingInput(errors);
}

async function move(
  services: Services,
  workflow: Workflow,
  tx: Tx,
  actor: Actor,
  name: string,
  step: Step,
  input: StatusRequest,
  now: string,
): Promise<void> {
  const { row, transition, by } = step;
  const said: StepInput = {
    reason: input.reason?.trim() || undefined,
    costCents: input.costCents,
    expectedOn: input.expectedOn,
  };
  const initial: TransitionResult = {
    row: transition?.claims && row.assignedToId === null ? { ...row, assignedToId: actor.id } : row,
    changes: [],
  };
  const remembered = transition?.to === '$return' ? await reasonFor(tx, row.id, row.returnStack.at(-1)) : null;
  const result = transition
    ? applyTransition(initial, transition, by, said, now, remembered)
    : applyOverride(initial, input.to, said, now);
  const final = step.override ? result : applyAutomaticTransitions(result, workflow, now);
  await updateSubmission(services, tx, actor, row, final.row);
  // Sending a request back to its customer is asking for changed answers.
  const isAsk =
    final.row.status === 'CustomerActionNeeded' && transition?.to !== '$return' && said.reason !== undefined;
  const messageId = isAsk ? await askFor(tx, row.id, { id: actor.id, name }, said.reason ?? '') : undefined;
  const changes = final.changes.map((change) => (messageId === undefined ? change : { ...change, messageId }));
  await recordChanges(tx, row.id, { id: actor.id, name }, changes);
  await notifyOfStatus(services, tx, final.row, final.changes, { id: actor.id, name });
  if (final.row.assignedToId !== row.assignedToId) {
    await recordChanges(tx, row.id, { id: actor.id, name }, [
      { kind: 'assigned', from: null, to: null, actorKind: 'staff', reason: null, text: `Assigned to ${name}` },
    ]);
  }
}

/** A status returned to keeps the reason with which it was first entered. */
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
