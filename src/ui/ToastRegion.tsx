import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { IconName } from '../../domain/icons.ts';
import type { BannerTone } from './Banner.tsx';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { currentToasts, dismissToast, onToastsChange, TOAST_TIME, type Toast } from './toasts.ts';
import { useFocusBefore } from './useFocusBefore.ts';
import styles from './ToastRegion.module.css';

const icons: Record<BannerTone, IconName> = {
  information: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'triangle-alert',
};

/** Renders toasts; once per page. Hovering pauses dismissal. The focus in a toast that goes returns to where it was before. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, currentToasts);
  const region = useRef<HTMLDivElement>(null);
  const returnFocus = useFocusBefore(region);
  const hasLostFocus = useRef(false);
  useLayoutEffect(() => {
    // What the toast has done may have moved it already.
    if (hasLostFocus.current && document.activeElement === document.body) returnFocus();
    hasLostFocus.current = false;
  });
  return (
    <div ref={region} className={styles.region} role="status" aria-label="Notices">
      {toasts.map((toast) => (
        <ToastNotice key={toast.id} toast={toast} onFocusLost={() => (hasLostFocus.current = true)} />
      ))}
    </div>
  );
}

function ToastNotice({ toast, onFocusLost }: { toast: Toast; onFocusLost: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const focusLost = useEffectEvent(onFocusLost);
  useLayoutEffect(() => {
    const notice = element.current;
    // It is still in the document when it goes.
    return () => {
      if (notice?.contains(document.activeElement) === true) focusLost();
    };
  }, []);
  useEffect(() => {
    if (isHeld || toast.isLasting === true) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.time ?? TOAST_TIME);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const { action } = toast;
  return (
    <div
      ref={element}
      className={classNames(styles.toast, styles[toast.tone])}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name={icons[toast.tone]} />
      <span>{toast.text}</span>
      {action !== undefined && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            action.onSelect();
            dismissToast(toast.id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label="Dismiss" size="small" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
