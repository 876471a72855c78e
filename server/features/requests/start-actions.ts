import { actionsOn } from '../../../domain/requests/form-actions.ts';
import type { RequestContext } from './context.ts';
import { recordChanges, type StatusChange, type SubmissionRow } from './rows.ts';

/** The job that does an action of a request: `{ runId }`. */
export const ACTION_JOB = 'request-actions';

/** Records the changes of a request, and starts the actions of the statuses that it has reached. */
export async function recordSteps(
  context: RequestContext,
  row: SubmissionRow,
  changes: readonly StatusChange[],
): Promise<void> {
  await recordChanges(context.tx, row.id, context.author, changes);
  // Someone who sets a status against the workflow does what belongs to it by hand.
  const reached = changes.flatMap(({ to, isOverride }) => (to === null || isOverride ? [] : [to]));
  const names = [...new Set(reached.flatMap((status) => actionsOn(row.actions, status, row.doneActions)))];
  await startActions(context, row, names);
}

/** In the transaction of the change: the jobs exist if and only if it is committed. Each action of a request has one run. */
export async function startActions(
  { services, tx }: Pick<RequestContext, 'services' | 'tx'>,
  { id: submissionId, actions }: SubmissionRow,
  names: readonly string[],
): Promise<void> {
  const runs = names.flatMap((name) => {
    const type = actions[name]?.type;
    return type === undefined ? [] : [{ submissionId, name, type, state: 'waiting' as const, attempts: 0 }];
  });
  if (runs.length === 0) return;
  const started = await tx
    .insertInto('actionRuns')
    .values(runs)
    .onConflict((conflict) =>
      conflict
        .columns(['submissionId', 'name'])
        .doUpdateSet({ state: 'waiting', attempts: 0, error: null })
        .where('actionRuns.state', '=', 'failed'),
    )
    .returning('id')
    .execute();
  for (const { id: runId } of started) await services.jobs.enqueue(tx, ACTION_JOB, { runId });
}
