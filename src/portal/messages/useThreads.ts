import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Threads, ThreadSummary } from '../../../domain/calls/messages.ts';
import type { Box } from '../../../domain/messages/threads.ts';
import { callApi } from '../../app/callApi.ts';
import { useStore } from '../../app/createStore.ts';
import { unreadStore } from '../../app/session/unreadMessages.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import type { BoxState } from './boxState.ts';
import { THREADS } from './useMarks.ts';

/** The threads of a box, page after page; reloaded when the unread count grows. */
export function useThreads({ box, q, thread }: BoxState) {
  const client = useQueryClient();
  const of = `${box} ${q}`;
  const [pages, setPages] = useState({ of, count: 1 });
  const count = pages.of === of ? pages.count : 1;
  const threadsKey = (until: number) => [...THREADS, box, q, until];
  const list = useQuery({
    queryKey: threadsKey(count),
    queryFn: () => {
      const before = client.getQueryState<Threads>(threadsKey(count - 1));
      const isFirst = client.getQueryData(threadsKey(count)) === undefined;
      return readPages(box, q, count, isFirst && before?.isInvalidated === false ? before.data : undefined);
    },
    placeholderData: keepPreviousData,
  });
  useNews();
  const { shown } = useLastAnswer(list);
  const before = client.getQueryData<Threads>(threadsKey(count - 1));
  const answered = shown ?? before;
  const hasMoreFailed = list.error !== null && list.data === undefined && before !== undefined;
  return {
    query: {
      data: useWithOpened(answered?.threads, box === 'unread' ? thread : null),
      // "Show more" reports its own failure.
      error: hasMoreFailed ? null : list.error,
      refetch: list.refetch,
    },
    addressFails: answered?.addressFails === true,
    corrected: answered?.corrected,
    more: answered?.next != null && {
      isLoading: list.isFetching && (list.isPlaceholderData || hasMoreFailed),
      failure: hasMoreFailed ? list.error : null,
      load: () => (hasMoreFailed ? void list.refetch() : setPages({ of, count: count + 1 })),
    },
  };
}

/** The first `count` pages; `begun`: all but the last of them. */
async function readPages(box: Box, words: string, count: number, begun: Threads | undefined): Promise<Threads> {
  const readPage = (before: number | null, q = words) =>
    callApi('GET /api/messages/threads', { query: { box, q: q || null, before } });
  let all = begun ?? (await readPage(null));
  for (let page = begun === undefined ? 1 : count - 1; page < count && all.next !== null; page += 1) {
    const { threads, next } = await readPage(all.next, all.corrected);
    all = { ...all, threads: [...all.threads, ...threads], next };
  }
  return all;
}

/** More unread messages than before are new ones, in which something may be asked. */
function useNews(): void {
  const client = useQueryClient();
  const unread = useStore(unreadStore);
  const before = useRef(unread);
  useEffect(() => {
    if (unread > before.current) {
      void client.invalidateQueries({ queryKey: ['messages'] });
      void client.invalidateQueries({ queryKey: ['submissions', 'requests'] });
    }
    before.current = unread;
  }, [client, unread]);
}

/** A thread that is read leaves the unread box; the opened one stays in its place while it is open. */
function useWithOpened(answered: ThreadSummary[] | undefined, opened: string | null): ThreadSummary[] | undefined {
  const [last, setLast] = useState<ThreadSummary | null>(null);
  const found = answered?.find(({ key }) => key === opened);
  if (found !== undefined && found !== last) setLast(found);
  const missing = found === undefined && last?.key === opened ? last : null;
  return useMemo(() => {
    if (answered === undefined || missing === null) return answered;
    const at = answered.findIndex((thread) => thread.at < missing.at);
    return answered.toSpliced(at === -1 ? answered.length : at, 0, { ...missing, unread: 0 });
  }, [answered, missing]);
}
