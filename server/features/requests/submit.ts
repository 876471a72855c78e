import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Resubmit, Submit } from '../../../domain/calls/requests.ts';
import { priceOf } from '../../../domain/requests/pricing.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { openTransitions } from '../../../domain/requests/workflow.ts';
import type { Workflow } from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { problem } from '../../platform/problem.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import type { Services } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { closeResubmits } from './asks.ts';
import { attachFiles, readyAnswers } from './answers.ts';
import { closedFor } from './availability.ts';
import { transitionContext } from './change-status.ts';
import { requireCurrentDraft, oneAtATime, removeDraft } from './drafts.ts';
import { accountName } from './people.ts';
import { formChanged, noSuchStep, notCompared, notFound, outdated, tooManyRequests } from './refusals.ts';
import { formRow, lockedSubmissions, recordChanges, versionRow } from './rows.ts';
import type { FormRow, SubmissionRow, VersionRow } from './rows.ts';
import { updateSubmission } from './save.ts';
import { applyTransition, applyAutomaticTransitions } from './steps.ts';
import { notifyOfStatus } from './tell.ts';
import { finishUntil } from './versions.ts';
import { visibleIds } from './visible.ts';

const HOUR = 3_600_000;

/** Creates a request and returns its id; a repeated `key` with the same body returns the same id. */
export async function submit(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  body: Submit,
  key: string | undefined,
): Promise<number> {
  const userId = requireAccountId(actor);
  return services.engine.transaction((tx) =>
    once(tx, { userId, scope: 'submit', key, body }, async () => {
      const { form, version } = await formToSubmit(services, tx, actor, userId, body);
      const draft = { formId: form.id, submissionId: 0 };
      await requireCurrentDraft(tx, userId, draft, body.draftVersion);
      const data = await readyAnswers(tx, version.schema, body.data, { userId, formId: form.id, submissionId: null });
      const id = await createSubmission(services, tx, actor, form, version, data);
      await attachFiles(tx, version.schema, data, id);
      await removeDraft(tx, userId, draft);
      await begin(services, workflow, tx, actor, id, data);
      return id;
    }),
  );
}

/** Resubmits a request that awaits its customer: adds a revision and restarts the workflow. */
export async function resubmit(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  id: number,
  body: Resubmit,
): Promise<void> {
  const userId = requireAccountId(actor);
  await services.engine.transaction(async (tx) => {
    if (!(await visibleIds(services, actor, [id], tx)).has(id)) throw notFound(`Request #${id}`);
    await oneAtATime(tx, userId);
    const [row] = await lockedSubmissions(services, tx, [id]);
    if (!row) throw notFound(`Request #${id}`);
    if (row.status !== body.from) throw outdated([row]);
    const now = services.clock.instant();
    const context = transitionContext({ own: row.submittedById === userId, staff: false, admin: false }, now);
    const transition = openTransitions(workflow, row, context).find((open) => open.resubmit);
    if (!transition) throw noSuchStep([row], 'Submitted');
    const version = await versionRow(tx, row.formVersionId);
    if (!version || version.id !== body.formVersionId) throw formChanged();
    const draft = { formId: row.formId, submissionId: id };
    await requireCurrentDraft(tx, userId, draft, body.draftVersion);
    const data = await readyAnswers(tx, version.schema, body.data, { userId, formId: row.formId, submissionId: id });
    await attachFiles(tx, version.schema, data, id);
    const next: SubmissionRow = { ...row, data, revision: row.revision + 1 };
    const applied = applyTransition({ row: next, changes: [] }, transition, 'customer', {}, now);
    const changes = applied.changes.map((change) => ({
      ...change,
      kind: 'resubmitted' as const,
      text: `Answers changed (revision ${next.revision})`,
    }));
    const result = applyAutomaticTransitions({ row: applied.row, changes }, workflow, now);
    const name = await accountName(tx, userId);
    const askers = await closeResubmits(tx, id);
    await updateSubmission(services, tx, actor, row, result.row);
    await recordRevision(tx, result.row, name, userId);
    await recordChanges(tx, id, { id: userId, name }, result.changes);
    await notifyOfStatus(services, tx, result.row, result.changes, { id: userId, name }, askers);
    await removeDraft(tx, userId, draft);
  });
}

