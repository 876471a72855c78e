import { startTransition, useEffect, useState } from 'react';
import { CALENDAR } from '../../../domain/values/constants.ts';
import { clock } from '../../ui/clock.ts';

/** The current minute as epoch milliseconds, new at each whole one; null during server rendering and hydration. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    let timer = 0;
    const update = () => {
      const time = clock.now();
      const past = time % CALENDAR.tick;
      window.clearTimeout(timer);
      timer = window.setTimeout(update, CALENDAR.tick - past);
      startTransition(() => setNow(time - past));
    };
    update();
    // Timers stand still while a device sleeps.
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
