import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import {
  STATUSES,
  STATUS_LABELS,
  type Status,
  type Transition,
  type TransitionInput,
} from '../../../domain/requests/workflow.ts';
import { didYouMean } from '../../declarations/faults.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { Needs, NoticeServices, Services } from '../../services.ts';
import { changeStatus, overrideStatus, transitionOf } from './change-status.ts';
import { addCorrectPriceCommand } from './correct-price.ts';
import { requestContext } from './context.ts';
import { notifyOfAssignment } from './notices.ts';
import { staffMembers } from './people.ts';
import { recordChanges, submissionRows, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { workflowOf } from './workflow-file.ts';

type Rows = CommandRows<'submissions'>;
type Call = CommandCall<'submissions'>;

const REASON: PropertySchema = { type: 'string', title: 'Reason', minLength: 1, maxLength: 2000 };
const NAMES: Readonly<Record<TransitionInput, string>> = {
  reason: 'reason',
  cost: 'costCents',
  expectedOn: 'expectedOn',
};

export function addRequestCommands(services: Services): void {
  addStatusCommand(services);
  addOverrideCommand(services);
  addAssignCommand(services);
  addCorrectPriceCommand(services);
}

/** Changes the status of requests to `to`, by the workflow (config/workflow.json). */
function addStatusCommand(services: Services): void {
  const transitionsOf = (call: Rows) => findTransitions(services, call);
  services.engine.command('requests.changeStatus', {
    resource: 'submissions',
    unchanged: 'status',
    inputs: {
      properties: {
        costCents: { type: 'integer', title: 'Cost', 'x-money': true, minimum: 0, maximum: 100_000_000 },
        expectedOn: { type: 'string', title: 'Expected on', format: 'date' },
        reason: REASON,
      },
    },
    check: (_resource, { options }, report) => {
      const to = String(options['to']);
      if (!(STATUSES as readonly string[]).includes(to))
        report(['options', 'to'], `There is no status "${to}"${didYouMean(to, STATUSES)}`);
    },
    refusals: async (call) => {
      const possible = (await transitionsOf(call)).map(({ row }) => row.id);
      const refused = call.rows.filter(({ id }) => !possible.includes(id));
      const to = STATUS_LABELS[targetStatus(call)];
      return new Map(refused.map(({ id, status }) => [id, `It cannot go from ${STATUS_LABELS[status]} to ${to}.`]));
    },
    inputsFor: async (call) => {
      const [only] = call.rows.length === 1 ? call.rows : [];
      const starts = { cost: only?.costCents, expectedOn: only?.expectedOn, reason: null };
      const needed = [...neededInputs(await transitionsOf(call))];
      return Object.fromEntries(needed.map((name) => [NAMES[name], withDefault(starts[name] ?? null)]));
    },
    run: async (call) => {
      const context = await requestContext(services, call.tx, call.actor);
      const transitions = await transitionsOf(call);
      const input = readInput(services, call, neededInputs(transitions));
      for (const { row, transition } of transitions) await changeStatus(context, row, transition, input);
    },
  });
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

function withDefault(value: string | number | null): Partial<PropertySchema> {
  return value === null ? {} : { default: value };
}

function readInput({ clock, model }: Needs<'clock' | 'model'>, { inputs }: Call, needed: ReadonlySet<TransitionInput>) {
  const { reason, costCents, expectedOn } = inputs as { reason?: string; costCents?: number; expectedOn?: string };
  const errors: Record<string, string> = {};
  for (const [name, value] of [
    ['cost', costCents],
    ['expectedOn', expectedOn],
  ] as const)
    if (!needed.has(name) && (value ?? null) !== null)
      errors[NAMES[name]] = 'This status change does not accept this value';
  const today = localDate(clock.now(), model.site.timezone);
  if (expectedOn && expectedOn < today && !errors['expectedOn']) errors['expectedOn'] = 'Enter a date that is not past';
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    reason: reason?.trim() || undefined,
    costCents: costCents ?? undefined,
    expectedOn: expectedOn ?? undefined,
  };
}

/** Sets a status that the workflow does not allow. */
function addOverrideCommand(services: Services): void {
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
function addAssignCommand(services: Services): void {
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
      const text = assignee ? `Assigned to ${assignee.name}` : 'Assigned to no one';
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

function rowIds(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function onlyCapable(isAllowed: boolean, rows: readonly { id: number }[]): Map<number, string> {
  return new Map(isAllowed ? [] : rows.map(({ id }) => [id, 'Only people who process requests may do this.']));
}
