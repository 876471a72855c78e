import { startTransition, useEffect, useState } from 'react';
import { clock } from '../ui/clock.ts';

const MINUTE = 60_000;

/** The current minute as epoch milliseconds; null during server rendering and hydration. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tell = () => startTransition(() => setNow(presentMinute()));
    tell();
    const timer = setInterval(tell, MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function presentMinute(): number {
  return Math.floor(clock.now() / MINUTE) * MINUTE;
}
