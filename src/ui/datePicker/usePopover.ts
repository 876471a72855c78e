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
  const timer = useRef(0);
  const isReturning = useRef(false);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const show = (focusInside: boolean) => {
    window.clearTimeout(timer.current);
    if (!isOpen) onShow();
    setTakesFocus(focusInside);
    setIsOpen(true);
  };
  const close = () => {
    window.clearTimeout(timer.current);
    if (panel.current?.contains(document.activeElement) === true) {
      // Focus that comes back does not open it again.
      isReturning.current = true;
      button.current?.focus({ preventScroll: true });
      isReturning.current = false;
    }
    setIsOpen(false);
  };
  const hide = (delay: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current.close(), delay);
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
      window.clearTimeout(timer.current);
      if (byHover && event.pointerType === 'mouse' && !isOpen) show(false);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (byHover && event.pointerType === 'mouse' && root.current?.contains(document.activeElement) === false)
        hide(HIDE_DELAY);
    },
    onFocus: () => {
      window.clearTimeout(timer.current);
      if (byFocus && !isReturning.current && !isOpen) show(false);
    },
    onBlur: (event: FocusEvent) => {
      if (isOpen && event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget) === false)
        hide(HIDE_DELAY);
    },
  };
  return { isOpen, takesFocus, show, hide, handlers };
}
