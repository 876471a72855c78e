import type { MarkThreads } from '../../../domain/calls/messages.ts';
import type { Mark } from '../../../domain/messages/threads.ts';
import { callApi } from '../../app/callApi.ts';

/** Threads that one call marks at most. */
const MOST_KEYS = 100;

/** Returns what was marked, by call, so that it can be undone. */
export async function markThreads(keys: readonly string[], mark: Mark): Promise<MarkThreads[]> {
  const made: MarkThreads[] = [];
  for (let start = 0; start < keys.length; start += MOST_KEYS) {
    const some = keys.slice(start, start + MOST_KEYS);
    const { messages } = await callApi('POST /api/messages/marks', { body: { keys: some, mark } });
    made.push({ keys: some, mark, messages });
  }
  return made;
}
