import { useEffect, useRef } from 'react';
import { isSigning, type Shown } from './tapLooks.ts';

/** In milliseconds: what a person can use takes longer to read than a refusal. */
const ANSWER = 10_000;
/** Without a touch or a key, a form is left for the next person. */
const IDLE = 90_000;

/** Clears the screen after the person has read it; a form, when no one uses it any longer. */
export function useShownFor(shown: Shown | null, isForm: boolean, clear: () => void): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  const isUsed = isForm || isSigning(shown);
  useEffect(() => {
    if (shown === null && !isUsed) return;
    let timer = setTimeout(() => latest.current(), isUsed ? IDLE : ANSWER);
    if (!isUsed) return () => clearTimeout(timer);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), IDLE);
    };
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, again);
    return () => {
      clearTimeout(timer);
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, again);
    };
  }, [shown, isUsed]);
}
