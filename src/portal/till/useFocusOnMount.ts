import { useEffect, useRef } from 'react';

/** Focuses the element when it appears: each step of the till begins where the next key goes. */
export function useFocusOnMount<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => {
    element.current?.focus();
    if (element.current instanceof HTMLInputElement) element.current.select();
  }, []);
  return element;
}
