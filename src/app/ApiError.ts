import type { Problem } from '../../domain/problem.ts';

/** A call that the server refused, or that did not reach it (status 0). The message is the sentence for the person. */
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
