import type * as declared from '../../domain/calls/all.ts';
import type { Answer, Given } from '../../domain/calls/call.ts';
import { api, apiResponse, readApi, type ApiRequest } from './api.ts';

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllCalls = AllOf<(typeof declared)[keyof typeof declared & `${string}Calls`]>;
type Name = keyof AllCalls & string;
type ReadName = Extract<Name, `GET ${string}`>;
export type AnswerTo<N extends Name> = Answer<AllCalls[N]>;
type Request<N extends Name> = Given<N, AllCalls[N]> &
  Omit<ApiRequest, 'method' | 'json' | 'body'> & {
    key?: string;
    /** If-Match: 412 when the row has changed since. */
    version?: number | string | undefined;
    /** User name; refused when another account has logged in meanwhile in another tab. */
    account?: string;
  };
type Arguments<N extends Name> = object extends Given<N, AllCalls[N]> ? [request?: Request<N>] : [request: Request<N>];

interface AnyRequest extends Omit<ApiRequest, 'method' | 'json' | 'body'> {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  key?: string;
  version?: number | string | undefined;
  account?: string;
}

/** The response of a declared call; undefined where it has no content. Throws ApiError. */
export function callApi<N extends Name>(name: N, ...[request]: Arguments<N>): Promise<AnswerTo<N>> {
  const { path, init } = callRequest(name, request);
  return api(path, init);
}

/** The same for a read, which may share its request with others of the same task. */
export function readCall<N extends ReadName>(name: N, ...[request]: Arguments<N>): Promise<AnswerTo<N>> {
  const { path, init } = callRequest(name, request);
  return readApi(path, init);
}

/** A query with the path as its key, under which documents embed its data. */
export function callQuery<N extends ReadName>(name: N, ...[request]: Arguments<N>) {
  const { path } = callRequest(name, request);
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => readApi<AnswerTo<N>>(path, { signal }) };
}

export function callResponse<N extends Name>(name: N, ...[request]: Arguments<N>): Promise<Response> {
  const { path, init } = callRequest(name, request);
  return apiResponse(path, init);
}

/** The address of a read, for a link or a download. */
export function callPath<N extends ReadName>(name: N, ...[request]: Arguments<N>): string {
  return callRequest(name, request).path;
}

function callRequest(name: string, { params, query, body, headers, ...options }: AnyRequest = {}) {
  const { key, version, account, ...rest } = options;
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params?.[part])));
  const search = new URLSearchParams();
  for (const [part, value] of Object.entries(query ?? {}))
    for (const each of [value].flat()) if (each != null) search.append(part, String(each));
  const all = new Headers(headers);
  if (key !== undefined) all.set('idempotency-key', key);
  if (version !== undefined) all.set('if-match', `"${version}"`);
  if (account !== undefined) all.set('x-account', encodeURIComponent(account));
  const init: ApiRequest = { ...rest, method, headers: all, ...(body === undefined ? {} : { json: body }) };
  return { path: search.size > 0 ? `${path}?${search}` : path, init };
}
