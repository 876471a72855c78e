import type { Actor } from '../../../domain/declarations/actor.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { OpenForm } from '../../../domain/calls/open-form.ts';
import type { Draft, EarlierDraft, OpenVersion } from '../../../domain/calls/request-drafts.ts';
import { carriedOver } from '../../../domain/requests/request-drafts.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import type { Db } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { formPricing } from '../pricing/form-pricing.ts';
import { storedFiles } from './stored-files.ts';
import { formValidatorUrl } from '../forms/validator.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { fileIds } from './answer-files.ts';
import { closedFor } from './availability.ts';
import { readDraft } from './drafts.ts';
import { notFound } from './refusals.ts';
import { formRow, submissionRows, versionRow } from './rows.ts';
import type { FormRow, SubmissionRow, VersionRow } from './rows.ts';
import { finishUntil } from './versions.ts';

export async function openForm(
  services: CommandServices,
  actor: Actor,
  query: { form: string; group?: string | undefined; submission?: number | undefined },
): Promise<OpenForm> {
  const form = await visibleForm(services, actor, query.form, query.group);
  if (query.submission !== undefined) return openChange(services, actor, form, query.submission);
  const version = form.currentVersionId === null ? undefined : await versionRow(services.db, form.currentVersionId);
  if (!version) throw notFound('This form');
  const draft = await readDraft(services.db, requireAccountId(actor), { formId: form.id, submissionId: 0 });
  const closed = await closedFor(services, services.db, form, actor);
  const earlier = draft && (await earlierDraft(services.db, requireAccountId(actor), draft, version));
  if (!earlier) return answer(services, actor, form, { version, draft, closed });
  const data = carriedOver(earlier.data, earlier.version.schema, version.schema);
  return answer(services, actor, form, { version, draft: { ...draft, data }, earlier, closed });
}

/** The form for resubmitting a request, in the version it was submitted on. */
async function openChange(
  services: CommandServices,
  actor: Actor,
  form: FormRow,
  submissionId: number,
): Promise<OpenForm> {
  const userId = requireAccountId(actor);
  const [row] = await submissionRows(services.db, [submissionId]);
  if (!row || row.formId !== form.id || row.submittedById !== userId) throw notFound(`Request #${submissionId}`);
  const version = await versionRow(services.db, row.formVersionId);
  if (!version) throw notFound('This form');
  const draft = (await readDraft(services.db, userId, { formId: form.id, submissionId })) ?? initialDraft(row);
  const closed = row.status === 'CustomerActionNeeded' ? null : 'The answers of this request cannot be changed now.';
  return answer(services, actor, form, { version, draft, closed, submitted: row.data });
}

async function visibleForm(
  services: Needs<'db' | 'engine'>,
  actor: Actor,
  name: string,
  group: string | undefined,
): Promise<FormRow> {
  const { rows } = await services.engine.list(actor, 'forms', { filter: { name }, range: [0, 0] });
  const form = rows[0] && (await formRow(services.db, rows[0].id));
  if (!form || (group !== undefined && form.groupName !== group)) throw notFound('This form');
  return form;
}

async function earlierDraft(db: Db, userId: number, draft: Draft, current: VersionRow): Promise<EarlierDraft | null> {
  if (draft.formVersionId === current.id) return null;
  const version = await versionRow(db, draft.formVersionId);
  if (!version) return null;
  const until = await finishUntil(db, userId, version);
  return { version: openVersion(version), data: draft.data, finishUntil: until };
}

function initialDraft(row: SubmissionRow): Draft {
  const { formId, formVersionId, data, statusSince } = row;
  return { formId, formVersionId, version: 0, data, updatedAt: statusSince };
}

function openVersion({ id, number, costType, schema }: VersionRow): OpenVersion {
  return { id, number, costType, schema, validator: formValidatorUrl(schema) };
}

interface Opened {
  version: VersionRow;
  draft: Draft | null;
  earlier?: EarlierDraft;
  closed: string | null;
  submitted?: Answers;
}

async function answer(
  services: CommandServices,
  actor: Actor,
  form: FormRow,
  { version, draft, earlier, closed, submitted }: Opened,
): Promise<OpenForm> {
  const { id, name, title, description, groupId, groupName, groupTitle } = form;
  const files = new Set([
    ...fileIds(version.schema, draft?.data ?? {}),
    ...(earlier ? fileIds(earlier.version.schema, earlier.data) : []),
  ]);
  return {
    form: { id, name, title, description },
    group:
      groupId !== null && groupName !== null && groupTitle !== null
        ? { id: groupId, name: groupName, title: groupTitle }
        : null,
    version: openVersion(version),
    draft,
    earlier: earlier ?? null,
    submitted: submitted ?? null,
    closed,
    pricing: await formPricing(services, requireAccountId(actor), form.id),
    canChooseCustomer: isCapable(actor, 'processRequests'),
    files: await storedFiles(services.db, [...files], { uploaderId: requireAccountId(actor) }),
  };
}
