import type { StoredFile } from '../../../domain/calls/files.ts';
import type { PlaceDay } from '../../../domain/requests/request-form-dates.ts';
import { fileUrl } from '../../../domain/values/file-value.ts';

/** An option of a reference: the row's id and display name. */
export interface Option {
  value: string | number;
  label: string;
  /** A secondary line: a username, a location. */
  hint?: string;
  icon?: string;
}

export interface UploadOptions {
  field: string;
  /** Fraction of the file sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** A stored picture (resource "images"). */
export interface StoredImage {
  file: string;
  name: string;
  /** Alternative text; empty when none was given. */
  alt: string;
}

export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ImageUpload {
  /** Default: the full picture. */
  crop?: CropArea;
  alt: string;
  use: 'photo' | 'icon';
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export interface ImageServices {
  /** Rejects like FormServices.upload. */
  upload: (file: File, options: ImageUpload) => Promise<StoredImage>;
  /** Searches stored pictures, newest first. */
  find: (query: { q: string; from: number; count: number }) => Promise<{ images: StoredImage[]; total: number }>;
  /** The stored picture itself, for another crop, and its alternative text. */
  read: (file: string) => Promise<{ picture: File; alt: string }>;
  /** Called with each selected picture and its alternative text. */
  onChosen?: (image: StoredImage) => void;
}

/**
 * The services a form depends on; it fetches nothing itself. `upload` rejects with an Error whose message is suitable for display, or
 * with an AbortError when the signal aborts.
 */
export interface FormServices {
  /** Rows of a resource by search text (`q`) or by id (`ids`), with their display names. */
  lookup: (
    resource: string,
    query: { q?: string; ids?: (string | number)[]; filter?: Readonly<Record<string, unknown>> | undefined },
  ) => Promise<Option[]>;
  upload: (file: File, options: UploadOptions) => Promise<StoredFile>;
  /** Megabytes of a file at most, where its field names no size. */
  uploadMegabytes: number;
  fileUrl: (id: string) => string;
  /** Available where pictures may be uploaded; otherwise a picture is entered as its file name. */
  images?: ImageServices;
  /** Hosts whose pages HTML may embed in frames. */
  frameHosts?: readonly string[];
  /** Pages of the site by search text; `value` is the address. */
  findLinks?: (text: string) => Promise<Option[]>;
  /** The opening hours of a place on the day of an answer; null where it has none. */
  placeDay?: (place: number, answer: string) => Promise<PlaceDay | null>;
  /** Files that the initial data refers to. */
  files?: readonly StoredFile[];
}

/** For forms without references and files. */
export const NO_SERVICES: FormServices = {
  lookup: () => Promise.resolve([]),
  upload: () => Promise.reject(new Error('This form stores no files.')),
  uploadMegabytes: 0,
  fileUrl,
};

/** Messages by field name, or by path ("links/0/words"); the key '' is for the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>;

export type FormData = Record<string, unknown>;

/** The first and the last day that a date accepts. */
export interface DayLimits {
  min?: string;
  max?: string;
}

/** The test that a date of the field has to pass, given the form's data; undefined: every date does. */
export type PickableDays = (field: string, data: FormData) => ((date: string) => boolean) | undefined;
