import type { CostType } from './request-form.ts';
import { isPriced } from './pricing.ts';

/** One button. Labels by the specification's section 4. */
export interface AllowedTransition {
  to: Status;
  label: string;
  /** What the dialog must ask for before it is sent. */
  inputs: TransitionInput[];
  /** Position by likelihood; 0 is the primary button. */
  order: number;
}

/** Statuses of a request, in the specification's order. */
export const STATUSES = [
  'Unknown',
  'Quoted',
  'Submitted',
  'PaymentPending',
  'PaymentComplete',
  'ReadyForFabrication',
  'InProcess',
  'Delayed',
  'ReadyForPickup',
  'Completed',
  'FabricationActionNeeded',
  'CustomerActionNeeded',
  'Canceled',
  'Stale',
  'UnderReview',
  'Accepted',
] as const;
export type Status = (typeof STATUSES)[number];

/** Nothing more happens to a request in one of these, but by override or, for a while, a reprint. */
export const DONE: readonly Status[] = ['Completed', 'Canceled'];

/** The status as words: "Ready for pickup". */
export const STATUS_LABELS: Record<Status, string> = {
  Unknown: 'Unknown',
  Quoted: 'Quoted',
  Submitted: 'Submitted',
  PaymentPending: 'Payment pending',
  PaymentComplete: 'Payment complete',
  ReadyForFabrication: 'Ready for fabrication',
  InProcess: 'In process',
  Delayed: 'Delayed',
  ReadyForPickup: 'Ready for pickup',
  Completed: 'Completed',
  FabricationActionNeeded: 'Fabrication action needed',
  CustomerActionNeeded: 'Customer action needed',
  Canceled: 'Canceled',
  Stale: 'Stale',
  UnderReview: 'Under review',
  Accepted: 'Accepted',
};

/** The specification's status colours (section 4). */
export type StatusColor = 'blue' | 'darkBlue' | 'green' | 'red' | 'orange' | 'grey';
const COLORS: Partial<Record<Status, StatusColor>> = {
  InProcess: 'blue',
  Accepted: 'blue',
  ReadyForFabrication: 'darkBlue',
  Completed: 'green',
  ReadyForPickup: 'green',
  Canceled: 'red',
  CustomerActionNeeded: 'orange',
};
export function statusColor(status: Status): StatusColor {
  return COLORS[status] ?? 'grey';
}

