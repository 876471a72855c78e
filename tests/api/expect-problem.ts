import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Problem } from '../../domain/values/problem.ts';

/** Asserts that the response is an RFC 9457 problem that reveals no internals. */
export function expectProblem(answer: LightMyRequestResponse): Problem {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = answer.json<Problem>();
  expect(problem).toMatchObject({
    type: `about:blank#${problem.code}`,
    status: answer.statusCode,
    title: expect.any(String),
    code: expect.stringMatching(/^[a-z-]+\.[a-z0-9-]+$/),
  });
  expect(problem.detail.length).toBeGreaterThan(10);
  expect(answer.body).not.toMatch(
    /\bat .*\.ts|node_modules|call stack|syntax error|relation "|column "|FST_ERR|SQLSTATE|undefined/i,
  );
  return problem;
}

/** Asserts that the response is a problem with this status and, if given, this code. */
export function expectRefusal(answer: LightMyRequestResponse, status: number, code?: string): void {
  const refusal = expectProblem(answer);
  expect({ status: refusal.status, code: refusal.code }).toEqual({ status, code: code ?? refusal.code });
}
