import { useEffect, useRef, type RefObject } from 'react';

/** Closes on an outside click, when focus leaves, or on Escape. `close(true)` restores focus, `close(false)` leaves it. */
export function useDismiss(
  area: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (returnFocus: boolean) => void,
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const isOutside = (event: Event) => event.target instanceof Node && area.current?.contains(event.target) === false;
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event)) latest.current(false);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event)) latest.current(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      // A dialog around it stays open.
      event.preventDefault();
      latest.current(true);
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [area, isOpen]);
}
