import { useMemo } from 'react';
import { isUnreachable, type ApiError } from '../../app/ApiError.ts';

const UNREACHED =
  'Not saved: the server could not be reached. Your changes are still here. Save again when you are back online.';

/** A refusal as form errors, one object for each refusal: messages by field, else one for the form as a whole. */
export function useRefusalErrors(refusal: ApiError | null): Record<string, unknown> | undefined {
  return useMemo(() => (refusal === null ? undefined : formErrorsOf(refusal)), [refusal]);
}

function formErrorsOf(refusal: ApiError): Record<string, unknown> {
  if (isUnreachable(refusal)) return { root: { serverError: UNREACHED } };
  const { errors = {} } = refusal.problem;
  return Object.keys(errors).length > 0 ? errors : { root: { serverError: refusal.message } };
}
