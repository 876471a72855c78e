import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Resubmit, Submit } from '../../../domain/calls/requests.ts';
import { priceOf } from '../../../domain/requests/price-rules.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { openTransitions } from '../../../domain/requests/workflow.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { problem } from '../../platform/problem.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import type { CommandServices, NoticeServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { requireSeenDue, requireSeenEffect } from '../payments/money-effect.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import { accountNamed } from './people.ts';
import { closeResubmits } from './open-questions.ts';
import { recordSteps } from './start-actions.ts';
import { costOfAnswers } from './agreed-price.ts';
import { attachFiles, readSubject, readyAnswers } from './answers.ts';
import { closedFor } from './availability.ts';
import { transitionContext } from './change-status.ts';
import { requestContext, type RequestContext } from './context.ts';
import { requireCurrentDraft, oneAtATime, removeDraft } from './drafts.ts';
import { notifyOfStatus } from './notices.ts';
import {
  formChanged,
  noSuchStep,
  noCustomer,
  notCompared,
  notForOthers,
  notFound,
  outdated,
  tooManyRequests,
} from './refusals.ts';
import { formRow, lockedSubmissions, versionRow } from './rows.ts';
import type { FormRow, StatusChange, SubmissionRow, VersionRow } from './rows.ts';
import { priceChangeEffect, type PriceEffect } from './request-refunds.ts';
import { updateSubmission } from './save.ts';
import { closeQuote } from './quotes.ts';
import { applyTransition, applyAutomaticTransitions } from './steps.ts';
import { finishUntil } from './versions.ts';
import { visibleIds } from './visible.ts';

const HOUR = 3_600_000;

/** Creates a request and returns its id; a repeated `key` with the same body returns the same id. */
export async function submit(
  services: CommandServices,
  actor: Actor,
  body: Submit,
  key: string | undefined,
): Promise<number> {
  const userId = requireAccountId(actor);
  return services.engine.transaction((tx) =>
    once(tx, { userId, scope: 'submit', key, body }, async () => {
      const customer = await customerFor(tx, actor, body.customer);
      const { form, version } = await formToSubmit(services, tx, { actor, userId, customerId: customer.id }, body);
      const draft = { formId: form.id, submissionId: 0 };
      await requireCurrentDraft(tx, userId, draft, body.draftVersion);
      const data = await readyAnswers(services, tx, version.schema, body.data, {
        userId,
        formId: form.id,
        submissionId: null,
      });
      const context = await requestContext(services, tx, actor);
      const id = await createSubmission(context, customer.id, form, version, data);
      await attachFiles(tx, version.schema, data, { submissionId: id, uploaderId: customer.id });
      await removeDraft(tx, userId, draft);
      await begin(context, id, data, customer);
      return id;
    }),
  );
}

/** Resubmits a request that awaits its customer: adds a revision and restarts the workflow. 409 `payment.effect-changed` as `requireSeenEffect`. */
export async function resubmit(services: CommandServices, actor: Actor, id: number, body: Resubmit): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const { userId, context, row, version, data, after, changes } = await changedRequest(services, tx, actor, id, body);
    const draft = { formId: row.formId, submissionId: id };
    await requireCurrentDraft(tx, userId, draft, body.draftVersion);
    await requireSeen(context, row, after, body);
    await attachFiles(tx, version.schema, data, { submissionId: id, uploaderId: userId });
    const askers = await closeResubmits(tx, id);
    await updateSubmission(context, row, after);
    await closeQuote(tx, id, ['Submitted']);
    await recordRevision(context, after);
    await recordSteps(context, after, changes);
    await notifyOfStatus(context, after, changes, askers);
    await removeDraft(tx, userId, draft);
  });
}

/** What resubmitting these answers does with what was paid. Changes nothing. */
export function resubmitEffect(
  services: CommandServices,
  actor: Actor,
  id: number,
  body: Resubmit,
): Promise<PriceEffect> {
  return services.engine.transaction(async (tx) => {
    const { context, row, after } = await changedRequest(services, tx, actor, id, body);
    return priceChangeEffect(context, row, after);
  });
}

async function requireSeen(
  context: RequestContext,
  before: SubmissionRow,
  after: SubmissionRow,
  seen: Pick<Resubmit, 'refundCents' | 'dueCents'>,
): Promise<void> {
  const { refundCents, dueCents } = await priceChangeEffect(context, before, after);
  requireSeenEffect(seen.refundCents, { refundCents });
  if (seen.dueCents !== undefined) requireSeenDue(seen.dueCents, dueCents);
}

interface ChangedRequest {
  userId: number;
  context: RequestContext;
  /** As it is now, locked. */
  row: SubmissionRow;
  version: VersionRow;
  data: Answers;
  /** With the new answers, price and status. */
  after: SubmissionRow;
  changes: StatusChange[];
}

