import { fileIds, uploadFields } from './answer-files.ts';
import { checkAnswers } from '../../../domain/requests/request-form-answers.ts';
import { pruneHidden } from '../../../domain/requests/request-form.ts';
import type { Answers, RequestField, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { requestSubject, type RequestSubject } from './request-subject.ts';
import { misfit } from '../../../domain/requests/upload-rules.ts';
import { NOW, type Tx } from '../../platform/database.ts';
import type { Needs, RowServices } from '../../services.ts';
import { openingFaults } from '../places/answer-places.ts';
import { invalidAnswers } from './refusals.ts';

interface UploadedFile {
  id: string;
  name: string;
  size: number;
  field: string | null;
  formId: number | null;
}

/** The submitter and the form; `submissionId` when resubmitting. */
export interface Sender {
  userId: number;
  formId: number;
  submissionId: number | null;
  /** The answers as submitted before. */
  submitted?: Answers;
}

/**
 * The answers as stored, without hidden and empty ones. Throws a 422 problem with a message per invalid field. Files must be the
 * sender's own, uploaded for this field, and not part of another request.
 */
export async function readyAnswers(
  services: RowServices,
  tx: Tx,
  schema: RequestFormSchema,
  given: Record<string, unknown>,
  sender: Sender,
): Promise<Answers> {
  const answers = pruneHidden(schema, given);
  const at = { now: services.clock.date(), timeZone: services.model.site.timezone, submitted: sender.submitted };
  const opening = await openingFaults(services, schema, answers, sender.submitted);
  const errors = { ...opening, ...checkAnswers(schema, answers, at) };
  const files = await lockFiles(tx, fileIds(schema, answers), sender);
  for (const [name, field] of uploadFields(schema)) {
    const fault = errors[name]
      ? null
      : fileFault(field, name, (answers[name] as string[] | undefined) ?? [], files, sender.formId);
    if (fault) errors[name] = fault;
  }
  if (Object.keys(errors).length > 0) throw invalidAnswers(errors);
  return answers as Answers;
}

/** The subject of a request with these answers, and the day by which it is needed. */
export async function readSubject(
  { model }: Needs<'model'>,
  tx: Tx,
  schema: RequestFormSchema,
  answers: Answers,
): Promise<RequestSubject> {
  const ids = fileIds(schema, answers);
  const files =
    ids.length === 0 ? [] : await tx.selectFrom('files').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return requestSubject(schema, answers, { zone: model.site.timezone, names });
}

export async function attachFiles(
  tx: Tx,
  schema: RequestFormSchema,
  answers: Answers,
  { submissionId, uploaderId }: { submissionId: number; uploaderId: number },
): Promise<void> {
  const ids = fileIds(schema, answers);
  if (ids.length === 0) return;
  await tx.updateTable('files').set({ submissionId, uploaderId, updatedAt: NOW }).where('id', 'in', ids).execute();
}

/** Locked, so that no other request takes them concurrently. */
async function lockFiles(tx: Tx, ids: string[], sender: Sender): Promise<Map<string, UploadedFile>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('files as f')
    .leftJoin('formVersions as v', 'v.id', 'f.formVersionId')
    .select(['f.id', 'f.name', 'f.size', 'f.field', 'v.formId'])
    .where('f.id', 'in', ids)
    .where('f.uploaderId', '=', sender.userId)
    .where(({ eb, or }) => or([eb('f.submissionId', 'is', null), eb('f.submissionId', '=', sender.submissionId)]))
    .orderBy('f.id')
    .forUpdate('f')
    .execute();
  return new Map(rows.map((row) => [row.id.toLowerCase(), row]));
}

function fileFault(
  field: RequestField,
  name: string,
  ids: readonly string[],
  files: Map<string, UploadedFile>,
  formId: number,
): string | null {
  for (const id of ids) {
    const file = files.get(id.toLowerCase());
    if (!file || file.field !== name || file.formId !== formId) return 'A file is no longer there. Add it again.';
    const fault = misfit(field, file);
    if (fault !== null) return fault;
  }
  return null;
}
