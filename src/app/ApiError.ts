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

/** What a call, or code that is loaded late, meets without a connection. */
export function unreachable(): ApiError {
  return new ApiError({
    type: 'about:blank#network.unreachable',
    title: 'No connection',
    status: 0,
    code: 'network.unreachable',
    detail: 'The server could not be reached. Check your connection and try again.',
  });
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
