import { sameJson } from '../../../domain/values/json.ts';
import { awaitsCustomer, DONE } from '../../../domain/requests/workflow.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import { refundLater, voidChargeLater } from '../payments/void.ts';
import { overpaidCents } from './request-refunds.ts';
import { closeQuestions } from './open-questions.ts';
import type { RequestContext } from './context.ts';
import type { SubmissionRow } from './rows.ts';

export function stored(row: SubmissionRow): ValuesOf<'submissions'> {
  const { status, statusSince, returnStack, costCents, paidCents, reason, expectedOn, assignedToId } = row;
  const { subject, neededOn, revision, data, quietSince, remindersSent, shelf } = row;
  const state = { status, statusSince, returnStack, costCents, paidCents, reason, expectedOn, assignedToId };
  return { ...state, subject, neededOn, revision, data, quietSince, remindersSent, shelf, done: DONE.includes(status) };
}

/** Writes the columns that differ; the engine adds version and audit entry. Open questions close, and nothing is due, once nothing waits for them. */
export async function updateSubmission(
  { services, tx, actor }: RequestContext,
  before: SubmissionRow,
  changed: SubmissionRow,
): Promise<void> {
  const refundCents = await overpaidCents(tx, before, changed);
  // What is paid is what it cost.
  const after = refundCents === 0 ? changed : { ...changed, costCents: changed.paidCents - refundCents };
  const was: Record<string, unknown> = stored(before);
  const different = Object.entries(stored(after)).filter(([key, value]) => !sameJson(value, was[key]));
  await services.engine.update(actor, 'submissions', before.id, Object.fromEntries(different), { tx, command: true });
  if (after.status === 'Canceled') voidChargeLater(services, tx, 'request', before.id);
  if (refundCents > 0)
    refundLater(services, tx, {
      ...{ endpoint: 'request', id: before.id, amountCents: refundCents, actor, reason: 'The price is lower now.' },
    });
  if (awaitsCustomer(before) && !awaitsCustomer(after)) await closeQuestions(tx, before.id);
}
