import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Remembers where the focus was before it came into an area. The function that it returns puts it back there, or, where that is gone
 * or takes no focus any more, to the first place in what was next around it.
 */
export function useFocusBefore(area: RefObject<HTMLElement | null>): () => void {
  /** The element and those around it, inner ones first: what is gone by then does not say where it was. */
  const path = useRef<HTMLElement[]>([]);
  useLayoutEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && area.current?.contains(target) === false) path.current = pathOf(target);
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [area]);
  return () => {
    const main = document.querySelector('main');
    for (const element of [...path.current, ...(main ? [main] : [])])
      if (element.isConnected && (takesFocus(element) || focusFirstIn(element))) return;
  };
}

function pathOf(element: HTMLElement): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at !== null && at !== document.body; at = at.parentElement) path.push(at);
  return path;
}

function focusFirstIn(element: HTMLElement): boolean {
  const inner = element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
  return [...inner].some((candidate) => candidate.tabIndex >= 0 && takesFocus(candidate));
}

/** What is hidden or disabled takes none. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: element.tabIndex < 0 });
  return document.activeElement === element;
}
