import type { Problem } from '../../domain/values/problem.ts';
import { ApiError, unreachable } from './ApiError.ts';
import { sayWhenSlow } from './slowAnswers.ts';

export interface ApiRequest extends Omit<RequestInit, 'body'> {
  json?: unknown;
  body?: BodyInit;
}

/** Characters of a server's own text that are shown. */
const MOST_WORDS = 500;

/** Asks the user to log in again; true when the same account has, so that the call may be retried. */
type Renewal = () => Promise<boolean>;
let renewal: Renewal = () => Promise.resolve(false);

export function onSessionLost(renew: Renewal): void {
  renewal = renew;
}

/** Sends reads that may share a request. */
let sendRead = send;

export function sendReadsBy(sender: typeof send): void {
  sendRead = sender;
}

/** For requests that bypass `api`: asks for a login after a 401. True when the same account has logged in. */
export function renewSession(): Promise<boolean> {
  return renewal();
}

/** The JSON response of a GET, which may share its request with other reads of the same task. Throws ApiError. */
export async function readApi<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const response = await apiResponse(path, request, sendRead);
  return answerOf(response);
}

/** The JSON response of an API call; undefined for 204. Throws ApiError. */
export async function api<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const response = await apiResponse(path, request);
  return answerOf(response);
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** The raw response. When the session has expired, the call waits for a new login and is repeated. Throws ApiError. */
export async function apiResponse(path: string, request: ApiRequest = {}, sendBy = send): Promise<Response> {
  const response = await sendBy(path, request);
  if (response.ok || response.status === 304) return response;
  if (response.status === 401 && (await renewal())) {
    const repeated = await sendBy(path, request);
    if (repeated.ok) return repeated;
    throw new ApiError(await responseProblem(repeated));
  }
  throw new ApiError(await responseProblem(response));
}

/** The response as it is, whatever its status. Throws ApiError with status 0 when the server cannot be reached. */
export async function send(path: string, { json, headers, ...rest }: ApiRequest = {}): Promise<Response> {
  const all = new Headers(headers);
  if (!all.has('accept')) all.set('accept', 'application/json');
  if (json !== undefined) all.set('content-type', 'application/json');
  const answered = sayWhenSlow();
  try {
    return await fetch(path, {
      credentials: 'same-origin',
      ...rest,
      headers: all,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  } finally {
    answered();
  }
}

/** The problem in the response, or one derived from its status and text when someone else answered. */
export async function responseProblem(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  if (typeof body === 'object' && body !== null && 'detail' in body && 'code' in body) return body as Problem;
  return {
    type: 'about:blank#http.unexpected',
    title: response.statusText || 'Unexpected answer',
    status: response.status,
    code: 'http.unexpected',
    detail: problemText(body) ?? `The server answered with status ${response.status}. Try again in a moment.`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A text that a person can read; null for a page of a proxy, or none. */
function problemText(body: unknown): string | null {
  const text = typeof body === 'string' ? body.trim() : '';
  return text === '' || text.startsWith('<') ? null : text.slice(0, MOST_WORDS);
}
