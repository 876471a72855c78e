import type { Actor } from '../../../domain/declarations/actor.ts';
import { fileFacts, fileValue } from '../../../domain/values/file-value.ts';
import type { Field, Resource, Row } from '../../../domain/declarations/model.ts';
import { misfit } from '../../../domain/requests/upload-rules.ts';
import { storedResources } from '../../declarations/views.ts';
import { NOW, type Tx } from '../../platform/database.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import type { Write } from '../../resources/write-rules.ts';
import type { Needs } from '../../services.ts';
import { FILE_COLUMNS, type FileRow } from '../requests/stored-files.ts';
import { fileFields } from './file-fields.ts';

const NOT_FOUND = 'This file is no longer there. Add it again.';

/** A field of a record that a write sets to a file. */
interface Naming {
  field: Field;
  value: string;
  id: string;
  recordId: string;
}

/** Files become part of their record in the transaction of the write, however it is made. */
export function ownFiles({ engine, model }: Needs<'engine' | 'model'>): void {
  for (const resource of storedResources(model)) {
    const fields = fileFields(resource);
    if (fields.length > 0) engine.rules.checkAll(resource.name, (writes) => attach(resource, fields, writes));
  }
}

/**
 * A file belongs to one record and field for good: a record may name a former file of its own again. Otherwise it must be an upload of
 * the writer for this field. The same refusal for a file of another person or record and for none.
 */
async function attach(
  resource: Resource,
  fields: readonly Field[],
  writes: readonly Write[],
): Promise<FieldErrors | null> {
  const namings = writes.flatMap((write) => fields.flatMap((field) => namedFile(field, write) ?? []));
  const [first] = writes;
  if (!first || namings.length === 0) return null;
  const { tx, actor } = first;
  const files = await locked(
    tx,
    namings.map(({ id }) => id),
  );
  const taken = new Map<string, string>();
  for (const { field, value, id, recordId } of namings) {
    const file = files.get(id);
    const isOfField = file?.resource === resource.name && file.field === field.name && fileValue(file) === value;
    if (!isOfField) return { [field.name]: NOT_FOUND };
    const owner = taken.get(id) ?? file.recordId;
    if (owner === recordId) continue;
    if (owner !== null || !canUseUpload(actor, file)) return { [field.name]: NOT_FOUND };
    const fault = misfit(field.schema, file);
    if (fault !== null) return { [field.name]: fault };
    taken.set(id, recordId);
  }
  for (const [id, recordId] of taken)
    await tx.updateTable('files').set({ recordId, updatedAt: NOW }).where('id', '=', id).execute();
  return null;
}

function namedFile(field: Field, { before, after }: Write): Naming | null {
  const value = after?.[field.name] ?? null;
  if (!after || typeof value !== 'string' || value === before?.[field.name]) return null;
  return { field, value, id: fileFacts(value)?.id ?? '', recordId: String(after.id) };
}

function canUseUpload(actor: Actor, { uploaderId }: FileRow): boolean {
  return actor.system === true || uploaderId === actor.id;
}

/** Locked, so that no other write takes them concurrently. */
async function locked(tx: Tx, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const rows = await tx
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A record's file can be read by people who can read its field of that record; once replaced, by those who can read the
 * field's history. Before a record has it: by the uploader.
 */
export async function canReadRecordFile(
  { engine }: Needs<'engine'>,
  actor: Actor,
  file: FileRow & { resource: string },
): Promise<boolean> {
  const { resource, recordId, field } = file;
  if (recordId === null) return file.uploaderId === actor.id;
  if (field === null) return false;
  try {
    const row: Row = await engine.get(actor, resource, recordId);
    if (row[field] === fileValue(file)) return true;
    const { fields } = await engine.history.access(actor, resource, recordId);
    return fields.some(({ name }) => name === field);
  } catch (error) {
    if (error instanceof ProblemError && [401, 403, 404].includes(error.problem.status)) return false;
    throw error;
  }
}
