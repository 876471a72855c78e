import type { HttpError } from 'ra-core';
import { isUnreachable } from '../../app/ApiError.ts';

const UNREACHED =
  'Not saved: the server could not be reached. Your changes are kept here; save again once the connection is back.';

/** A refusal as form errors: messages by field, else one for the form as a whole. */
export function refusalOf(error: HttpError): Record<string, unknown> {
  if (isUnreachable(error)) return { root: { serverError: UNREACHED } };
  const errors: unknown = error.body?.errors;
  if (typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0) return { ...errors };
  return { root: { serverError: error.message } };
}
