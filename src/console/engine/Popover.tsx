import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../ui/classNames.ts';
import { useDismiss } from '../../ui/useDismiss.ts';
import { useFloating, whenLikely } from '../../ui/useFloating.ts';
import { useMedia } from '../../ui/useMedia.ts';
import styles from './Popover.module.css';

export interface PopoverProps {
  /** What it is, for screen readers: "Filter by category". */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button; spread `attributes` onto it. */
  trigger: (attributes: {
    'aria-haspopup': 'dialog';
    'aria-expanded': boolean;
    'aria-controls'?: string;
    onClick: () => void;
    onPointerEnter: () => void;
    onFocus: () => void;
  }) => ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** menu: a plain list of entries. */
  look?: 'menu' | 'form';
}

const FOCUSABLE = 'input:not([disabled]), select, textarea, button:not([disabled]), a[href]';

/** A small panel at its button (a sheet from below on a phone). Escape and pressing elsewhere close it. */
export function Popover({
  label,
  open,
  onOpenChange,
  trigger,
  children,
  align = 'start',
  look = 'form',
}: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isSheet = useMedia('below-medium');
  useFloating(open && !isSheet, anchor, panel, { placement: `bottom-${align}` });
  useDismiss(anchor, open, (returnFocus) => {
    onOpenChange(false);
    if (returnFocus) anchor.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  });
  useLayoutEffect(() => {
    if (open) focusFirst(panel.current);
  }, [open]);
  useLayoutEffect(() => {
    // What had the focus has gone: the next step is there in its place.
    if (open && document.activeElement === document.body) focusFirst(panel.current);
  });

  const attributes = {
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    ...(open ? { 'aria-controls': id } : {}),
    onClick: () => onOpenChange(!open),
    ...whenLikely,
  };
  return (
    <div ref={anchor} className={styles.anchor}>
      {trigger(attributes)}
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={classNames(styles.panel, look === 'menu' && styles.menu, align === 'end' && styles.endAligned)}
        >
          {children}
        </div>
      )}
    </div>
  );
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
}
