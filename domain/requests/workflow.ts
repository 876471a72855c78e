import type { CostType } from './request-form.ts';
import { isPriced } from './pricing.ts';
import { daysLater } from '../values/zoned-time.ts';

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

/** Final statuses, left only by an override or, for a limited time, by a reprint. */
export const DONE: readonly Status[] = ['Completed', 'Canceled'];

/** Statuses in which customers are reminded; then the request becomes stale. */
export const STALE_FROM: readonly Status[] = ['Quoted', 'PaymentPending', 'CustomerActionNeeded', 'ReadyForPickup'];

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

/** Whose turn it is, by the status (schemas/resources/submissions.json). */
export const WAITING_FOR = ['Staff', 'Customer', 'Nobody'] as const;

/** The capacities in which someone acts on a request. A person may hold several: staff with a request of their own. */
export const ACTOR_KINDS = ['customer', 'staff', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Inputs required with a transition. `cost`: the price in cents. `quote`: its lines, and how long it is valid. `expectedOn`: a date.
 * `shelf`: can be left out. */
export const TRANSITION_INPUTS = ['reason', 'cost', 'quote', 'expectedOn', 'shelf'] as const;
export type TransitionInput = (typeof TRANSITION_INPUTS)[number];

/** Guards that a transition in config/workflow.json may name; `GUARDS` implements them. */
export type GuardName =
  | 'notOwn'
  | 'priced'
  | 'unpriced'
  | 'unpaid'
  | 'paid'
  | 'nothingDue'
  | 'pickup'
  | 'recent'
  | 'returnsToPickup'
  | 'notMade'
  | 'actionsDone'
  | 'changesBalance';

/** What makes a transition of the system happen later: time without a sign of life, or an action of the form that failed for good. */
export type Trigger = 'time' | 'failure';

export interface Transition {
  from: Status[];
  /** `$return`: the status from which the request was taken out (top of its return stack). */
  to: Status | '$return';
  by: ActorKind[];
  /** Default: every cost type. */
  costTypes?: CostType[];
  /** All must hold. */
  guards?: GuardName[];
  inputs?: TransitionInput[];
  /** Pushes the current status onto the return stack, for a later `$return`. */
  push?: true;
  /** Assigns an unassigned request to the person. */
  claims?: true;
  /** Only by resubmitting answers, never by an action. */
  resubmit?: true;
  /** Only by answering a question, never by an action. */
  answer?: true;
  /** Only when this happens, never as an automatic step. */
  on?: Trigger;
}

/** config/workflow.json */
export interface Workflow {
  /** For how many days a completed request can be sent back to fabrication. */
  recentDays: number;
  /** The zone of these days, as IANA names it; added to the file by the server. Default: UTC. */
  zone?: string;
  transitions: Transition[];
}

/** The state of a request that the rules depend on. */
export interface RequestState {
  costType: CostType;
  status: Status;
  returnStack: Status[];
  /** Integer cents; null while there is no price. */
  costCents: number | null;
  paidCents: number;
  statusSince: string;
  /** The form's flag: picked up in person. */
  usesPickup: boolean;
  /** Actions of the form have not been done yet, or have failed. */
  hasOpenActions: boolean;
  /** An action of the form changes the customer's balance once the request is paid. */
  changesBalance: boolean;
}

/** The actor and the time of a transition (ISO instant). `own`: the actor is the request's customer. */
export interface TransitionContext {
  kinds: readonly ActorKind[];
  own: boolean;
  now: string;
}

/** Outstanding amount in cents; 0 for a request without a price. */
export function dueCents(state: Pick<RequestState, 'costCents' | 'paidCents'>): number {
  return Math.max(0, (state.costCents ?? 0) - state.paidCents);
}

const GUARDS: Record<GuardName, (state: RequestState, context: TransitionContext, workflow: Workflow) => boolean> = {
  notOwn: (_state, context) => !context.own,
  priced: (state) => state.costCents !== null,
  unpriced: (state) => state.costCents === null,
  unpaid: (state) => state.paidCents === 0,
  paid: (state) => state.paidCents > 0,
  nothingDue: (state) => isPriced(state.costType) && state.costCents !== null && dueCents(state) === 0,
  pickup: (state) => state.usesPickup || state.costType === 'AssignedGranular',
  recent: (state, context, { recentDays, zone = 'UTC' }) =>
    Date.parse(context.now) <= daysLater(Date.parse(state.statusSince), recentDays, zone),
  returnsToPickup: (state) => state.returnStack.at(-1) === 'ReadyForPickup',
  notMade: (state) => !state.returnStack.includes('ReadyForPickup'),
  actionsDone: (state) => !state.hasOpenActions,
  changesBalance: (state) => state.changesBalance,
};

/** The transition's target for this request; null when the return stack is empty. */
export function transitionTarget(transition: Transition, state: RequestState): Status | null {
  return transition.to === '$return' ? (state.returnStack.at(-1) ?? null) : transition.to;
}

/** The transitions that this actor may make now. */
export function openTransitions(workflow: Workflow, state: RequestState, context: TransitionContext): Transition[] {
  return workflow.transitions.filter(
    (row) =>
      row.from.includes(state.status) &&
      row.by.some((kind) => context.kinds.includes(kind)) &&
      (!row.costTypes || row.costTypes.includes(state.costType)) &&
      (row.guards ?? []).every((guard) => GUARDS[guard](state, context, workflow)) &&
      transitionTarget(row, state) !== null,
  );
}

/** The transition by which this actor moves the request to `to`, or null. */
export function transitionTo(
  workflow: Workflow,
  state: RequestState,
  context: TransitionContext,
  to: Status,
): Transition | null {
  const open = openTransitions(workflow, state, context);
  return open.find((row) => !row.resubmit && !row.answer && transitionTarget(row, state) === to) ?? null;
}

/** Whether the request waits for its customer, even if it has been put aside since. */
export function awaitsCustomer({ status, returnStack }: Pick<RequestState, 'status' | 'returnStack'>): boolean {
  return status === 'CustomerActionNeeded' || returnStack.includes('CustomerActionNeeded');
}

/** Statuses that are entered temporarily and left by `$return`. */
const DETOURS: readonly Status[] = ['Delayed', 'CustomerActionNeeded', 'Stale'];

/** The return stack after the transition: pushed, popped, or cleared by one that moves forward. */
export function stackAfter(row: Pick<Transition, 'push' | 'to'>, state: RequestState): Status[] {
  if (row.push) return [...state.returnStack, state.status];
  return row.to === '$return' ? state.returnStack.slice(0, -1) : [];
}

/** The return stack after an override to `to`: temporary statuses remember where the request was. */
export function stackAfterOverride(to: Status, state: RequestState): Status[] {
  if (!DETOURS.includes(to)) return [];
  return DETOURS.includes(state.status) || state.status === 'Unknown' ? state.returnStack : [state.status];
}

/** The transition that the system makes next on its own, or null. */
export function automaticTransition(workflow: Workflow, state: RequestState, now: string): Transition | null {
  return systemTransitions(workflow, state, now).find(({ on }) => on === undefined) ?? null;
}

/** The transition that the system makes when this happens, or null. */
export function triggeredTransition(
  workflow: Workflow,
  state: RequestState,
  trigger: Trigger,
  now: string,
): Transition | null {
  return systemTransitions(workflow, state, now).find(({ on }) => on === trigger) ?? null;
}

function systemTransitions(workflow: Workflow, state: RequestState, now: string): Transition[] {
  return openTransitions(workflow, state, { kinds: ['system'], own: false, now });
}
