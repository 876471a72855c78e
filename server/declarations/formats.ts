import { FILE_VALUE } from '../../domain/values/file-value.ts';
import { IMAGE_NAME } from '../../domain/values/images.ts';
import { LINK } from '../../domain/values/links.ts';
import type { Format } from '../../domain/declarations/schemas.ts';

/** Decimal places considered by multipleOf: 0.07 is a multiple of 0.01 although binary fractions are inexact. */
export const DECIMALS = 9;

/**
 * The string formats, shared by the server's Ajv and the precompiled validators. Regular expressions only, because Ajv inlines them,
 * so that the browser needs no library. Each runs in linear time.
 */
export const FORMATS: Record<Format | 'uuid', RegExp> = {
  email: /^[^\s@<>()[\],;:\\"]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
  uri: /^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/i,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/,
  month: /^\d{4}-(?:0[1-9]|1[0-2])$/,
  link: LINK,
  color: /^#[0-9A-Fa-f]{6}$/,
  uuid: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  file: FILE_VALUE,
  image: IMAGE_NAME,
  html: /^/,
  // In outline; what it says is read by parseRule.
  rrule: /^[^;=]+=[^;=]+(?:;[^;=]+=[^;=]+)*;?$/,
};
