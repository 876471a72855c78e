import type { StoredFile } from '../../domain/request-calls.ts';

/** A choice of a reference: the row's id and the words that name it. */
export interface Option {
  value: string | number;
  label: string;
  /** A second, quieter line: a username, a place. */
  hint?: string;
}

export interface UploadOptions {
  field: string;
  /** Share of the file that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * What a form needs from outside: it fetches nothing itself. `upload` rejects with an Error whose message is a
 * sentence for the person, and with an AbortError when the signal fires.
 */
export interface FormServices {
  /** Rows of a resource by words typed (`q`) or by id (`ids`), each named as its config says. */
  lookup: (resource: string, query: { q?: string; ids?: (string | number)[] }) => Promise<Option[]>;
  upload: (file: File, options: UploadOptions) => Promise<StoredFile>;
  fileUrl: (id: string) => string;
  /** The names and sizes of files that the data already refers to. */
  files?: readonly StoredFile[];
}

/** Message by field name; the key '' holds what concerns the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>;

export type FormData = Record<string, unknown>;
