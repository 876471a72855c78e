import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';

/** Links of mails lead to where one answers, "#conversation": `focus` goes there, once for each link that is followed. */
export function useConversationLink(focus: () => void): void {
  const { hash, key } = useLocation();
  const follow = useEffectEvent(focus);
  useEffect(() => {
    if (hash === '#conversation') follow();
  }, [hash, key]);
}
