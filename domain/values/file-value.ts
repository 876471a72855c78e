/** What a field of format file holds: the file's id, its size in bytes and its name, "{id}/{size}/{name}". */
export const FILE_VALUE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[1-9]\d{0,11}\/[^/\\]{1,255}$/;

export interface FileFacts {
  id: string;
  size: number;
  name: string;
}

export function fileValue({ id, size, name }: FileFacts): string {
  return `${id}/${size}/${name}`;
}

/** Null for text of another form. */
export function fileFacts(value: string): FileFacts | null {
  if (!FILE_VALUE.test(value)) return null;
  const [id = '', size, name = ''] = value.split('/');
  return { id, size: Number(size), name };
}

export function fileUrl(id: string): string {
  return `/api/files/${encodeURIComponent(id)}`;
}
