import type { HttpError } from 'ra-core';

/** A refusal as form errors: messages by field, else one for the form as a whole. */
export function refusalOf(error: HttpError): Record<string, unknown> {
  const errors: unknown = error.body?.errors;
  if (typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0) return { ...errors };
  return { root: { serverError: error.message } };
}
