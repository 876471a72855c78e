import { useEffect, useRef } from 'react';
import { clock } from '../../../../ui/clock.ts';

const POLL = 3_000;
/** Longer timers are inexact, and do not run while the computer sleeps. */
const LONGEST = 60_000;

/** Once the scheduled time has come, polls until `settle` resolves to true. */
export function useScheduledTime(publishAt: string | null, settle: () => Promise<boolean>): void {
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (publishAt === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const isSettled = await latest.current();
      if (!isOver && !isSettled) timer = setTimeout(() => void ask(), POLL);
    };
    const wait = () => {
      const left = Date.parse(publishAt) - clock.now();
      timer = left > 0 ? setTimeout(wait, Math.min(left, LONGEST)) : setTimeout(() => void ask(), POLL);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [publishAt]);
}
