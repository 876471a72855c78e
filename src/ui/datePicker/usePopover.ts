import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';
import { listenTo } from '../listenTo.ts';

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

  const stay = () => window.clearTimeout(leaving.current);

  const latest = useRef({ close });
  useEffect(() => {
    latest.current = { close };
  });
  useDismissal(isOpen, root, close, onEscape);
  const handlers = useHoverAndFocus({ root, visibility, isOpen, isReturning, show, leave, stay });
  return { isOpen, takesFocus, show, hide, handlers };
}

interface HoverAndFocus extends Pick<PopoverOptions, 'root' | 'visibility'> {
  isOpen: boolean;
  isReturning: RefObject<boolean>;
  show: (focusInside: boolean) => void;
  leave: () => void;
  stay: () => void;
}

function useHoverAndFocus({ root, visibility, isOpen, isReturning, show, leave, stay }: HoverAndFocus) {
  const byHover = visibility.includes('hover');
  const byFocus = visibility.includes('focus');
  return {
    onPointerEnter: (event: PointerEvent) => {
      stay();
      if (byHover && event.pointerType === 'mouse' && !isOpen) show(false);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (byHover && event.pointerType === 'mouse' && root.current?.contains(document.activeElement) === false) leave();
    },
    onFocus: () => {
      stay();
      if (byFocus && !isReturning.current && !isOpen) show(false);
    },
    onBlur: (event: FocusEvent) => {
      if (isOpen && event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget) === false)
        leave();
    },
  };
}

function useDismissal(isOpen: boolean, root: PopoverOptions['root'], close: () => void, onEscape: () => void) {
  const dismiss = useEffectEvent(close);
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return;
    return listenTo(document, {
      pointerdown: (event) => {
        if (event.target instanceof Node && root.current?.contains(event.target) === false) dismiss();
      },
      keydown: (event) => {
        if (event.key !== 'Escape') return;
        // Whatever else it would close, a dialog around it for one, stays.
        event.preventDefault();
        event.stopImmediatePropagation();
        escape();
        dismiss();
      },
    });
  }, [isOpen, root]);
}
