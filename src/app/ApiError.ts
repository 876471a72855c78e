import type { Problem } from '../../domain/problem.ts';

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
