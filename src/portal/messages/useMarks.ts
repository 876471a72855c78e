import { formatCount } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { MarkMessages, MarkThreads, Thread, Threads, ThreadSummary } from '../../../domain/calls/messages.ts';
import type { Mark } from '../../../domain/messages/threads.ts';
import { callApi } from '../../app/callApi.ts';
import { refreshUnread } from '../../app/session/unreadMessages.ts';
import { showToast } from '../../ui/toasts.ts';
import { markThreads } from './markThreads.ts';

export const THREADS = ['messages', 'threads'] as const;
export const THREAD = ['messages', 'thread'] as const;

const OPPOSITE: Readonly<Record<Mark, Mark>> = { read: 'unread', unread: 'read', archived: 'kept', kept: 'archived' };
const DONE: Readonly<Record<Mark, string>> = {
  read: 'marked as read',
  unread: 'marked as unread',
  archived: 'archived',
  kept: 'unarchived',
};

type Made = MarkThreads | MarkMessages;

/** Marks threads and says so, with a way to take it back. `read` marks what has been opened, without a word. */
export function useMarks() {
  const client = useQueryClient();
  const attempt = async (made: Mark, work: () => Promise<Made[]>): Promise<Made[] | null> => {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      showToast(`The messages could not be ${DONE[made]}. ${reason}`, { tone: 'error' });
      return null;
    } finally {
      // Of many, some may have been marked.
      refreshUnread();
      await client.invalidateQueries({ queryKey: ['messages'] });
    }
  };
  const undo = async (made: readonly Made[]): Promise<void> => {
    for (const one of made) {
      const mark = OPPOSITE[one.mark];
      const send = () => callApi('POST /api/messages/marks', { body: { ...one, mark } });
      if ((await attempt(mark, () => send().then(() => [one]))) === null) return;
    }
  };
  /** Resolves to whether it was done. Only `keys` that the mark changes are to be given. */
  const mark = async (keys: readonly string[], made: Mark): Promise<boolean> => {
    const done = await attempt(made, () => markThreads(keys, made));
    if (done === null) return false;
    const count = keys.length === 1 ? 'Conversation' : formatCount(keys.length, 'conversation', 'conversations');
    showToast(`${count} ${DONE[made]}.`, { action: { label: 'Undo', onSelect: () => void undo(done) } });
    return true;
  };
  /** Reads all that is not archived, whether it is shown or not. */
  const all = async (): Promise<void> => {
    const done = await attempt('read', () =>
      callApi('POST /api/messages/allRead').then(({ messages }) => [{ mark: 'read', messages }]),
    );
    if (done === null) return;
    const count = done.reduce((sum, { messages = [] }) => sum + messages.length, 0);
    showToast(
      `${formatCount(count, 'message', 'messages')} marked as read.`,
      count === 0 ? {} : { action: { label: 'Undo', onSelect: () => void undo(done) } },
    );
  };
  /** What fails here is still unread, and nothing more has happened. */
  const read = async (key: string): Promise<void> => {
    await markThreads([key], 'read').then(
      () => {
        showAsRead(client, key);
        refreshUnread();
      },
      () => undefined,
    );
  };
  return { mark, all, read };
}

/** In the lists and the thread that are shown; they are not asked for again, so that nothing moves while someone reads. */
function showAsRead(client: ReturnType<typeof useQueryClient>, key: string): void {
  client.setQueriesData<Threads>({ queryKey: THREADS }, (list) =>
    list === undefined
      ? list
      : { ...list, threads: list.threads.map((thread) => (thread.key === key ? { ...thread, unread: 0 } : thread)) },
  );
  client.setQueryData<Thread>([...THREAD, key], (thread) =>
    thread === undefined
      ? thread
      : { ...thread, messages: thread.messages.map((message) => ({ ...message, isRead: true })) },
  );
}

export function changedBy(mark: Mark, threads: readonly ThreadSummary[]): ThreadSummary[] {
  return threads.filter(({ unread, isArchived }) => {
    if (mark === 'read') return unread > 0;
    if (mark === 'unread') return unread === 0;
    return isArchived === (mark === 'kept');
  });
}
