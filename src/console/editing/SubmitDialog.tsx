import { useId, type ReactNode } from 'react';
import type { Command } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';

interface SubmitDialogProps {
  title: string;
  /** The verb on the button. */
  submit: string;
  variant?: ButtonProps['variant'];
  isDisabled?: boolean;
  command: Pick<Command<[], unknown>, 'run' | 'isRunning' | 'refusal' | 'fieldErrors'>;
  /** The fields that show their errors themselves. */
  fields?: readonly string[];
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with inputs and one command, whose refusal it shows. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { title, submit, variant = 'primary', isDisabled = false, command, fields = [], onClose, children } = props;
  const { refusal, fieldErrors } = command;
  const id = useId();
  return (
    <Dialog
      title={title}
      width={props.width}
      onClose={onClose}
      closeButton
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} variant={variant} busy={command.isRunning} disabled={isDisabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={layout.stack4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) void command.run();
        }}
      >
        {refusal && !fields.some((field) => fieldErrors[field] !== undefined) && (
          <Banner tone="error">{refusal.message}</Banner>
        )}
        {children}
      </form>
    </Dialog>
  );
}
