import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { focusPath, restoreFocus } from './focusPath.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** Called on Escape and by the close button. Without it the dialog can only be closed by its actions. */
  onClose?: () => void;
  /** Maximum width in px. Default 400. */
  width?: number;
  /** The closing animation: the panel disappears first, then the scrim. */
  phase?: 'open' | 'innerHidden' | 'outerHidden';
  /** alertdialog for a message that requires a response; its text, or `describedBy`, is read with its title. */
  role?: 'dialog' | 'alertdialog';
  /** id of the part of the text that describes it. */
  describedBy?: string | undefined;
  closeButton?: boolean;
}

/** A modal dialog based on the native element: focus is trapped and then restored. */
export function Dialog({
  title,
  children,
  actions,
  onClose,
  width = 400,
  phase = 'open',
  role = 'dialog',
  describedBy,
  closeButton = false,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [titleId, bodyId] = [`${id}-title`, `${id}-body`];
  useEffect(() => {
    const dialog = element.current;
    const opener = focusPath(document.activeElement);
    keepScrollbarRoom();
    dialog?.showModal();
    focusInput(dialog);
    return () => {
      dialog?.close();
      restoreFocus(opener);
    };
  }, []);
  return (
    <dialog
      ref={element}
      role={role}
      aria-modal
      aria-labelledby={titleId}
      aria-describedby={describedBy ?? (role === 'alertdialog' ? bodyId : undefined)}
      style={{ '--dialog-width': `${width}px` } as CSSProperties}
      className={classNames(
        styles.dialog,
        phase !== 'open' && styles.innerHidden,
        phase === 'outerHidden' && styles.outerHidden,
      )}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {closeButton && onClose !== undefined && <IconButton icon="x" label="Close" size="small" onClick={onClose} />}
        </div>
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

/** The page behind does not scroll (base.css). Where it has a scrollbar, the place of that stays free, so that nothing moves. */
function keepScrollbarRoom(): void {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--modal-gutter', window.innerWidth > clientWidth ? 'stable' : 'auto');
}

/** Focuses the first empty field, if there is one; otherwise the browser's default applies. */
function focusInput(dialog: HTMLElement | null): void {
  const inputs = [...(dialog?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])];
  (inputs.find((input) => input.value === '') ?? inputs[0])?.focus();
}
