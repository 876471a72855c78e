import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../ui/classNames.ts';
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
  }) => ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** menu: a plain list of entries; roomy: holds something that opens further. */
  look?: 'menu' | 'form' | 'roomy';
}

const FOCUSABLE = 'input:not([disabled]), select, textarea, button:not([disabled]), a[href]';
const EDGE = 16;

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

  useLayoutEffect(() => {
    const box = open ? panel.current : null;
    if (!box) return;
    const { right, top } = box.getBoundingClientRect();
    box.style.setProperty('--popover-room', `${document.documentElement.clientHeight - top - EDGE}px`);
    const over = right - (document.documentElement.clientWidth - EDGE);
    if (over > 0 && align === 'start') box.style.setProperty('--popover-shift', `${-over}px`);
    box.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  }, [open, align]);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) onOpenChange(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open, onOpenChange]);

  const close = () => {
    onOpenChange(false);
    anchor.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const attributes = {
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    ...(open ? { 'aria-controls': id } : {}),
    onClick: () => onOpenChange(!open),
  };
  return (
    <div
      ref={anchor}
      className={styles.anchor}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (open && to instanceof Node && !anchor.current?.contains(to)) onOpenChange(false);
      }}
      role="presentation"
    >
      {trigger(attributes)}
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={classNames(
            styles.panel,
            look === 'menu' && styles.menu,
            look === 'roomy' && styles.roomy,
            align === 'end' && styles.endAligned,
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}
