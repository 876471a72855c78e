import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';

type Faults = Readonly<Record<string, string>>;

export interface SaveDialogProps {
  title: string;
  saveLabel: string;
  width: number;
  /** What is wrong with what is entered, by field. */
  faults?: () => Faults;
  /** Throws the server's refusal. */
  onSave: () => Promise<unknown>;
  onClose: () => void;
  /** The fields, with what is wrong with each. */
  children: (errors: Faults) => ReactNode;
}

/** A form that is saved once nothing is wrong with it, and says why the server refuses it. */
export function SaveDialog({ title, saveLabel, width, faults, onSave, onClose, children }: SaveDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  /** As of the last save; the server's are kept apart, because only it can say that they are gone. */
  const [errors, setErrors] = useState<Faults>({});
  const { run, isRunning, refusal, fieldErrors, reset } = useCommand(onSave);
  useEffect(() => {
    if (Object.keys(errors).length === 0 && refusal?.problem.errors === undefined) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
    // The message is below the field, which can be tall.
    document.getElementById(`${first?.id}-error`)?.scrollIntoView({ block: 'nearest' });
  }, [errors, refusal]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faults?.() ?? {};
    setErrors(found);
    if (Object.keys(found).length > 0) reset();
    else void run();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closeButton
      width={width}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={id} busy={isRunning}>
            {isRunning ? 'Saving' : saveLabel}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate className={layout.stack4} onSubmit={submit}>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        {children({ ...fieldErrors, ...stillIn(faults?.() ?? {}, errors) })}
      </form>
    </Dialog>
  );
}

/** Of the faults that there are now, those of fields that were at fault: none is said before one saves. */
function stillIn(now: Faults, before: Faults): Faults {
  return Object.fromEntries(Object.entries(now).filter(([name]) => name in before));
}
