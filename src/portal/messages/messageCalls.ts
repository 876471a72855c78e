import type { Marked, MarkMessages, MarkThreads, Threads } from '../../../domain/calls/messages.ts';
import type { Box, Mark } from '../../../domain/messages/threads.ts';
import { callApi } from '../../app/callApi.ts';

/** Threads that one call marks at most. */
const MOST_KEYS = 100;

export function listThreads(box: Box, words: string, before: number | null): Promise<Threads> {
  return callApi('GET /api/messages/threads', { query: { box, q: words || null, before } });
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
  const { messages } = await callApi('POST /api/messages/allRead');
  return { mark: 'read', messages };
}

export function sendMarks(body: MarkThreads | MarkMessages): Promise<Marked> {
  return callApi('POST /api/messages/marks', { body });
}
