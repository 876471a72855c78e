import { COST_TYPES } from '../../domain/requests/request-form.ts';
import type { CostType } from '../../domain/requests/request-form.ts';
import { DONE, STATUSES, openTransitions, stackAfter, transitionTarget } from '../../domain/requests/workflow.ts';
import type { TransitionContext, RequestState, Status, Workflow } from '../../domain/requests/workflow.ts';

export interface DeadEnd {
  costType: CostType;
  status: Status;
}

const NOW = '2026-01-01T00:00:00.000Z';
/** All kinds of actors combined, on someone else's request and on their own. */
const EVERYONE: TransitionContext[] = [true, false].map((own) => ({
  kinds: ['customer', 'staff', 'system'],
  own,
  now: NOW,
}));

export function deadEnds(workflow: Workflow): DeadEnd[] {
  const live = STATUSES.filter((status) => status !== 'Unknown' && !DONE.includes(status));
  return COST_TYPES.flatMap((costType) =>
    live
      .filter((status) => [0, 1000].some((paidCents) => !endsWell(workflow, emptyState(costType, status, paidCents))))
      .map((status) => ({ costType, status })),
  );
}

/** The state of a request in `status`, priced at 10.00, with an empty return stack. */
export function emptyState(costType: CostType, status: Status, paidCents: number): RequestState {
  return {
    ...{ costType, status, returnStack: [], costCents: 1000, paidCents, statusSince: NOW, usesPickup: false },
    ...{ hasOpenActions: false, changesBalance: false },
  };
}

function endsWell(workflow: Workflow, start: RequestState): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let state = open.pop(); state; state = open.pop()) {
    if (DONE.includes(state.status)) return true;
    open.push(...nextStates(workflow, state).filter((next) => next.returnStack.length <= 4 && isNew(seen, next)));
  }
  return false;
}

function isNew(seen: Set<string>, state: RequestState): boolean {
  const key = `${state.status} ${state.returnStack.join(' ')}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

export function nextStates(workflow: Workflow, state: RequestState): RequestState[] {
  return EVERYONE.flatMap((context) => openTransitions(workflow, state, context)).flatMap((row) => {
    const to = transitionTarget(row, state);
    return to ? [{ ...state, status: to, returnStack: stackAfter(row, state) }] : [];
  });
}
