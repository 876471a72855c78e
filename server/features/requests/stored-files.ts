import type { StoredFile } from '../../../domain/calls/files.ts';
import type { Db } from '../../platform/database.ts';

export interface FileRow {
  id: string;
  name: string;
  mime: string;
  size: number;
  storageKey: string;
  uploaderId: number;
  formVersionId: number | null;
  submissionId: number | null;
  requestMessageId: number | null;
  /** Of a file for a resource: its name, and the id of the record that has named it. */
  resource: string | null;
  recordId: string | null;
  field: string | null;
}

export const FILE_COLUMNS = [
  'id',
  'name',
  'mime',
  'size',
  'storageKey',
  'uploaderId',
  'formVersionId',
  'submissionId',
  'requestMessageId',
  'resource',
  'recordId',
  'field',
] as const satisfies (keyof FileRow)[];

/** Types that every browser displays and that cannot contain scripts. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const LARGEST_PICTURE = 12 * 1024 * 1024;

export function isPicture(file: Pick<FileRow, 'mime' | 'size'>): boolean {
  return PICTURES.has(file.mime) && file.size <= LARGEST_PICTURE;
}

export function storedFile({ id, name, mime, size }: Pick<FileRow, 'id' | 'name' | 'mime' | 'size'>): StoredFile {
  const url = `/api/files/${id}`;
  return { id, name, mime, size, url, thumbnailUrl: isPicture({ mime, size }) ? `${url}/picture` : null };
}

/** The files that belong to the request or to the uploader. */
export async function storedFiles(
  db: Db,
  ids: readonly string[],
  of: { submissionId: number } | { uploaderId: number },
): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'size'])
    .where('id', 'in', [...new Set(ids)])
    .where(({ eb }) =>
      'submissionId' in of ? eb('submissionId', '=', of.submissionId) : eb('uploaderId', '=', of.uploaderId),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(storedFile);
}

export async function fileRow(db: Db, id: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirst();
}
