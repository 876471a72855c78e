import type { Problem } from '../../domain/problem.ts';

/** A refusal that is told to the caller as it stands. Anything else thrown becomes a 500 without its text. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Makes the refusal `code` ("resource.unknown-field"); `more` adds `errors` by field or the `current` row. */
export function problem(
  status: number, code: string, title: string, detail: string, more: Pick<Problem, 'errors' | 'current'> = {},
): ProblemError {
  return new ProblemError({ type: `about:blank#${code}`, title, status, code, detail, ...more });
}
