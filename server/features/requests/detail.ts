import type { Conversation, SubmissionDetail } from '../../../domain/calls/requests.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { STAFF_KINDS } from '../../../domain/messages/messages.ts';
import { customerOf } from './people.ts';
import { errandOf } from './errands.ts';
import { fileIds } from './answer-files.ts';
import { priceOf, type Price } from '../../../domain/requests/price-rules.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { type Workflow, DONE, openTransitions, transitionTo } from '../../../domain/requests/workflow.ts';
import { isExpired } from '../../../domain/requests/quotes.ts';
import type { Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { CommandServices } from '../../services.ts';
import { type OpenQuestion, openQuestions } from './open-questions.ts';
import { transitionContext } from './change-status.ts';
import { canNote } from './notes.ts';
import { notFound } from './refusals.ts';
import { type Relation, capacityOf, narrowActor, relationOf } from './relation.ts';
import { type SubmissionRow, submissionRows, versionRow } from './rows.ts';
import { storedFiles } from './stored-files.ts';
import { quotesOf } from './quotes.ts';
import { summaries } from './summaries.ts';
import { requestTimeline } from './timeline.ts';
import { readableIn } from './visible.ts';
import { workflowOf } from './workflow-file.ts';

function conversationOf(
  workflow: Workflow,
  row: SubmissionRow,
  viewer: Relation,
  open: readonly OpenQuestion[],
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

/** A request as this person may see it; `role` can only narrow the view. 404 when they may not see it at all. */
export async function submissionDetail(
  services: CommandServices,
  actor: Actor,
  id: number,
  role?: string,
): Promise<SubmissionDetail> {
  const { db } = services;
  const visible = await services.engine.get(actor, 'submissions', id);
  const [row] = await submissionRows(db, [id]);
  const version = row && (await versionRow(db, row.formVersionId));
  const [summary] = await summaries(db, [visible]);
  if (!row || !version || !summary) throw notFound(`Request #${id}`);
  const viewer = narrowActor(actor, role, services.model.roles);
  const relation = relationOf(viewer, row.submittedById);
  const workflow = workflowOf(services);
  const context = transitionContext(relation, services.clock.instant());
  // Data derived from fields that this person may not read is hidden as well.
  const reads = await readableIn(services, actor, id);
  const as = capacityOf(relation);
  const available = await services.engine.commands.available(viewer, 'submissions', [id]);
  const data = (visible.data ?? {}) as Answers;
  const revisions = reads('data') ? await revisionsOf(db, id) : [];
  const files = [data, ...revisions.map((other) => other.data)].flatMap((given) => fileIds(version.schema, given));
  return {
    ...summary,
    costType: row.costType,
    formVersion: { id: version.id, number: version.number, schema: version.schema },
    data,
    files: await storedFiles(db, files, { submissionId: id }),
    reason: visible.reason ?? null,
    ...amountsOf(visible, reads('data', 'costCents') ? priceOf(version, data) : null),
    errand: reads('status', 'formId', 'costCents') ? await errandOf(services, db, row) : null,
    ...(relation.staff ? await factsForStaff(services, actor, row, reads) : { shelf: null, customer: null }),
    actions: Object.entries(available).flatMap(([name, ids]) => (ids.length > 0 ? [name] : [])),
    canResubmit: relation.own && openTransitions(workflow, row, context).some((transition) => transition.resubmit),
    viewedAs: relation.staff ? 'staff' : 'customer',
    timeline: await requestTimeline(db, id, {
      id: actor.id,
      staff: relation.staff,
      hasConversation: reads('data') && capacityOf(relationOf(actor, row.submittedById)) !== null,
      reads,
    }),
    conversation: conversationOf(workflow, row, relation, as === null ? [] : await openQuestions(db, id), {
      now: context.now,
      hasNotes: as === 'staff' && canNote(services, actor, row.submittedById),
    }),
    revisions,
    quotes: reads('costCents') ? await shownQuotes(services, id) : [],
  };
}

async function factsForStaff(
  services: CommandServices,
  actor: Actor,
  { shelf, submittedById }: SubmissionRow,
  reads: (...fields: string[]) => boolean,
): Promise<Pick<SubmissionDetail, 'shelf' | 'customer'>> {
  return {
    shelf: reads('shelf') ? shelf : null,
    customer: reads('submittedById') ? await customerOf(services, actor, submittedById) : null,
  };
}

/** What has been paid, and the lines of the price while it is the one that the answers determine. */
function amountsOf(
  { costCents, paidCents }: { costCents?: number | null; paidCents?: number | null },
  price: Price | null,
): Pick<SubmissionDetail, 'paidCents' | 'priceLines'> {
  return { paidCents: paidCents ?? 0, priceLines: price !== null && price.cents === costCents ? price.lines : [] };
}

async function revisionsOf(db: Db, submissionId: number): Promise<SubmissionDetail['revisions']> {
  return db
    .selectFrom('submissionRevisions')
    .select(({ fn, val }) => ['number', 'createdAt as at', fn.coalesce('byName', val('')).as('by'), 'data'])
    .where('submissionId', '=', submissionId)
    .orderBy('number')
    .$castTo<SubmissionDetail['revisions'][number]>()
    .execute();
}

async function shownQuotes(services: CommandServices, submissionId: number): Promise<SubmissionDetail['quotes']> {
  const today = localDate(services.clock.now(), services.model.site.timezone);
  const quotes = await quotesOf(services.db, [submissionId]);
  return quotes.map(({ submissionId: _id, ...quote }) => ({
    ...quote,
    lines: [...quote.lines],
    isExpired: isExpired(quote, today),
  }));
}
