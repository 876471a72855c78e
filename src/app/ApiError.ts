import type { Problem } from '../../domain/values/problem.ts';

/** An API call that was refused or did not reach the server (status 0). The message is suitable for display. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.problem = problem;
  }
}

/** A refusal before anything is sent, with its messages by field. */
export function localRefusal(detail: string, errors?: Readonly<Record<string, string>>): ApiError {
  const problem = { type: 'about:blank#local.refused', title: 'Not sent', status: 422, code: 'local.refused', detail };
  return new ApiError(errors === undefined ? problem : { ...problem, errors });
}

/** Whether a call did not reach the server: an ApiError, or an error of the console's data layer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 0;
}
