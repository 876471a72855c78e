import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ThreadKey } from '../../../domain/message-calls.ts';
import { useStore } from '../../app/createStore.ts';
import { refreshUnread, unreadStore } from '../../app/session/unreadMessages.ts';
import { markThreads } from './messageCalls.ts';

/**
 * Whoever sees a record with all that was said about it has read the messages about it: they no longer wait. `onNews`: there were some,
 * which the record may not show yet. null: nothing is shown.
 */
export function useReadAtRecord(key: ThreadKey | null, onNews: () => void): void {
  const client = useQueryClient();
  const unread = useStore(unreadStore);
  const told = useRef({ key, onNews });
  const known = useRef({ key, unread: 0 });
  useEffect(() => {
    told.current = { key, onNews };
  });
  useEffect(() => {
    const read = async () => {
      if (known.current.key !== key) known.current = { key, unread: 0 };
      // Fewer than before: some were read, here or elsewhere.
      if (unread < known.current.unread) known.current.unread = unread;
      if (key === null || unread === known.current.unread || document.visibilityState === 'hidden') return;
      known.current.unread = unread;
      // What fails is still unread, and nothing else has happened.
      const made = await markThreads([key], 'read').catch(() => []);
      if (made.every(({ messages = [] }) => messages.length === 0)) return;
      refreshUnread();
      void client.invalidateQueries({ queryKey: ['messages'] });
      if (told.current.key === key) told.current.onNews();
    };
    const follow = () => void read();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [client, key, unread]);
}