async function changedRequest(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  id: number,
  body: Resubmit,
): Promise<ChangedRequest> {
  const userId = requireAccountId(actor);
  if (!(await visibleIds(services, actor, [id], tx)).has(id)) throw notFound(`Request #${id}`);
  await oneAtATime(tx, userId);
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) throw notFound(`Request #${id}`);
  if (row.status !== body.from) throw outdated([row]);
  const context = await requestContext(services, tx, actor);
  const { workflow, now } = context;
  const asCustomer = transitionContext({ own: row.submittedById === userId, staff: false }, now);
  const transition = openTransitions(workflow, row, asCustomer).find((open) => open.resubmit);
  if (!transition) throw noSuchStep([row], 'Submitted');
  const version = await versionRow(tx, row.formVersionId);
  if (!version || version.id !== body.formVersionId) throw formChanged();
  const data = await readyAnswers(services, tx, version.schema, body.data, {
    ...{ userId, formId: row.formId, submissionId: id },
    submitted: row.data,
  });
  const subject = await readSubject(services, tx, version.schema, data);
  const next: SubmissionRow = { ...row, ...subject, data, revision: row.revision + 1 };
  const costCents = await costOfAnswers(tx, row, data);
  const applied = applyTransition({ row: next, changes: [] }, transition, { by: 'customer', now, costCents });
  const resubmitted = applied.changes.map((change) => ({
    ...change,
    kind: 'resubmitted' as const,
    text: `Answers changed (revision ${next.revision})`,
  }));
  const result = applyAutomaticTransitions({ row: applied.row, changes: resubmitted }, workflow, now);
  return { userId, context, row, version, data, after: result.row, changes: result.changes };
}

interface Customer {
  id: number;
  name: string;
}

/** Whose request it becomes: the caller's, or that of the account that staff name. */
export async function customerFor(db: Db, actor: Actor, named: string | undefined): Promise<Customer> {
  if (named === undefined) return { id: requireAccountId(actor), name: '' };
  if (!isCapable(actor, 'processRequests')) throw notForOthers();
  const customer = await accountNamed(db, named);
  if (!customer) throw noCustomer(named);
  return customer;
}

async function formToSubmit(
  services: CommandServices,
  tx: Tx,
  { actor, userId, customerId }: { actor: Actor; userId: number; customerId: number },
  { formVersionId, comparedWith }: Submit,
): Promise<{ form: FormRow; version: VersionRow }> {
  const version = await versionRow(tx, formVersionId);
  if (!version) throw notFound('This form');
  await services.engine.get(actor, 'forms', version.formId, { tx });
  // Serialized per person and form, so that the limit of open requests holds.
  await oneAtATime(tx, userId);
  await limitNewRequests(services, tx, userId);
  const form = await formRow(tx, version.formId);
  if (!form) throw notFound('This form');
  if (form.currentVersionId !== version.id) {
    if ((await finishUntil(tx, userId, version)) === null) throw formChanged();
    if (comparedWith !== form.currentVersionId) throw notCompared();
  }
  const closed = await closedFor(services, tx, form, { ...actor, id: customerId });
  if (closed) throw problem(409, 'requests.form-closed', 'Not submitted', closed);
  return { form, version };
}

async function limitNewRequests({ clock, systemSettings }: NoticeServices, tx: Tx, userId: number): Promise<void> {
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
  { services, tx, actor, now }: RequestContext,
  customerId: number,
  form: FormRow,
  version: VersionRow,
  data: Answers,
): Promise<number> {
  const values: ValuesOf<'submissions'> = {
    formId: form.id,
    formVersionId: version.id,
    formGroupId: form.groupId,
    submittedById: customerId,
    assignedToId: form.assigneeId,
    status: 'Submitted',
    statusSince: now,
    costCents: priceOf(version, data)?.cents ?? null,
    ...(await readSubject(services, tx, version.schema, data)),
    data,
  };
  const row = await services.engine.create(actor, 'submissions', values, { tx, command: true });
  return row.id;
}

async function begin(context: RequestContext, id: number, data: Answers, customer: Customer): Promise<void> {
  const { services, workflow, tx, author } = context;
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (!row) throw new Error(`Request ${id} is missing after its creation`);
  const first = {
    kind: 'submitted',
    from: null,
    to: 'Submitted',
    actorKind: customer.id === author.id ? 'customer' : 'staff',
    reason: null,
    text: customer.id === author.id ? 'Request submitted' : `Request submitted for ${customer.name}`,
  } as const;
  const result = applyAutomaticTransitions({ row: { ...row, data }, changes: [first] }, workflow, row.statusSince);
  if (result.changes.length > 1) await updateSubmission(context, row, result.row);
  await recordRevision(context, result.row);
  await recordSteps(context, result.row, result.changes);
  await notifyOfStatus(context, result.row, result.changes);
}

async function recordRevision({ tx, author }: RequestContext, row: SubmissionRow): Promise<void> {
  await tx
    .insertInto('submissionRevisions')
    .values({
      submissionId: row.id,
      number: row.revision,
      formVersionId: row.formVersionId,
      data: JSON.stringify(row.data),
      byName: author.name,
      createdById: author.id,
    })
    .execute();
}
