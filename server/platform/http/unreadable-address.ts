import type { FastifyError, FastifyReply, FastifyRequest, LightMyRequestResponse as Response } from 'fastify';
import { wantsDocument } from './navigation.ts';
import { sendError } from './problems.ts';
import { abandonFill } from './response-caching.ts';

/** Request headers that the document depends on. */
const REQUESTED = [
  'cookie',
  'host',
  'accept',
  'accept-encoding',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];
/** Headers that Node sets itself. */
const OWN = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** Handles addresses that cannot be decoded, such as "/%": navigations get a document, other requests a problem. */
export function rejectUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isDocument = wantsDocument(request) && readable(request.url) !== request.url;
  (isDocument ? sendDocument(request, reply) : refuse(error, request, reply)).catch((failure: unknown) =>
    sendError(failure, request, reply),
  );
}

/** None of the app's hooks run for such a request; its headers match any other refusal. */
async function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  copyHeaders((await fetchDocument(request, '/api/')).headers, reply);
  return sendError(error, request, reply.header('x-request-id', request.id));
}

/** Sends the document of the nearest valid address, the one the app would resolve to in the browser. */
export async function sendDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await fetchDocument(request, readable(request.url));
  // Cached and compressed already, under its own address.
  abandonFill(request);
  copyHeaders(answer.headers, reply);
  return reply.code(answer.statusCode).send(answer.rawPayload);
}

/** The response to the same caller at another address. */
function fetchDocument(request: FastifyRequest, url: string): Promise<Response> {
  const headers = Object.fromEntries(
    REQUESTED.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );
  return request.server.inject({ url, headers, remoteAddress: request.socket.remoteAddress ?? '127.0.0.1' });
}

function copyHeaders(headers: Response['headers'], reply: FastifyReply): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OWN.has(name)) reply.header(name, value);
}

export function readable(url: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.replaceAll('%00', '%EF%BF%BD')) ?? [];
  return (
    path
      .split('/')
      .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
      .join('/') + rest
  );
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
