import { api } from '../../app/api.ts';
import type { Marked, MarkMessages, MarkThreads, Thread, Threads } from '../../../domain/calls/messages.ts';
import type { Box, Mark } from '../../../domain/messages/threads.ts';

/** The API of domain/message-calls.ts. All calls throw ApiError. */

/** Threads that one call marks at most. */
const MOST_KEYS = 100;

export function listThreads(box: Box, words: string, before: number | null): Promise<Threads> {
  const query = new URLSearchParams({ box });
  if (words !== '') query.set('q', words);
  if (before !== null) query.set('before', String(before));
  return api(`/api/messages/threads?${query}`);
}

/** `before`: only what is older than this message. */
export function readThread(key: string, before?: number): Promise<Thread> {
  const query = before === undefined ? '' : `?before=${before}`;
  return api(`/api/messages/threads/${encodeURIComponent(key)}${query}`);
}

/** In calls of a hundred threads. Returns what was marked, by call: what takes it back. */
export async function markThreads(keys: readonly string[], mark: Mark): Promise<MarkThreads[]> {
  const made: MarkThreads[] = [];
  for (let start = 0; start < keys.length; start += MOST_KEYS) {
    const some = keys.slice(start, start + MOST_KEYS);
    const { messages } = await sendMarks({ keys: some, mark });
    made.push({ keys: some, mark, messages });
  }
  return made;
}

/** Reads all that is not archived. Returns what was marked. */
export async function readAll(): Promise<MarkMessages> {
  const { messages } = await api<Marked>('/api/messages/allRead', { method: 'POST' });
  return { mark: 'read', messages };
}

export function sendMarks(json: MarkThreads | MarkMessages): Promise<Marked> {
  return api<Marked>('/api/messages/marks', { method: 'POST', json });
}
