import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router } from 'react-router-dom';
import type { SiteHistory } from './siteHistory.ts';
import { useScrollPosition } from './useScrollPosition.ts';

/** React Router on top of our own history. The data router would double its size for loaders and actions that we do not use. */
export function SiteRouter({ history: { store, navigator }, children }: { history: SiteHistory; children: ReactNode }) {
  const [{ location, action }, setPlace] = useState(store.first);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(store.get()));
    follow();
    return store.subscribe(follow);
  }, [store]);
  useScrollPosition(location, action);
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  );
}
