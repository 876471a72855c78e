import { onTestFinished } from 'vitest';
import { batchLine } from '../../domain/values/batch.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Problem } from '../../domain/values/problem.ts';

/** A call that the page made. */
export interface ApiCall {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** Parsed; undefined without one. */
  body: unknown;
}

/** What is answered, by method and path, such as "GET /api/pages": JSON, undefined for 204, or a response. */
export type Answers = Readonly<Record<string, (call: ApiCall) => unknown>>;

/**
 * Replaces the API from here to the test's end, at `fetch`. Returns the calls in their order; one without an answer fails the test.
 */
export function answerApi(answers: Answers): ApiCall[] {
  const calls: ApiCall[] = [];
  const unanswered: string[] = [];
  const network = window.fetch;
  const answerCall = async (call: ApiCall): Promise<Response> => {
    const { method, path, body } = call;
    if (path === '/api/batch') return answerBatch((body as { reads: string[] }).reads);
    // No action can be run, unless a test says so.
    if (method === 'GET' && /^\/api\/\w+\/actions$/.test(path) && !answers[`GET ${path}`]) return Response.json({});
    // Nothing was paid, either.
    if (/^\/api\/payment\/\w+\/\d+\/cancel-effect$/.test(path) && !answers[`GET ${path}`])
      return Response.json({ refundCents: 0, sentences: [] });
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) {
      unanswered.push(`${method} ${path}`);
      return refusal(404, 'test.unanswered', 'There is no answer');
    }
    calls.push(call);
    const content = await answer(call);
    if (content instanceof Response) return content;
    return content === undefined ? new Response(null, { status: 204 }) : Response.json(content);
  };
  const answerBatch = async (reads: readonly string[]): Promise<Response> => {
    const lines = await Promise.all(
      reads.map(async (read, index) => {
        const { pathname: path, searchParams: query } = new URL(read, window.location.origin);
        const response = await answerCall({ method: 'GET', path, query, headers: new Headers(), body: undefined });
        const { status, headers } = response;
        const text = await response.text();
        const body = text === '' ? null : (JSON.parse(text) as Json);
        return batchLine({ status, headers: Object.fromEntries(headers), body }, index, reads.length);
      }),
    );
    return new Response(lines.join(''));
  };
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query, origin } = new URL(request.url);
    if (origin !== window.location.origin || !path.startsWith('/api/')) return network(input, init);
    const { method, headers } = request;
    const text = await request.text();
    return answerCall({ method, path, query, headers, body: text === '' ? undefined : (JSON.parse(text) as Json) });
  };
  onTestFinished(() => {
    window.fetch = network;
    if (unanswered.length > 0) throw new Error(`Calls without an answer: ${[...new Set(unanswered)].join(', ')}`);
  });
  return calls;
}

/** A refusal as the server words it. */
export function refusal(status: number, code: string, detail: string, more: Partial<Problem> = {}): Response {
  const problem: Problem = { type: `about:blank#${code}`, title: detail, status, code, detail, ...more };
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } });
}

/** A page of a list, with its total. */
export function listOf(resource: string, rows: readonly object[]): Response {
  return Response.json(rows, {
    headers: { 'content-range': `${resource} 0-${Math.max(rows.length - 1, 0)}/${rows.length}` },
  });
}
