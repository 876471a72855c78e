import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { triggeredTransition } from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { requestContext, type RequestContext } from './context.ts';
import { notifyOfStatus, statusNotice } from './notices.ts';
import { staffMembers } from './people.ts';
import { lockedSubmissions, submissionRows, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyAutomaticTransitions, applyTransition, type TransitionResult } from './steps.ts';
import { actionFault, applyAction } from './action-effects.ts';
import { recordSteps } from './start-actions.ts';

/** Fewer than the queue makes, so that the last one is noted here. */
const ATTEMPTS = 5;

/**
 * Does an action once, however often and by however many processes it is called: the effect and the state of the run are one transaction,
 * which holds the run. What fails is retried, and after the last attempt staff have to act.
 */
export async function runAction(services: CommandServices, runId: number): Promise<void> {
  try {
    await services.engine.transaction(async (tx) => {
      const held = await lockRun(services, tx, runId);
      if (held?.run.state !== 'waiting') return;
      const { context, row, run } = held;
      const action = row.actions[run.name];
      if (action === undefined) throw actionFault('The version of the form does not have this action.');
      const facts = await applyAction(context, row, action, run);
      const doneAt = services.clock.instant();
      const values = { ...facts, state: 'done', attempts: run.attempts + 1, error: null, doneAt } as const;
      await services.engine.update(SYSTEM, 'actionRuns', runId, values, { tx, command: true });
      // As it is after the effect.
      const [after] = await submissionRows(tx, [row.id]);
      if (after) await continueRequest(context, after);
    });
  } catch (error) {
    if (!(await noteFailure(services, runId, error))) throw error;
  }
}

/** The request may have waited for its actions. */
async function continueRequest(context: RequestContext, row: SubmissionRow): Promise<void> {
  await storeResult(context, row, applyAutomaticTransitions({ row, changes: [] }, context.workflow, context.now));
}

async function storeResult(context: RequestContext, before: SubmissionRow, result: TransitionResult): Promise<void> {
  if (result.changes.length === 0) return;
  await updateSubmission(context, before, result.row);
  await recordSteps(context, result.row, result.changes);
  await notifyOfStatus(context, result.row, result.changes);
}

async function lockRun(services: CommandServices, tx: Tx, runId: number) {
  const found = await tx.selectFrom('actionRuns').select('submissionId').where('id', '=', runId).executeTakeFirst();
  if (!found) return null;
  const [row] = await lockedSubmissions(services, tx, [found.submissionId]);
  const [run] = await services.engine.lock(tx, 'actionRuns', [runId]);
  return row && run ? { context: await requestContext(services, tx, SYSTEM), row, run } : null;
}

/** Whether the action has failed for good; before that, the queue retries it after growing pauses. */
async function noteFailure(services: CommandServices, runId: number, cause: unknown): Promise<boolean> {
  return services.engine.transaction(async (tx) => {
    const held = await lockRun(services, tx, runId);
    if (held?.run.state !== 'waiting') return true;
    const attempts = held.run.attempts + 1;
    const isLast = attempts >= ATTEMPTS;
    const values = { attempts, error: failureText(cause), ...(isLast ? { state: 'failed' as const } : {}) };
    await services.engine.update(SYSTEM, 'actionRuns', runId, values, { tx, command: true });
    if (isLast) await giveUp(held.context, held.row, held.run.name, values.error);
    return isLast;
  });
}

/** What staff can act on; other errors are read at /api/jobs. */
function failureText(cause: unknown): string {
  return cause instanceof ProblemError ? cause.message.slice(0, 500) : 'Unexpected error. Ask an administrator.';
}

async function giveUp(context: RequestContext, row: SubmissionRow, name: string, error: string): Promise<void> {
  const { services, tx, workflow, now } = context;
  const transition = triggeredTransition(workflow, row, 'failure', now);
  const reason = `“${name}” could not be done automatically.`;
  if (transition)
    await storeResult(context, row, applyTransition({ row, changes: [] }, transition, { by: 'system', now, reason }));
  const { notice } = await statusNotice(context, row, reason);
  const assignee = row.assignedToId === null ? [] : await staffMembers(services, tx, [row.assignedToId]);
  const staff = assignee.length > 0 ? assignee : await staffMembers(services, tx);
  await notify(services, tx, {
    ...notice,
    event: 'requestActionFailed',
    audience: 'staff',
    recipients: staff.map(({ id }) => id).filter((id) => id !== row.submittedById),
    values: { ...notice.values, action: name, error },
  });
}
