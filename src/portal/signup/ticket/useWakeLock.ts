import { useEffect } from 'react';

/** The screen stays on while the component is shown, where the browser can do that. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    const taken = navigator.wakeLock.request('screen').catch(() => null);
    return () => void taken.then((lock) => lock?.release());
  }, []);
}
