import type { Problem } from '../../domain/problem.ts';

/** A refusal that is told to the caller as it stands. Anything else thrown becomes a 500 without its text. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Seconds after which trying again makes sense: the answer's Retry-After. */
  readonly retryAfter: number | undefined;
  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Makes the refusal of somebody who asks too often; `seconds` until it makes sense to ask again. */
export function tooMany(code: string, title: string, detail: string, seconds: number): ProblemError {
  return new ProblemError({ type: `about:blank#${code}`, title, status: 429, code, detail }, seconds);
}

/** Makes the refusal `code` ("resource.unknown-field"); `more` adds `errors` by field or the `current` row. */
export function problem(
  status: number,
  code: string,
  title: string,
  detail: string,
  more: Pick<Problem, 'errors' | 'current'> = {},
): ProblemError {
  return new ProblemError({ type: `about:blank#${code}`, title, status, code, detail, ...more });
}
