import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { InputsForRows, PlanNote } from '../../../domain/calls/action-parts.ts';
import {
  STATUSES,
  STATUS_LABELS,
  type Status,
  type Transition,
  type TransitionInput,
} from '../../../domain/requests/workflow.ts';
import { didYouMean } from '../../declarations/faults.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, NoticeServices } from '../../services.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { refundedEffect, refundInput, refundNotes, wantsRefund } from '../payments/refund-choice.ts';
import { refundLater } from '../payments/void.ts';
import { SHELF, shelfText } from '../pickups/shelf.ts';
import { requestRefunds } from './request-refunds.ts';
import { changeStatus, overrideStatus, transitionOf } from './change-status.ts';
import { addRetryCommand } from './retry-actions.ts';
import { addCorrectPriceCommand } from './correct-price.ts';
import { requestContext } from './context.ts';
import { notifyOfAssignment } from './notices.ts';
import { staffMembers } from './people.ts';
import { recordChanges, submissionRows, type SubmissionRow } from './rows.ts';
import { expiredQuotes } from './quotes.ts';
import { updateSubmission } from './save.ts';
import { addTakePaymentCommand } from './take-payment.ts';
import { effectNotes, seenAmounts, statusEffects } from './status-effect.ts';
import { inputsForStatus, readStatusInput, REASON, STATUS_INPUTS, withDefault } from './status-inputs.ts';
import { workflowOf } from './workflow-file.ts';

type Rows = CommandRows<'submissions'>;

export function addRequestCommands(services: CommandServices): void {
  addStatusCommand(services);
  addOverrideCommand(services);
  addAssignCommand(services);
  addShelfCommand(services);
  addCorrectPriceCommand(services);
  addTakePaymentCommand(services);
  addRetryCommand(services);
}

/** Changes the status of requests to `to`, by the workflow (config/workflow.json). */
function addStatusCommand(services: CommandServices): void {
  const transitionsOf = (call: Rows) => findTransitions(services, call);
  services.engine.command('requests.changeStatus', {
    resource: 'submissions',
    unchanged: 'status',
    inputs: STATUS_INPUTS,
    planned: ['refund', 'costCents', 'quoteLines'],
    check: (_resource, { options }, report) => {
      const to = String(options['to']);
      if (!(STATUSES as readonly string[]).includes(to))
        report(['options', 'to'], `There is no status "${to}"${didYouMean(to, STATUSES)}`);
    },
    refusals: async (call) => {
      const possible = (await transitionsOf(call)).map(({ row }) => row.id);
      const refused = call.rows.filter(({ id }) => !possible.includes(id));
      const to = targetStatus(call);
      return new Map([
        ...refused.map(({ id, status }): [number, string] => [
          id,
          `It cannot go from ${STATUS_LABELS[status]} to ${STATUS_LABELS[to]}.`,
        ]),
        ...(to === 'Accepted' ? await expiredQuotes(services, call.tx, possible) : []),
      ]);
    },
    inputsFor: async (call) => ({
      ...statusInputs(services, await transitionsOf(call)),
      ...refundInput(await refundsOfCanceling(call)),
    }),
    effect: async (call) =>
      isCanceling(call)
        ? refundedEffect(call, await refundsOfCanceling(call))
        : seenAmounts(await statusEffects(services, call, await transitionsOf(call))),
    notes: async (call) =>
      isCanceling(call)
        ? cancelNotes(call)
        : effectNotes(await statusEffects(services, call, await transitionsOf(call))),
    run: async (call) => {
      const context = await requestContext(services, call.tx, call.actor);
      const transitions = await transitionsOf(call);
      const input = readStatusInput(services, call, neededInputs(transitions));
      const reason = input.reason ?? 'The request is canceled.';
      const refunded = wantsRefund(call) ? await refundsOfCanceling(call) : [];
      for (const { row, transition } of transitions) await changeStatus(context, row, transition, input);
      for (const thing of refunded)
        refundLater(services, call.tx, {
          ...{ endpoint: 'request', ...thing, actor: call.actor, reason: reason.slice(0, 500) },
        });
    },
  });
}

/** What is refunded when the requests are canceled. */
async function refundsOfCanceling(call: Rows): Promise<ThingRefund[]> {
  if (!isCanceling(call)) return [];
  return requestRefunds(call.tx, rowIds(call.rows));
}

async function cancelNotes(call: Rows): Promise<PlanNote[]> {
  const things = await refundsOfCanceling(call);
  if (things.length === 0) return ['Nothing has been paid, so nothing is refunded.'];
  return refundNotes(call, { endpoint: 'request', things });
}

function isCanceling(call: Rows): boolean {
  return targetStatus(call) === 'Canceled';
}

function targetStatus({ options }: Rows): Status {
  return options['to'] as Status;
}

interface Possible {
  row: SubmissionRow;
  transition: Transition;
}

/** The requests that the caller can take to the target, each with its transition. */
async function findTransitions(services: NoticeServices, call: Rows): Promise<Possible[]> {
  const workflow = workflowOf(services);
  const now = services.clock.instant();
  const to = targetStatus(call);
  // Most actions are possible in few statuses: for the others nothing more is read.
  const candidates = call.rows.filter(({ status, returnStack }) =>
    workflow.transitions.some(
      (one) => one.from.includes(status) && (one.to === to || (one.to === '$return' && returnStack?.at(-1) === to)),
    ),
  );
  const rows = await readRows(call, candidates);
  return rows.flatMap((row) => {
    const transition = transitionOf({ workflow, actor: call.actor, now }, row, to);
    return transition ? [{ row, transition }] : [];
  });
}

