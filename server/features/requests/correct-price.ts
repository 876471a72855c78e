import { formatMoney } from '../../../domain/values/formats.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { requestContext, type RequestContext } from './context.ts';
import { statusNotice } from './notices.ts';
import { correctQuote } from './quotes.ts';
import { recordSteps } from './start-actions.ts';
import { submissionRows, type StatusChange, type SubmissionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyAutomaticTransitions } from './steps.ts';

/**
 * Corrects a price that no one has paid yet: for the person who set it, and administrators of requests. A price that the form determines,
 * everyone who processes requests can correct.
 */
export function addCorrectPriceCommand(services: CommandServices): void {
  services.engine.command('requests.correctPrice', {
    resource: 'submissions',
    unchanged: 'costCents',
    inputs: {
      required: ['costCents', 'reason'],
      properties: {
        costCents: { type: 'integer', title: 'New price', 'x-money': true, minimum: 0, maximum: 100_000_000 },
        reason: { type: 'string', title: 'Reason', minLength: 1, maxLength: 2000 },
      },
    },
    refusals: async ({ tx, actor, rows }) => {
      const refused = new Map<number, string>();
      for (const { id, costCents, submittedById } of rows)
        if (costCents == null || submittedById === actor.id || !(await canCorrectPrice(tx, actor, id)))
          refused.set(id, 'Only the person who set the price can correct it, and not for their own request.');
      return refused;
    },
    run: async ({ tx, actor, rows, inputs }) => {
      const context = await requestContext(services, tx, actor);
      const [costCents, reason] = [Number(inputs['costCents']), String(inputs['reason']).trim()];
      const ids = rows.map(({ id }) => id);
      for (const row of await submissionRows(tx, ids)) await correctPrice(context, row, costCents, reason);
    },
  });
}

async function canCorrectPrice(db: Db, actor: Actor, submissionId: number): Promise<boolean> {
  if (!isCapable(actor, 'processRequests')) return false;
  const set = await db
    .selectFrom('statusChanges')
    .select('actorId')
    .where('submissionId', '=', submissionId)
    .where(({ eb, and, or }) =>
      or([
        eb('kind', '=', 'priced'),
        and([
          eb('from', 'in', ['Submitted', 'UnderReview']),
          eb('actorKind', '=', 'staff'),
          eb('to', 'in', ['Quoted', 'PaymentPending']),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isByForm = (set?.actorId ?? null) === null;
  return isByForm || set?.actorId === actor.id || isCapable(actor, 'administerRequests');
}

async function correctPrice(
  context: RequestContext,
  row: SubmissionRow,
  costCents: number,
  reason: string,
): Promise<void> {
  const was = row.costCents ?? 0;
  if (row.costType === 'Quoted' && row.status === 'PaymentPending' && costCents > was)
    throw invalid({ costCents: `The customer has accepted ${formatMoney(was)}: you can only lower it` });
  await setPrice(context, row, costCents, { reason, by: 'staff' });
}

/** Replaces the price of a request for which nothing is paid, and notifies its customer. */
export async function setPrice(
  context: RequestContext,
  row: SubmissionRow,
  costCents: number,
  { reason, by }: { reason: string; by: 'staff' | 'system' },
): Promise<void> {
  const { services, workflow, tx, now } = context;
  const was = row.costCents ?? 0;
  if (costCents === was) return;
  const text = `Price corrected from ${formatMoney(was)} to ${formatMoney(costCents)}`;
  const change: StatusChange = { kind: 'priced', from: null, to: null, actorKind: by, reason, text };
  const result = applyAutomaticTransitions({ row: { ...row, costCents }, changes: [change] }, workflow, now);
  await updateSubmission(context, row, result.row);
  if (row.status === 'Quoted') await correctQuote(context, result.row);
  await recordSteps(context, result.row, result.changes);
  const { notice, author } = await statusNotice(context, result.row, reason);
  await notify(services, tx, {
    ...notice,
    ...author,
    event: 'requestPriceCorrected',
    audience: 'customer',
    recipients: [row.submittedById],
    values: { ...notice.values, formerCost: was },
  });
}
