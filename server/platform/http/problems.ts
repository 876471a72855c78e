import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../../domain/values/problem.ts';
import { outageOf } from '../outage.ts';
import { http } from '../lazy-packages.ts';
import { ProblemError, problem } from '../problem.ts';
import { JSON_WANTED } from './json-body.ts';
import { wantsDocument } from './navigation.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Called with each unexpected error, after it has been answered. */
export type FaultListener = (error: unknown, request: FastifyRequest) => Promise<void>;

export type FaultExplainer = (error: unknown) => Promise<unknown>;

/** Maps every refusal of this instance to an RFC 9457 problem. Messages of unexpected errors are logged and never sent. */
export function answerProblems(
  app: FastifyInstance,
  onFault: FaultListener = async () => undefined,
  explain: FaultExplainer = async (error) => error,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const explained = isExpected(error) ? error : await explain(error);
    sendError(explained, request, reply);
    if (reply.statusCode >= 500 && !OUTAGES.has(reply.statusCode)) void onFault(explained, request);
    return reply;
  });
}

/** Their causes lie outside of this program. */
const OUTAGES = new Set([503, 507]);

function isExpected(error: unknown): boolean {
  return error instanceof ProblemError || (isFastifyError(error) && error.code.startsWith('FST_'));
}

/** Sends `error` as a problem; also used as Fastify's `frameworkErrors`, for malformed addresses. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toProblem(error, request.id);
  if (answer.status >= 500) request.log.error({ err: error, reqId: request.id }, answer.code);
  const wait = error instanceof ProblemError ? error.retryAfter : answer.status === 503 ? 5 : undefined;
  if (wait !== undefined) reply.header('retry-after', wait);
  return answer.status >= 500 && wantsDocument(request) ? sendSentence(reply, answer) : sendProblem(reply, answer);
}

/** The message of a part that fails while the rest is sent. `isFault`: of this program, to be recorded. */
export function partFailure(error: unknown, request: FastifyRequest): { detail: string; isFault: boolean } {
  const { status, code, title, detail = title } = toProblem(error, request.id);
  if (status >= 500) request.log.error({ err: error, reqId: request.id }, code);
  return { detail, isFault: status >= 500 && !OUTAGES.has(status) };
}

/** For people whose page could not be rendered: a sentence that needs no working server. */
function sendSentence(reply: FastifyReply, { status, title, detail = '' }: Problem): FastifyReply {
  const [head, text] = [title, detail].map((words) => words.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`));
  reply.removeHeader('content-length').removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(status).type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width" /><title>${head}</title>
<main style="max-width:36rem;margin:15vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif">
<h1>${head}</h1><p>${text}</p><p><a href="">Try again</a></p></main></html>
`);
}

export function sendProblem(reply: FastifyReply, answer: Problem): FastifyReply {
  reply.removeHeader('content-length').removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(answer.status).type(PROBLEM_TYPE).send(JSON.stringify(answer));
}

/** Errors of Node's HTTP parser never become requests, so the response is written to the socket. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(
    plain(status, 'http.unreadable', 'The request is not valid HTTP, too large or too slow.'),
  );
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nCache-Control: no-store\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (isFastifyError(error)) {
    if (error.validation) return invalidRequest(error);
    if (error.code.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500)
      return refused(error, error.statusCode);
  }
  if (isBadValue(error))
    return plain(400, 'http.unusable-value', 'A value in the request has the wrong type or is too large.');
  const outage = outageOf(error);
  if (outage !== null) return plain(outage.status, outage.code, `${outage.detail} (${requestId})`);
  return plain(
    500,
    'server.error',
    `Something went wrong on our end. Please try again. If it happens again, give the staff this number: ${requestId}.`,
  );
}

const REFUSALS: Record<string, [code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['http.too-large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['http.unsupported-media-type', JSON_WANTED],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['http.wrong-length', 'The request is not as long as its Content-Length says.'],
  FST_ERR_BAD_URL: ['http.bad-address', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['http.bad-address', 'The address is too long.'],
};

function refused(error: FastifyError, status: number): Problem {
  const [code, detail] = REFUSALS[error.code] ?? ['http.refused', 'The request cannot be read.'];
  return plain(status, code, detail);
}

function invalidRequest(error: FastifyError): Problem {
  const errors: Record<string, string> = {};
  for (const fault of error.validation ?? []) {
    const { missingProperty, additionalProperty } = fault.params;
    const name = [...fault.instancePath.split('/').slice(1), missingProperty ?? additionalProperty]
      .filter((part) => part !== undefined)
      .join('.');
    errors[name || 'root.serverError'] = missingProperty
      ? 'This field is required'
      : additionalProperty
        ? 'This field is unknown'
        : sentence(fault.message);
  }
  const where = error.validationContext === 'body' ? 'The request' : 'The address';
  const names = Object.keys(errors).filter((name) => name !== 'root.serverError');
  const detail =
    names.length > 0
      ? `${where} has errors in: ${names.join(', ')}.`
      : `${where} does not have the format that this call requires.`;
  return problem(400, 'http.invalid', 'Bad request', detail, { errors }).problem;
}

function sentence(message = 'is not valid'): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

function plain(status: number, code: string, detail: string): Problem {
  return problem(status, code, http.STATUS_CODES[status] ?? 'Refused', detail).problem;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function isBadValue(error: unknown): boolean {
  return isFastifyError(error) && /^22[0-9A-Z]{3}$/.test(error.code);
}
