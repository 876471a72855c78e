import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import type { IconName } from '../../domain/declarations/icons.ts';
import type { BannerTone } from './Banner.tsx';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { currentToasts, dismissToast, onToastsChange, TOAST_TIME, type Toast } from './toasts.ts';
import styles from './ToastRegion.module.css';

const icons: Record<BannerTone, IconName> = {
  information: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'triangle-alert',
};

/** Renders toasts; once per page. Hovering pauses dismissal. Closing one returns the focus to where it was. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, currentToasts);
  return (
    <div className={styles.region} role="status" aria-label="Notices">
      {toasts.map((toast) => (
        <ToastNotice key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastNotice({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isHeld || toast.isLasting === true) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.time ?? TOAST_TIME);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const { action } = toast;
  const close = ({ currentTarget }: MouseEvent) => {
    dismissToast(toast.id);
    // What the action has done may have moved the focus already; where it was before may be gone.
    for (const element of [before.current, document.getElementById('main')])
      if (document.activeElement === currentTarget) element?.focus({ preventScroll: true });
  };
  return (
    <div
      className={classNames(styles.toast, styles[toast.tone])}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setIsHeld(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name={icons[toast.tone]} />
      <span>{toast.text}</span>
      {action !== undefined && (
        <Button
          size="small"
          variant="quiet"
          onClick={(event) => {
            action.onSelect();
            close(event);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label="Dismiss" size="small" onClick={close} />
    </div>
  );
}
