import { sameJson } from '../../../domain/values/json.ts';
import { awaitsCustomer, DONE } from '../../../domain/requests/workflow.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import { closeQuestions } from './open-questions.ts';
import type { RequestContext } from './context.ts';
import type { SubmissionRow } from './rows.ts';

function stored(row: SubmissionRow): ValuesOf<'submissions'> {
  const { status, statusSince, returnStack, costCents, paidCents, reason, expectedOn, assignedToId } = row;
  const { subject, neededOn, revision, data } = row;
  const state = { status, statusSince, returnStack, costCents, paidCents, reason, expectedOn, assignedToId };
  return { ...state, subject, neededOn, revision, data, done: DONE.includes(status) };
}

/** Writes the columns that differ; the engine adds version and audit entry. Open questions close once nothing waits for them. */
export async function updateSubmission(
  { services, tx, actor }: RequestContext,
  before: SubmissionRow,
  after: SubmissionRow,
): Promise<void> {
  const was: Record<string, unknown> = stored(before);
  const changed = Object.entries(stored(after)).filter(([key, value]) => !sameJson(value, was[key]));
  await services.engine.update(actor, 'submissions', before.id, Object.fromEntries(changed), { tx, command: true });
  if (awaitsCustomer(before) && !awaitsCustomer(after)) await closeQuestions(tx, before.id);
}
