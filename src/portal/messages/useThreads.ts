import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Box, Threads, ThreadSummary } from '../../../domain/message-calls.ts';
import { useStore } from '../../app/createStore.ts';
import { unreadStore } from '../../app/session/unreadMessages.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import type { BoxState } from './boxState.ts';
import { listThreads } from './messageCalls.ts';
import { THREADS } from './useMarks.ts';

/** The threads of a box, page after page; anew when more than before are said to wait. */
export function useThreads({ box, q, thread }: BoxState) {
  const client = useQueryClient();
  const of = `${box} ${q}`;
  const [pages, setPages] = useState({ of, count: 1 });
  const count = pages.of === of ? pages.count : 1;
  const keyOf = (until: number) => [...THREADS, box, q, until];
  const list = useQuery({
    queryKey: keyOf(count),
    queryFn: () => {
      const before = client.getQueryState<Threads>(keyOf(count - 1));
      const isFirst = client.getQueryData(keyOf(count)) === undefined;
      return readPages(box, q, count, isFirst && before?.isInvalidated === false ? before.data : undefined);
    },
    placeholderData: keepPreviousData,
  });
  useNews();
  const { shown, isOutdated } = useLastAnswer(list);
  const before = client.getQueryData<Threads>(keyOf(count - 1));
  const answered = shown ?? before;
  const hasMoreFailed = list.error !== null && list.data === undefined && before !== undefined;
  return {
    threads: useKept(answered?.threads, box === 'unread' ? thread : null),
    addressFails: answered?.addressFails === true,
    error: list.error,
    isOutdated: isOutdated && !hasMoreFailed,
    retry: () => void list.refetch(),
    more: answered?.next != null && {
      isLoading: list.isFetching && (list.isPlaceholderData || hasMoreFailed),
      hasFailed: hasMoreFailed,
      load: () => (hasMoreFailed ? void list.refetch() : setPages({ of, count: count + 1 })),
    },
  };
}

/** The first `count` pages; `begun`: all but the last of them. */
async function readPages(box: Box, words: string, count: number, begun: Threads | undefined): Promise<Threads> {
  let all = begun ?? (await listThreads(box, words, null));
  for (let page = begun === undefined ? 1 : count - 1; page < count && all.next !== null; page += 1) {
    const { threads, next } = await listThreads(box, words, all.next);
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
      void client.invalidateQueries({ queryKey: ['requests', 'submissions'] });
    }
    before.current = unread;
  }, [client, unread]);
}

/** What is read no longer is in the box of the unread: the opened thread stays in its place for as long as it is open. */
function useKept(answered: ThreadSummary[] | undefined, opened: string | null): ThreadSummary[] | undefined {
  const [kept, setKept] = useState<ThreadSummary | null>(null);
  const found = answered?.find(({ key }) => key === opened);
  if (found !== undefined && found !== kept) setKept(found);
  if (answered === undefined || found !== undefined || kept === null || kept.key !== opened) return answered;
  const at = answered.findIndex((thread) => thread.at < kept.at);
  return answered.toSpliced(at === -1 ? answered.length : at, 0, { ...kept, unread: 0 });
}
