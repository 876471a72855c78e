import { STAFF_KINDS } from '../../../domain/messages/messages.ts';
import type { Conversation } from '../../../domain/calls/requests.ts';
import { DONE, transitionTo, type Workflow } from '../../../domain/requests/workflow.ts';
import type { Ask } from './asks.ts';
import { transitionContext } from './change-status.ts';
import { capacityOf, type Relation } from './relation.ts';
import type { SubmissionRow } from './rows.ts';

export function conversationOf(
  workflow: Workflow,
  row: SubmissionRow,
  viewer: Relation,
  open: readonly Ask[],
  { now, hasNotes }: { now: string; hasNotes: boolean },
): Conversation {
  const as = capacityOf(viewer);
  const canAsk =
    row.status === 'CustomerActionNeeded' ||
    transitionTo(workflow, row, transitionContext(viewer, now), 'CustomerActionNeeded') !== null;
  const kinds: Conversation['kinds'] =
    as === 'staff' ? STAFF_KINDS.filter((kind) => kind === 'Default' || canAsk) : ['Default'];
  const isOver = as === null || (as === 'customer' && DONE.includes(row.status));
  return { as, kinds: isOver ? [] : kinds, open: open.map(({ id }) => id), hasNotes };
}