async function readRows({ tx, memo }: Rows, wanted: Rows['rows']): Promise<SubmissionRow[]> {
  const known =
    (memo.get('submissionRows') as Map<number, SubmissionRow> | undefined) ?? new Map<number, SubmissionRow>();
  memo.set('submissionRows', known);
  const missing = rowIds(wanted).filter((id) => !known.has(id));
  for (const row of await submissionRows(tx, missing)) known.set(row.id, row);
  return wanted.flatMap(({ id }) => known.get(id) ?? []);
}

function neededInputs(possible: readonly Possible[]): Set<TransitionInput> {
  return new Set(possible.flatMap(({ transition }) => transition.inputs ?? []));
}

function statusInputs(services: NoticeServices, possible: readonly Possible[]): InputsForRows {
  const [only] = possible.length === 1 ? possible : [];
  return inputsForStatus(services, neededInputs(possible), only?.row);
}

/** Sets a status that the workflow does not allow. */
function addOverrideCommand(services: CommandServices): void {
  const choices = STATUSES.filter((status) => status !== 'Unknown');
  services.engine.command('requests.overrideStatus', {
    resource: 'submissions',
    unchanged: 'status',
    inputs: {
      required: ['to', 'reason'],
      properties: {
        to: { type: 'string', title: 'Status', enum: choices, 'x-labels': STATUS_LABELS },
        reason: REASON,
      },
    },
    refusals: async ({ actor, rows }) => onlyCapable(isCapable(actor, 'administerRequests'), rows),
    run: async ({ tx, actor, rows, inputs }) => {
      const to = inputs['to'] as Status;
      const context = await requestContext(services, tx, actor);
      for (const row of await submissionRows(tx, rowIds(rows)))
        if (row.status !== to) await overrideStatus(context, row, to, String(inputs['reason']).trim());
    },
  });
}

/** Assigns requests to `$user` (the caller), to no one (null), or to the person that is entered. */
function addAssignCommand(services: CommandServices): void {
  services.engine.command('requests.assign', {
    resource: 'submissions',
    inputs: (_resource, { options }) => ({
      required: options['to'] === undefined ? ['assignedToId'] : [],
      properties: options['to'] === undefined ? { assignedToId: { type: 'integer', title: 'Assign to' } } : {},
    }),
    check: (_resource, { options }, report) => {
      if (!['$user', null, undefined].includes(options['to'] as string | null | undefined))
        report(['options', 'to'], 'Write "$user" or null, or leave it out to ask for a person');
    },
    refusals: async ({ actor, rows }) => onlyCapable(isCapable(actor, 'processRequests'), rows),
    inputsFor: async ({ tx, rows, options }) => {
      if (options['to'] !== undefined) return {};
      const staff = await staffMembers(services, tx);
      const labels = Object.fromEntries(staff.map(({ id, name, username }) => [id, `${name} (${username})`]));
      const present = rows.length === 1 ? staff.find(({ id }) => id === rows[0]?.assignedToId) : undefined;
      return {
        assignedToId: { ...withDefault(present?.id ?? null), enum: staff.map(({ id }) => id), 'x-labels': labels },
      };
    },
    run: async ({ tx, actor, rows, options, inputs }) => {
      const to = options['to'] === undefined ? inputs['assignedToId'] : options['to'] === null ? null : actor.id;
      const assignee = to === null ? null : (await staffMembers(services, tx)).find(({ id }) => id === to);
      if (assignee === undefined) throw invalid({ assignedToId: 'Choose one of the staff' });
      const context = await requestContext(services, tx, actor);
      const text = assignee ? `Assigned to ${assignee.name}` : 'Unassigned';
      const assignedToId = assignee?.id ?? null;
      for (const row of await submissionRows(tx, rowIds(rows))) {
        if (row.assignedToId === assignedToId) continue;
        const after: SubmissionRow = { ...row, assignedToId };
        await updateSubmission(context, row, after);
        await recordChanges(tx, row.id, context.author, [
          { kind: 'assigned', from: null, to: null, actorKind: 'staff', reason: null, text },
        ]);
        await notifyOfAssignment(context, after);
      }
    },
  });
}

/** Where requests wait for their customers. */
function addShelfCommand(services: CommandServices): void {
  services.engine.command('requests.setShelf', {
    resource: 'submissions',
    inputs: { properties: { shelf: SHELF } },
    refusals: async ({ actor, rows }) => onlyCapable(isCapable(actor, 'processRequests'), rows),
    inputsFor: async ({ rows }) => ({
      shelf: { isOptional: true, ...withDefault(rows.length === 1 ? (rows[0]?.shelf ?? null) : null) },
    }),
    run: async ({ tx, actor, rows, inputs }) => {
      const context = await requestContext(services, tx, actor);
      const shelf = shelfText(inputs['shelf']);
      for (const row of await submissionRows(tx, rowIds(rows)))
        if (row.shelf !== shelf) await updateSubmission(context, row, { ...row, shelf });
    },
  });
}

function rowIds(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function onlyCapable(isAllowed: boolean, rows: readonly { id: number }[]): Map<number, string> {
  return new Map(isAllowed ? [] : rows.map(({ id }) => [id, 'Only people who process requests can do this.']));
}
