import { startTransition, useEffect, useState } from 'react';
import { clock } from '../ui/clock.ts';

const MINUTE = 60_000;

/** The present minute as an instant in milliseconds; null while the page is still what the server made of it. */
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
