import { useEffect, useId, useRef, type CSSProperties, type FormEvent, type ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { classNames } from './classNames.ts';
import { focusPath, restoreFocus } from './focusPath.ts';
import { IconButton } from './IconButton.tsx';
import layout from './layout.module.css';
import styles from './Dialog.module.css';

/** The button that carries a dialog's answer out. */
export interface DialogAnswer extends Pick<ButtonProps, 'variant' | 'busy' | 'disabled'> {
  /** The verb: "Delete 3 events". */
  label: ReactNode;
  /** Absent where the form has its own. */
  onAnswer?: () => unknown;
  /** The form that the button submits: the id of one in the content, or true for one around it. */
  form?: string | true;
}

export interface DialogProps {
  title: ReactNode;
  children?: ReactNode;
  /** The button after the one that closes the dialog. */
  answer?: DialogAnswer;
  /** Label of the button that closes the dialog. Default: "Cancel" beside an answer, otherwise none. */
  cancel?: string;
  /** Other buttons than these, the primary one last. */
  actions?: ReactNode;
  refusal?: { message: string } | null | undefined;
  refusalTitle?: string;
  /** Called on Escape and by the close button. Without it the dialog can only be closed by its actions. */
  onClose?: () => void;
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
export function Dialog(props: DialogProps) {
  const { title, actions, onClose, width = 400, phase = 'open', role = 'dialog', closeButton = false } = props;
  const id = useId();
  const [titleId, bodyId] = [`${id}-title`, `${id}-body`];
  const element = useModalElement();
  const hasActions = actions !== undefined || props.answer !== undefined || props.cancel !== undefined;
  return (
    <dialog
      ref={element}
      role={role}
      aria-modal
      aria-labelledby={titleId}
      aria-describedby={props.describedBy ?? (role === 'alertdialog' ? bodyId : undefined)}
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
          <DialogContent {...props} formId={`${id}-form`} />
        </div>
        {hasActions && (
          <div className={styles.actions}>{actions ?? <DialogButtons {...props} formId={`${id}-form`} />}</div>
        )}
      </div>
    </dialog>
  );
}

function useModalElement() {
  const element = useRef<HTMLDialogElement>(null);
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
  return element;
}

function DialogContent({ answer, refusal, refusalTitle, formId, children }: DialogProps & { formId: string }) {
  const banner = refusal && (
    <Banner tone="error" title={refusalTitle}>
      {refusal.message}
    </Banner>
  );
  if (answer?.form !== true)
    return (
      <>
        {banner && <div className={styles.refusal}>{banner}</div>}
        {children}
      </>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (answer.disabled !== true) answer.onAnswer?.();
  };
  return (
    <form id={formId} className={layout.stack4} noValidate onSubmit={submit}>
      {banner}
      {children}
    </form>
  );
}

function DialogButtons({ answer, cancel = 'Cancel', onClose, formId }: DialogProps & { formId: string }) {
  if (answer === undefined)
    return (
      <Button variant="primary" onClick={onClose}>
        {cancel}
      </Button>
    );
  const { label, onAnswer, form, variant = 'primary', busy = false, disabled = false } = answer;
  const press =
    form === undefined
      ? { onClick: () => void onAnswer?.() }
      : { type: 'submit' as const, form: form === true ? formId : form };
  return (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      <Button {...{ variant, busy, disabled }} {...press}>
        {label}
      </Button>
    </>
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
