import { fileIds, idsIn, uploadFields } from '../../requests/answer-files.ts';
import type { StoredFile } from '../../../../domain/calls/files.ts';
import type { Answers, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { misfit } from '../../../../domain/requests/upload-rules.ts';
import { NOW, type Db } from '../../../platform/database.ts';
import { storedFile } from '../../requests/stored-files.ts';

const NOT_FOUND = 'A file is no longer there. Add it again.';

interface AnswerFile {
  name: string;
  size: number;
  field: string | null;
  formId: number | null;
}

/**
 * The files of the answers, by id. They are the person's own, for the fields of this form; a ticket owns them by
 * reference. Their time is updated, so that the housekeeping does not delete them before the ticket exists.
 */
export async function usedFiles(
  db: Db,
  schema: RequestFormSchema,
  answers: Answers,
  of: { userId: number; formId: number },
): Promise<{ names: ReadonlyMap<string, string>; errors: Record<string, string> }> {
  const ids = fileIds(schema, answers);
  if (ids.length === 0) return { names: new Map(), errors: {} };
  const rows = await db
    .updateTable('files as f')
    .from('formVersions as v')
    .whereRef('v.id', '=', 'f.formVersionId')
    .set({ updatedAt: NOW })
    .where('f.id', 'in', ids)
    .where('f.uploaderId', '=', of.userId)
    .where('v.formId', '=', of.formId)
    .where('f.submissionId', 'is', null)
    .returning(['f.id', 'f.name', 'f.size', 'f.field', 'v.formId'])
    .execute();
  const files = new Map<string, AnswerFile>(rows.map((row) => [row.id.toLowerCase(), row]));
  const errors: Record<string, string> = {};
  for (const [name, field] of uploadFields(schema))
    for (const id of idsIn(answers[name])) {
      const file = files.get(id.toLowerCase());
      const fault = file?.field === name ? misfit(field, file) : NOT_FOUND;
      if (fault !== null) errors[name] = fault;
    }
  return { names: new Map([...files].map(([id, { name }]) => [id, name])), errors };
}

/** The person's uploads for a form, used by a ticket or not. */
export async function uploadsFor(db: Db, formId: number, userId: number): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('files as f')
    .innerJoin('formVersions as v', 'v.id', 'f.formVersionId')
    .select(['f.id', 'f.name', 'f.mime', 'f.size'])
    .where('f.uploaderId', '=', userId)
    .where('v.formId', '=', formId)
    .where('f.submissionId', 'is', null)
    .orderBy('f.createdAt')
    .orderBy('f.id')
    .execute();
  return rows.map(storedFile);
}

export async function filesOfAnswers(
  db: Db,
  rows: readonly { userId: number; answerValues: Record<string, unknown> | null }[],
): Promise<(row: { userId: number; answerValues: Record<string, unknown> | null }) => StoredFile[]> {
  const answerFileIds = (values: Record<string, unknown> | null) => Object.values(values ?? {}).flatMap(idsIn);
  const ids = [...new Set(rows.flatMap(({ answerValues }) => answerFileIds(answerValues)))];
  if (ids.length === 0) return () => [];
  const found = await db
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'size', 'uploaderId'])
    .where('id', 'in', ids)
    .execute();
  return ({ userId, answerValues }) => {
    const own = new Set(answerFileIds(answerValues).map((id) => id.toLowerCase()));
    return found.filter((file) => file.uploaderId === userId && own.has(file.id.toLowerCase())).map(storedFile);
  };
}
