import type { Actor } from '../../../domain/actor.ts';
import type { SubmissionDetail, TimelineEntry } from '../../../domain/request-calls.ts';
import type { Answers } from '../../../domain/request-form.ts';
import { STATUS_LABELS, allowedTransitions, openTransitions } from '../../../domain/workflow.ts';
import type { Workflow } from '../../../domain/workflow.ts';
import type { Db } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { storedFiles } from './stored-files.ts';
import { kindsOf, narrowed, relationOf } from './relation.ts';
import type { Relation } from './relation.ts';
import { fileIds } from './answers.ts';
import { transitionContext, overridesOf } from './change-status.ts';
import { notFound } from './refusals.ts';
import { submissionRows, versionRow } from './rows.ts';
import { summaries } from './summaries.ts';
import { readableIn } from './visible.ts';

/** A request as this person may see it; `role` can only narrow the view. 404 when they may not see it at all. */
export async function submissionDetail(
  services: Services,
  workflow: Workflow,
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
  const relation = narrowed(relationOf(actor, row.submittedById), role);
  const context = transitionContext(relation, services.clock.instant());
  // Data derived from fields that this person may not read is hidden as well.
  const reads = await readableIn(services, actor, id);
  const data = (visible.data ?? {}) as Answers;
  const revisions = reads('data') ? await revisionsOf(db, id) : [];
  const files = [data, ...revisions.map((revision) => revision.data)].flatMap((answers) =>
    fileIds(version.schema, answers),
  );
  return {
    ...summary,
    costType: row.costType,
    formVersion: { id: version.id, number: version.number, schema: version.schema },
    data,
    files: await storedFiles(db, files, { submissionId: id }),
    reason: visible.reason ?? null,
    paidCents: visible.paidCents ?? 0,
    transitions: kindsOf(relation).length === 0 ? [] : allowedTransitions(workflow, row, context),
    overrides: overridesOf(row, relation),
    canResubmit: relation.own && openTransitions(workflow, row, context).some((transition) => transition.resubmit),
    canAssign: relation.staff,
    viewedAs: relation.staff ? 'staff' : 'customer',
    timeline: (await timelineOf(db, id, relation)).map((entry) => readable(entry, reads)),
    revisions,
  };
}

async function timelineOf(db: Db, submissionId: number, relation: Relation): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('statusChanges')
    .select(({ cast, fn, val }) => [
      cast<string>('id', 'text').as('id'),
      'createdAt as at',
      'actorName as who',
      'kind',
      'from',
      'to',
      fn.coalesce('text', val('')).as('text'),
      'reason',
    ])
    .where('submissionId', '=', submissionId)
    .orderBy('statusChanges.id')
    .$castTo<TimelineEntry>()
    .execute();
  return relation.staff ? rows : rows.filter((entry) => entry.kind !== 'assigned');
}

/** The entry without data derived from unreadable fields. */
function readable(entry: TimelineEntry, reads: (...fields: string[]) => boolean): TimelineEntry {
  return {
    ...entry,
    who: reads('submittedById') ? entry.who : 'Somebody',
    text: entry.to === null || reads('costCents', 'paidCents', 'expectedOn') ? entry.text : STATUS_LABELS[entry.to],
    reason: reads('reason') ? entry.reason : null,
  };
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
