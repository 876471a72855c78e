import type { Problem } from '../../domain/values/problem.ts';

/** A refusal that is sent to the caller as is. Any other error becomes a 500 without its message. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Retry-After in seconds. */
  readonly retryAfter: number | undefined;
  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A 429 refusal; `seconds` until a retry makes sense. */
export function tooMany(code: string, title: string, detail: string, seconds: number): ProblemError {
  return new ProblemError({ type: `about:blank#${code}`, title, status: 429, code, detail }, seconds);
}

/** A refusal with the given `code` ("resource.unknown-field"); `more` adds `errors` by field or the `current` row. */
export function problem(
  status: number,
  code: string,
  title: string,
  detail: string,
  more: Pick<Problem, 'errors' | 'current'> = {},
): ProblemError {
  return new ProblemError({ type: `about:blank#${code}`, title, status, code, detail, ...more });
}
