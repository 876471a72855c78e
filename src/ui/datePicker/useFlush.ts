import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { listenTo } from '../listenTo.ts';

/** ms after the last key until what has been typed is read. */
const TYPING_DELAY = 1000;

/**
 * Reads what has been typed: a second after the last key, which leaves the text as it is; when the input is left; and before the form is
 * sent, whose button leaves the focus in the input. A button that is being pressed does not move under the pointer: its press is waited
 * for, and its click finds the value read.
 */
export function useFlush(readAll: (isLeft: boolean) => void) {
  const timer = useRef(0);
  const isPending = useRef(false);
  const isLeft = useRef(false);
  const isPressed = useIsPressed();
  const latest = useRef(readAll);
  useLayoutEffect(() => {
    latest.current = readAll;
  });
  useEffect(() => {
    const flush = () => {
      window.clearTimeout(timer.current);
      isPending.current = false;
      isLeft.current = false;
      flushSync(() => latest.current(true));
    };
    const onRelease = () => {
      if (isLeft.current) flush();
      // Not every browser gives a pressed button the focus.
      else if (isPending.current) flushSync(() => latest.current(false));
    };
    return listenTo(document, {
      submit: () => isPending.current && flush(),
      mouseup: onRelease,
      dragend: onRelease,
    });
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const now = () => {
    window.clearTimeout(timer.current);
    isPending.current = false;
    latest.current(true);
  };
  const wait = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => (isPressed.current ? wait() : latest.current(false)), TYPING_DELAY);
  };
  return {
    now,
    later: () => {
      isPending.current = true;
      wait();
    },
    onLeave: () => {
      if (isPressed.current) isLeft.current = true;
      else now();
    },
  };
}

/** Whether a button of the pointer is down. Before the listeners of the caller. */
function useIsPressed(): RefObject<boolean> {
  const isPressed = useRef(false);
  useEffect(() => {
    const release = () => {
      isPressed.current = false;
    };
    return listenTo(document, {
      mousedown: () => {
        isPressed.current = true;
      },
      mouseup: release,
      dragend: release,
    });
  }, []);
  return isPressed;
}