async function formToSubmit(
  services: Services,
  tx: Tx,
  actor: Actor,
  userId: number,
  { formVersionId, comparedWith }: Submit,
): Promise<{ form: FormRow; version: VersionRow }> {
  const version = await versionRow(tx, formVersionId);
  if (!version) throw notFound('This form');
  await services.engine.get(actor, 'forms', version.formId, { tx });
  // Serialised per person and form, so that the limit of open requests holds.
  await oneAtATime(tx, userId);
  await limitNewRequests(services, tx, userId);
  const form = await formRow(tx, version.formId);
  if (!form) throw notFound('This form');
  if (form.currentVersionId !== version.id) {
    if ((await finishUntil(tx, userId, version)) === null) throw formChanged();
    if (comparedWith !== form.currentVersionId) throw notCompared();
  }
  const closed = await closedFor(services, tx, form, actor);
  if (closed) throw problem(409, 'requests.form-closed', 'Not submitted', closed);
  return { form, version };
}

async function limitNewRequests({ clock, systemSettings }: Services, tx: Tx, userId: number): Promise<void> {
  const most = systemSettings.value('limits.requestsPerHour');
  const recent = await tx
    .selectFrom('submissions')
    .select('createdAt')
    .where('submittedById', '=', userId)
    .where('createdAt', '>', new Date(clock.now() - HOUR).toISOString())
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();
  const earliest = recent.at(-1);
  if (recent.length < most || !earliest) return;
  throw tooManyRequests(most, Math.max(1, Math.ceil((Date.parse(earliest.createdAt) + HOUR - clock.now()) / 1000)));
}

async function createSubmission(
  services: Services,
  tx: Tx,
  actor: Actor,
  form: FormRow,
  version: VersionRow,
  data: Answers,
): Promise<number> {
  const values: ValuesOf<'submissions'> = {
    formId: form.id,
    formVersionId: version.id,
    formGroupId: form.groupId,
    submittedById: requireAccountId(actor),
    assignedToId: form.assigneeId,
    status: 'Submitted',
    statusSince: services.clock.instant(),
    costCents: priceOf(version.costType, data),
    data,
  };
  const row = await services.engine.create(actor, 'submissions', values, { tx, command: true });
  return row.id;
}

/** Writes the first revision and history entry, and applies automatic transitions. */
async function begin(
  services: Services,
  workflow: Workflow,
  tx: Tx,
  actor: Actor,
  id: number,
  data: Answers,
): Promise<void> {
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) throw new Error(`Request ${id} is not there after it was made`);
  const name = await accountName(tx, actor.id);
  const first = {
    kind: 'submitted',
    from: null,
    to: 'Submitted',
    actorKind: 'customer',
    reason: null,
    text: 'Request submitted',
  } as const;
  const result = applyAutomaticTransitions({ row: { ...row, data }, changes: [first] }, workflow, row.statusSince);
  if (result.changes.length > 1) await updateSubmission(services, tx, actor, row, result.row);
  await recordRevision(tx, result.row, name, actor.id);
  await recordChanges(tx, id, { id: actor.id, name }, result.changes);
  await notifyOfStatus(services, tx, result.row, result.changes, { id: actor.id, name });
}

async function recordRevision(tx: Tx, row: SubmissionRow, name: string, userId: number | null): Promise<void> {
  await tx
    .insertInto('submissionRevisions')
    .values({
      submissionId: row.id,
      number: row.revision,
      formVersionId: row.formVersionId,
      data: JSON.stringify(row.data),
      byName: name,
      createdById: userId,
    })
    .execute();
}
