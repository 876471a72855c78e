import { useEffect } from 'react';

/** Calls `act` whenever the browser is connected again. */
export function useBackOnline(act: () => void): void {
  useEffect(() => {
    window.addEventListener('online', act);
    return () => window.removeEventListener('online', act);
  }, [act]);
}