/** As what somebody acts on a request. One person may be several: staff with a request of their own. */
export const ACTOR_KINDS = ['customer', 'staff', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What the person must enter with the change. `cost`: the price in cents. `expectedOn`: a date. */
export const TRANSITION_INPUTS = ['reason', 'cost', 'expectedOn'] as const;
export type TransitionInput = (typeof TRANSITION_INPUTS)[number];

/** Conditions a transition can name in config/workflow.json; what each means is `GUARDS`. */
export type GuardName = 'notOwn' | 'unpaid' | 'paid' | 'nothingDue' | 'pickup' | 'recent' | 'returnsToPickup';

/** One row of config/workflow.json. */
export interface Transition {
  from: Status[];
  /** `$return`: the status that the request was taken out of (top of its return stack). */
  to: Status | '$return';
  by: ActorKind[];
  /** Absent: every cost type. */
  costTypes?: CostType[];
  /** All must hold. */
  guards?: GuardName[];
  inputs?: TransitionInput[];
  /** Remembers the present status, to come back to it by `$return`. */
  push?: true;
  /** Assigns the request to the person, when it is nobody's yet. */
  claims?: true;
  /** Happens through sending new answers only, never by a button. */
  resubmit?: true;
  /** Place among the buttons, by likelihood. */
  order: number;
}

/** config/workflow.json */
export interface Workflow {
  /** For how many days a completed request can still be sent back to fabrication. */
  recentDays: number;
  transitions: Transition[];
}

/** What the rules look at. */
export interface RequestState {
  costType: CostType;
  status: Status;
  returnStack: Status[];
  /** Integer cents; null while there is no price. */
  costCents: number | null;
  paidCents: number;
  /** ISO instant of the last change of status. */
  statusSince: string;
  /** The form's flag: picked up in person. */
  usesPickup: boolean;
}

/** Who acts, and when (ISO instant). `own`: it is this person's request. */
export interface Acting {
  kinds: readonly ActorKind[];
  own: boolean;
  now: string;
}

/** Cents still to be paid. A request without a price owes nothing. */
export function dueCents(state: Pick<RequestState, 'costCents' | 'paidCents'>): number {
  return Math.max(0, (state.costCents ?? 0) - state.paidCents);
}

const DAY = 86_400_000;

const GUARDS: Record<GuardName, (state: RequestState, acting: Acting, workflow: Workflow) => boolean> = {
  notOwn: (_state, acting) => !acting.own,
  unpaid: (state) => state.paidCents === 0,
  paid: (state) => state.paidCents > 0,
  nothingDue: (state) => isPriced(state.costType) && state.costCents !== null && dueCents(state) === 0,
  pickup: (state) => state.usesPickup || state.costType === 'AssignedGranular',
  recent: (state, acting, { recentDays }) => Date.parse(acting.now) - Date.parse(state.statusSince) <= recentDays * DAY,
  returnsToPickup: (state) => state.returnStack.at(-1) === 'ReadyForPickup',
};

export const GUARD_NAMES = Object.keys(GUARDS) as GuardName[];

/** 'Mark as {status}'; 'Complete' from in process; 'Cancel' to canceled; 'Picked up' at the counter. */
export function transitionLabel(from: Status, to: Status): string {
  if (to === 'Canceled') return 'Cancel';
  if (to === 'Completed' && from === 'InProcess') return 'Complete';
  if (to === 'Completed' && from === 'ReadyForPickup') return 'Picked up';
  return `Mark as ${STATUS_LABELS[to]}`;
}

/** The row's target for this request; null where there is nothing to return to. */
export function targetOf(transition: Transition, state: RequestState): Status | null {
  return transition.to === '$return' ? (state.returnStack.at(-1) ?? null) : transition.to;
}

/** The rows of the table that this actor may use now. */
export function openTransitions(workflow: Workflow, state: RequestState, acting: Acting): Transition[] {
  return workflow.transitions.filter(
    (row) =>
      row.from.includes(state.status) &&
      row.by.some((kind) => acting.kinds.includes(kind)) &&
      (!row.costTypes || row.costTypes.includes(state.costType)) &&
      (row.guards ?? []).every((guard) => GUARDS[guard](state, acting, workflow)) &&
      targetOf(row, state) !== null,
  );
}

/** The buttons of this actor, in order, one for each target. */
export function allowedTransitions(workflow: Workflow, state: RequestState, acting: Acting): AllowedTransition[] {
  const buttons = new Map<Status, AllowedTransition>();
  const rows = openTransitions(workflow, state, acting)
    .filter((row) => !row.resubmit)
    .sort((a, b) => a.order - b.order);
  for (const row of rows) {
    const to = targetOf(row, state);
    if (!to || buttons.has(to)) continue;
    buttons.set(to, { to, label: transitionLabel(state.status, to), inputs: row.inputs ?? [], order: buttons.size });
  }
  return [...buttons.values()];
}

/** The row by which this actor moves the request to `to`, or null. */
export function transitionTo(workflow: Workflow, state: RequestState, acting: Acting, to: Status): Transition | null {
  const rows = openTransitions(workflow, state, acting).filter((row) => !row.resubmit && targetOf(row, state) === to);
  return rows.sort((a, b) => a.order - b.order)[0] ?? null;
}

/** Statuses a request is taken out to and comes back from. */
const DETOURS: readonly Status[] = ['Delayed', 'CustomerActionNeeded', 'Stale'];

/** The return stack after `row`: pushed, popped, or emptied by a step that goes on. */
export function stackAfter(row: Pick<Transition, 'push' | 'to'>, state: RequestState): Status[] {
  if (row.push) return [...state.returnStack, state.status];
  return row.to === '$return' ? state.returnStack.slice(0, -1) : [];
}

/** The return stack after an override to `to`: a detour remembers where the request stood. */
export function stackAfterOverride(to: Status, state: RequestState): Status[] {
  if (!DETOURS.includes(to)) return [];
  return DETOURS.includes(state.status) || state.status === 'Unknown' ? state.returnStack : [state.status];
}

/** What the system does next by itself, or null. */
export function automaticTransition(workflow: Workflow, state: RequestState, now: string): Transition | null {
  return openTransitions(workflow, state, { kinds: ['system'], own: false, now })[0] ?? null;
}

/** The buttons that every one of several requests offers; with the inputs of all of them. */
export function commonTransitions(lists: readonly AllowedTransition[][]): AllowedTransition[] {
  const [first, ...others] = lists;
  return (first ?? []).flatMap((button) => {
    const same = others.map((list) => list.find((other) => other.to === button.to));
    if (same.some((other) => !other)) return [];
    const all = [button, ...same.filter((other) => other !== undefined)];
    const inputs = TRANSITION_INPUTS.filter((name) => all.some((one) => one.inputs.includes(name)));
    const label = all.every((one) => one.label === button.label) ? button.label : `Mark as ${STATUS_LABELS[button.to]}`;
    return [{ ...button, label, inputs }];
  });
}
