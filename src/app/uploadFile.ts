import type { Problem } from '../../domain/values/problem.ts';
import type { StoredFile } from '../../domain/calls/files.ts';
import { ApiError } from './ApiError.ts';
import { renewSession } from './api.ts';

export interface UploadProgress {
  /** Fraction of the file sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export function uploadFile(file: File, query: URLSearchParams, progress: UploadProgress): Promise<StoredFile> {
  return uploadBytes(`/api/files?${query}`, file, {}, progress);
}

/** By XMLHttpRequest, because fetch reports no upload progress. Throws ApiError, or an AbortError when the signal aborts. */
export async function uploadBytes<Answer>(
  path: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  progress: UploadProgress,
): Promise<Answer> {
  try {
    return await send(path, file, headers, progress);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && (await renewSession()))
      return send(path, file, headers, progress);
    throw error;
  }
}

function send<Answer>(
  path: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadProgress,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    const all = {
      accept: 'application/json',
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(file.name),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Answer);
      else reject(new ApiError(uploadProblem(request)));
    };
    request.onerror = () => reject(new ApiError(uploadProblem(request)));
    request.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function uploadProblem({ status, response }: XMLHttpRequest): Problem {
  const body: unknown = response;
  if (typeof body === 'object' && body !== null && 'detail' in body && 'code' in body) return body as Problem;
  const detail =
    status === 0
      ? 'The connection was lost before the whole file was sent. Try again.'
      : `The server answered with status ${status}. Try again in a moment.`;
  return { type: 'about:blank#upload.failed', title: 'Not sent', status, code: 'upload.failed', detail };
}
