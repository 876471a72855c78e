import { useLayoutEffect, useRef, type RefObject } from 'react';

const MARGIN = 8;
const LEAST = 120;

/** Keeps an element above what covers the page's lower end, such as a phone's keyboard: sets its greatest height. */
export function useVisibleRoom<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return;
      const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 };
      const room = offsetTop + height - element.current.getBoundingClientRect().top - MARGIN;
      element.current.style.maxHeight = `${Math.max(LEAST, room)}px`;
    };
    measure();
    const viewport = window.visualViewport;
    viewport?.addEventListener('resize', measure);
    viewport?.addEventListener('scroll', measure);
    window.addEventListener('scroll', measure, { passive: true });
    return () => {
      viewport?.removeEventListener('resize', measure);
      viewport?.removeEventListener('scroll', measure);
      window.removeEventListener('scroll', measure);
    };
  }, []);
  return element;
}
