import { ApiError } from '../../../app/ApiError.ts';

/** What a refusal says about each field. */
export function fieldErrors(failure: unknown): Record<string, string> {
  const errors = failure instanceof ApiError ? (failure.problem.errors ?? {}) : {};
  return Object.fromEntries(Object.entries(errors).map(([name, words]) => [name, String(words)]));
}
