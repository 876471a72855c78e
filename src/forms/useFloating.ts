import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const GAP = 4;
const LEAST_ROOM = 200;

/**
 * Positions a popover in the top layer below its input (or above it when there is no room), so that dialogs and scroll containers do
 * not clip it. Returns the popover's ref.
 */
export function useFloating(open: boolean, anchor: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popup.current;
    if (!open || !element) return;
    const place = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const below = window.innerHeight - box.bottom;
      const isAbove = below < LEAST_ROOM && box.top > below;
      element.style.left = `${box.left}px`;
      element.style.width = `${box.width}px`;
      element.style.top = isAbove ? 'auto' : `${box.bottom + GAP}px`;
      element.style.bottom = isAbove ? `${window.innerHeight - box.top + GAP}px` : 'auto';
    };
    element.showPopover();
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      if (element.isConnected) element.hidePopover();
    };
  }, [open, anchor]);
  return popup;
}
