import type { Actor } from '../../../domain/actor.ts';
import type { Draft, OpenForm } from '../../../domain/request-calls.ts';
import type { Answers } from '../../../domain/request-form.ts';
import type { Services } from '../../services.ts';
import { storedFiles } from './stored-files.ts';
import { formValidatorUrl } from '../forms/validator.ts';
import { fileIds } from './answers.ts';
import { closedFor } from './availability.ts';
import { carriedOver, readDraft } from './drafts.ts';
import { notFound } from './refusals.ts';
import { formRow, submissionRows, versionRow } from './rows.ts';
import type { FormRow, SubmissionRow, VersionRow } from './rows.ts';
import { accountOf } from './submit.ts';

/** Everything that the page of a form needs: its version, what is drafted, and whether it can be sent. */
export async function openForm(
  services: Services,
  actor: Actor,
  query: { form: string; group?: string | undefined; submission?: number | undefined },
): Promise<OpenForm> {
  const form = await visibleForm(services, actor, query.form, query.group);
  if (query.submission !== undefined) return openChange(services, actor, form, query.submission);
  const version = form.currentVersionId === null ? undefined : await versionRow(services.db, form.currentVersionId);
  if (!version) throw notFound('This form');
  const kept = await readDraft(services.db, accountOf(actor), { formId: form.id, submissionId: 0 });
  const draft = kept && (await moved(services, kept, version));
  return answer(services, actor, form, version, draft, await closedFor(services, services.db, form, actor));
}

/** The form of a request whose answers its customer may change, in the version it was made with. */
async function openChange(services: Services, actor: Actor, form: FormRow, submissionId: number): Promise<OpenForm> {
  const userId = accountOf(actor);
  const [row] = await submissionRows(services.db, [submissionId]);
  if (!row || row.formId !== form.id || row.submittedById !== userId) throw notFound(`Request #${submissionId}`);
  const version = await versionRow(services.db, row.formVersionId);
  if (!version) throw notFound('This form');
  const draft = (await readDraft(services.db, userId, { formId: form.id, submissionId })) ?? draftOf(row);
  const closed = row.status === 'CustomerActionNeeded' ? null : 'The answers of this request cannot be changed now.';
  return answer(services, actor, form, version, draft, closed);
}

async function visibleForm(
  services: Services,
  actor: Actor,
  name: string,
  group: string | undefined,
): Promise<FormRow> {
  const { rows } = await services.engine.list(actor, 'forms', { filter: { name }, range: [0, 0] });
  const id = rows[0]?.['id'];
  const form = typeof id === 'number' ? await formRow(services.db, id) : undefined;
  if (!form || (group !== undefined && form.groupName !== group)) throw notFound('This form');
  return form;
}

/** A draft begun on an earlier version goes on with what still has a place. */
async function moved(services: Services, draft: Draft, version: VersionRow): Promise<Draft> {
  if (draft.formVersionId === version.id) return draft;
  const earlier = await versionRow(services.db, draft.formVersionId);
  return { ...draft, data: carriedOver(draft.data, earlier?.schema.properties ?? {}, version.schema.properties) };
}

function draftOf(row: SubmissionRow): Draft {
  return { formId: row.formId, formVersionId: row.formVersionId, data: row.data, updatedAt: row.statusSince };
}

async function answer(
  services: Services,
  actor: Actor,
  form: FormRow,
  version: VersionRow,
  draft: Draft | null,
  closed: string | null,
): Promise<OpenForm> {
  const data: Answers = draft?.data ?? {};
  const { id, name, title, description, groupId, groupName, groupTitle } = form;
  return {
    form: { id, name, title, description, costType: version.costType },
    group:
      groupId !== null && groupName !== null && groupTitle !== null
        ? { id: groupId, name: groupName, title: groupTitle }
        : null,
    version: {
      id: version.id,
      number: version.number,
      schema: version.schema,
      validator: formValidatorUrl(version.schema),
    },
    draft,
    closed,
    files: await storedFiles(services.db, fileIds(version.schema, data), { uploaderId: accountOf(actor) }),
  };
}
