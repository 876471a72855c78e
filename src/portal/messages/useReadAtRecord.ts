import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ThreadKey } from '../../../domain/messages/threads.ts';
import { useStore } from '../../app/createStore.ts';
import { refreshUnread, unreadStore } from '../../app/session/unreadMessages.ts';
import { useIsVisible } from '../../app/useIsVisible.ts';
import { markThreads } from './markThreads.ts';

/** Marks the messages about a shown record as read. `onNews`: there were some, which the record may not show yet. */
export function useReadAtRecord(key: ThreadKey | null, onNews: () => void): void {
  const client = useQueryClient();
  const unread = useStore(unreadStore);
  const isVisible = useIsVisible();
  /** How many were unread when this thread was last marked, or fewer that are left. */
  const known = useRef({ key, unread: 0 });
  const send = useEffectEvent((of: ThreadKey) => {
    if (of === key) onNews();
  });
  useEffect(() => {
    if (known.current.key !== key) known.current = { key, unread: 0 };
    const isMore = unread > known.current.unread;
    if (isMore && !isVisible) return;
    known.current.unread = unread;
    if (!isMore || key === null) return;
    const read = async () => {
      const made = await markThreads([key], 'read');
      if (made.every(({ messages = [] }) => messages.length === 0)) return;
      refreshUnread();
      void client.invalidateQueries({ queryKey: ['messages'] });
      send(key);
    };
    // What fails is still unread, and nothing else has happened.
    read().catch(() => undefined);
  }, [client, key, unread, isVisible]);
}
