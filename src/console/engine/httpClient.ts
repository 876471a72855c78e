import { ApiError } from '../../app/ApiError.ts';
import { apiResponse, send, sendReadsBy } from '../../app/api.ts';
import { loadModel } from '../../app/modelStore.ts';
import { queryClient } from '../../app/queryClient.ts';
import { readInBatch } from './readInBatch.ts';

// Also the reads of site components that a page of the console shows, such as a preview.
sendReadsBy(readInBatch);

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** Whatever the server answers; the callers know its shape. */
  json: ReturnType<typeof JSON.parse>;
}

/** Throws ApiError, whose problem has the messages by field (`errors`) and, after a 412, the current record (`current`). */
export async function httpClient(url: string, options: RequestInit = {}): Promise<HttpAnswer> {
  const { body, ...rest } = options;
  const headers = new Headers(options.headers);
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  try {
    const isRead = (options.method ?? 'GET') === 'GET';
    const request = { ...rest, headers, ...(body == null ? {} : { body }) };
    const response = await apiResponse(url, request, isRead ? readInBatch : send);
    const text = await response.text();
    if (changesRights(url, options.method)) void loadModel();
    refreshSite(url, options.method);
    return {
      status: response.status,
      headers: response.headers,
      body: text,
      json: text === '' ? undefined : JSON.parse(text),
    };
  } catch (error) {
    if (error instanceof ApiError && announcesNewRights(error)) void loadModel();
    throw error;
  }
}

/** Rules, roles and groups decide what the model document holds, also for the one who changes them. */
function changesRights(url: string, method = 'GET'): boolean {
  return method !== 'GET' && /^\/api\/(permissions|users|groups)([/?]|$)/.test(url);
}

/** What the shell of this tab shows of the records that were written. */
const SHOWN_BY_SHELL: readonly [RegExp, string][] = [
  [/^\/api\/siteSettings([/?]|$)/, '/api/content/siteDisplaySettings'],
  [/^\/api\/links([/?]|$)/, '/api/content/megamenu'],
];

function refreshSite(url: string, method = 'GET'): void {
  if (method === 'GET') return;
  for (const [written, shown] of SHOWN_BY_SHELL)
    if (written.test(url)) void queryClient.invalidateQueries({ queryKey: [shown] });
}

/** Not allowed, or a field that is not there (anymore): the page was made from a model document that no longer holds. */
function announcesNewRights(error: ApiError): boolean {
  return error.status === 403 || error.problem.code === 'resource.bad-query';
}
