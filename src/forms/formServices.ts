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

/** A picture of the site's own (resource "images"). */
export interface StoredImage {
  /** Its name under /api/Content: the value of a field of format image. */
  file: string;
  /** As it was uploaded. */
  name: string;
  /** What it shows, in words; empty where nobody has said. */
  alt: string;
}

/** Part of a picture, in pixels of it as people see it. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ImageUpload {
  /** Default: all of it. */
  crop?: CropArea;
  alt: string;
  /** icon: kept sharp and see-through, for logos. */
  use: 'photo' | 'icon';
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export interface ImageServices {
  /** Rejects as FormServices.upload does. */
  upload: (file: File, options: ImageUpload) => Promise<StoredImage>;
  /** Stored pictures by words, newest first. */
  find: (query: { q: string; from: number; count: number }) => Promise<{ images: StoredImage[]; total: number }>;
  /** The stored picture itself, to cut another part out of it, and what it shows. */
  read: (file: string) => Promise<{ picture: File; alt: string }>;
  /** Hears of each picture that is chosen, with the words that go along. */
  onChosen?: (image: StoredImage) => void;
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
  /** Where pictures may be added; elsewhere a picture is the text of its name. */
  images?: ImageServices;
  /** Hosts whose pages raw HTML may embed in frames. */
  frameHosts?: readonly string[];
  /** Places of the site by words typed: `value` is the address. */
  findLinks?: (text: string) => Promise<Option[]>;
  /** The names and sizes of files that the data already refers to. */
  files?: readonly StoredFile[];
}

/** Message by field name, or by the place within it ("links/0/words"); the key '' holds what concerns the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>;

export type FormData = Record<string, unknown>;
