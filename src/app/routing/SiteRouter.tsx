import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Router } from 'react-router-dom';
import { followLinks } from './followLinks.ts';
import type { SiteHistory } from './siteHistory.ts';
import { useScrollPosition } from './useScrollPosition.ts';

/** React Router on top of our own history. The data router would double its size for loaders and actions that we do not use. */
export function SiteRouter({
  history: { store, navigator, navigate },
  children,
}: {
  history: SiteHistory;
  children: ReactNode;
}) {
  const [{ location, action }, setPlace] = useState(store.first);
  useLayoutEffect(() => {
    let shown = store.get().location.pathname;
    startTransition(() => setPlace(store.get()));
    return store.subscribe(() => {
      const next = store.get();
      const isSamePage = next.location.pathname === shown;
      shown = next.location.pathname;
      // A page that keeps its state in the address derives the next one from what it shows: a change right after another must not lose
      // that. In a microtask, since React cannot flush while it runs effects, which navigate too.
      if (isSamePage) queueMicrotask(() => flushSync(() => setPlace(store.get())));
      else startTransition(() => setPlace(next));
    });
  }, [store]);
  useEffect(() => followLinks(navigate), [navigate]);
  useScrollPosition(location, action);
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  );
}
