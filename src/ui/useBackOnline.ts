import { useLayoutEffect } from 'react';

/** Calls `act` whenever the browser is connected again. */
export function useBackOnline(act: () => void): void {
  // An effect after painting could miss the event.
  useLayoutEffect(() => {
    window.addEventListener('online', act);
    return () => window.removeEventListener('online', act);
  }, [act]);
}
