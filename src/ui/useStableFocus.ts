import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focusPath, isFocusLost, restoreFocus } from './focusPath.ts';

/**
 * Where a focused element of an area goes, such as a button that has done its work, the keyboard goes on from `place`, or from what is
 * nearest. Returns the attributes of the area, which is drawn by the component that calls this.
 */
export function useStableFocus(place?: RefObject<HTMLElement | null>): { onFocus: (event: FocusEvent) => void } {
  const path = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const lost = path.current;
    if (lost[0]?.isConnected !== false) return;
    path.current = [];
    if (place?.current && isFocusLost()) place.current.focus();
    else restoreFocus(lost);
  });
  return {
    onFocus: ({ target }) => {
      path.current = focusPath(target);
    },
  };
}
