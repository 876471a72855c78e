import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, type Location } from 'react-router-dom';

const STORE = 'scroll-positions';

/** Scrolls new pages to the top or to their fragment, unless asked to stay, and restores the position on back and forward. */
export function useScrollPosition(location: Location, action: NavigationType): void {
  const positions = useRef<Record<string, number> | null>(null);
  const shown = useRef(location);
  useEffect(() => {
    positions.current = storedPositions();
    const here = () => {
      window.history.scrollRestoration = 'manual';
    };
    const scrolled = () => {
      if (positions.current !== null) positions.current[shown.current.key] = window.scrollY;
    };
    // On reload the browser restores the position itself, until loading ends.
    const left = () => {
      window.history.scrollRestoration = 'auto';
      keep(positions.current ?? {});
    };
    // The page may have been scrolled before this code was loaded.
    scrolled();
    if (document.readyState === 'complete') here();
    window.addEventListener('load', here);
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('pageshow', here);
    window.addEventListener('pagehide', left);
    return () => {
      window.removeEventListener('load', here);
      window.removeEventListener('scroll', scrolled);
      window.removeEventListener('pageshow', here);
      window.removeEventListener('pagehide', left);
    };
  }, []);
  useLayoutEffect(() => {
    const isSame = shown.current.key === location.key;
    shown.current = location;
    if (isSame) return;
    if (action !== NavigationType.Pop && keepsPosition(location)) {
      if (positions.current !== null) positions.current[location.key] = window.scrollY;
      return;
    }
    const stored = action === NavigationType.Pop ? positions.current?.[location.key] : undefined;
    const part =
      stored === undefined && location.hash !== '' ? document.getElementById(decoded(location.hash.slice(1))) : null;
    if (part) part.scrollIntoView();
    else window.scrollTo({ top: stored ?? 0, behavior: 'instant' });
  }, [location, action]);
}

/** The state of a navigation that changes only a part of the page, which stays where it is. */
export const KEEP_POSITION = { isPositionKept: true } as const;

function keepsPosition({ state }: Location): boolean {
  return typeof state === 'object' && state !== null && 'isPositionKept' in state && state.isPositionKept === true;
}

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Without session storage only the positions of a reloaded page are lost. */
function keep(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch (error) {
    console.warn('Could not keep where pages were left', error);
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
