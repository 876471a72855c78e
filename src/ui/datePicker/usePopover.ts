import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';

/** What opens the popover, beside the button. */
export type Visibility = 'hover-focus' | 'hover' | 'focus' | 'click';

/** ms until the popover hides once pointer and focus have left it, and after a choice. */
const HIDE_DELAY = 110;
export const HIDE_AFTER_PICK = 10;

interface PopoverOptions {
  root: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
  button: RefObject<HTMLElement | null>;
  visibility: Visibility;
  onShow: () => void;
  onEscape: () => void;
}

/** Opens and closes the popover of a picker. Nothing delays its opening. */
export function usePopover({ root, panel, button, visibility, onShow, onEscape }: PopoverOptions) {
  const [isOpen, setIsOpen] = useState(false);
  /** Whether the panel takes the focus when it opens. */
  const [takesFocus, setTakesFocus] = useState(false);
  const hiding = useRef(0);
  /** Ends when pointer or focus come back; hiding after a choice does not. */
  const leaving = useRef(0);
  const isReturning = useRef(false);
  const stop = () => {
    window.clearTimeout(hiding.current);
    window.clearTimeout(leaving.current);
  };
  useEffect(() => stop, []);

  const show = (focusInside: boolean) => {
    stop();
    if (!isOpen) onShow();
    setTakesFocus(focusInside);
    setIsOpen(true);
  };
  const close = () => {
    stop();
    const focused = document.activeElement;
    // The focus is nowhere when the day that had it is on another page by now.
    if (panel.current?.contains(focused) === true || (takesFocus && focused === document.body)) {
      // Focus that comes back does not open it again.
      isReturning.current = true;
      button.current?.focus({ preventScroll: true });
      isReturning.current = false;
    }
    setIsOpen(false);
  };
  const hide = (delay: number) => {
    stop();
    hiding.current = window.setTimeout(() => latest.current.close(), delay);
  };
  const leave = () => {
    window.clearTimeout(leaving.current);
    leaving.current = window.setTimeout(() => latest.current.close(), HIDE_DELAY);
  };

  const latest = useRef({ close, onEscape });
  useEffect(() => {
    latest.current = { close, onEscape };
  });
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) latest.current.close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Whatever else it would close, a dialog around it for one, stays.
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current.onEscape();
      latest.current.close();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [isOpen, root]);

  const byHover = visibility.includes('hover');
  const byFocus = visibility.includes('focus');
  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      window.clearTimeout(leaving.current);
      if (byHover && event.pointerType === 'mouse' && !isOpen) show(false);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (byHover && event.pointerType === 'mouse' && root.current?.contains(document.activeElement) === false) leave();
    },
    onFocus: () => {
      window.clearTimeout(leaving.current);
      if (byFocus && !isReturning.current && !isOpen) show(false);
    },
    onBlur: (event: FocusEvent) => {
      if (isOpen && event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget) === false)
        leave();
    },
  };
  return { isOpen, takesFocus, show, hide, handlers };
}
