import { MOST_MESSAGE_FILES } from '../../../domain/requests/conversation.ts';
import type { StoredFile } from '../../../domain/calls/files.ts';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { storedFile } from './stored-files.ts';

/**
 * Makes uploads part of a message, for good. They must be the sender's own, for no form and no record, and part of no other message:
 * of two messages that name one upload, the second finds it taken. Returns their names.
 */
export async function takeFiles(
  tx: Tx,
  ids: readonly string[],
  of: { userId: number; submissionId: number; messageId: number },
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .where('uploaderId', '=', of.userId)
    .where('submissionId', 'is', null)
    .where('formVersionId', 'is', null)
    .where('resource', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < wanted.length || wanted.length > MOST_MESSAGE_FILES) throw filesNotFound();
  await tx
    .updateTable('files')
    .set({ submissionId: of.submissionId, requestMessageId: of.messageId, updatedAt: NOW })
    .where('id', 'in', wanted)
    .execute();
  return rows.map(({ name }) => name);
}

export async function filesOfMessages(db: Db, submissionId: number): Promise<Map<number, StoredFile[]>> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'size', 'requestMessageId'])
    .where('submissionId', '=', submissionId)
    .where('requestMessageId', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const files = new Map<number, StoredFile[]>();
  for (const row of rows) {
    const of = row.requestMessageId ?? 0;
    files.set(of, [...(files.get(of) ?? []), storedFile(row)]);
  }
  return files;
}

function filesNotFound() {
  return problem(
    422,
    'requests.file-gone',
    'Not sent',
    'A file is no longer there. Remove it, add it again and send once more.',
    { errors: { files: 'A file is no longer there. Add it again.' } },
  );
}
