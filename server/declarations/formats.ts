import { IMAGE_NAME } from '../../domain/images.ts';
import { LINK } from '../../domain/links.ts';
import type { Format } from '../../domain/schemas.ts';

/** Decimals to which a number is told to be a multiple: 0.07 is one of 0.01, though binary fractions are not exact. */
export const DECIMALS = 9;

/**
 * The formats of strings, as the server's Ajv and the validators precompiled for the browser know them. Regular
 * expressions only: Ajv writes them into the generated code, so that the browser needs no library. Each takes linear time.
 */
export const FORMATS: Record<Format | 'uuid', RegExp> = {
  email: /^[^\s@<>()[\],;:\\"]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
  uri: /^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/i,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/,
  link: LINK,
  color: /^#[0-9A-Fa-f]{6}$/,
  uuid: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  file: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  image: IMAGE_NAME,
  html: /^/,
};
