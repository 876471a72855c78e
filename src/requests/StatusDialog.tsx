import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { STATUS_LABELS, type TransitionInput, type Status } from '../../domain/requests/workflow.ts';
import { useCommand } from '../app/useCommand.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DateField } from '../ui/datePicker/DateField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextAreaField, TextField } from '../ui/TextField.tsx';
import { cancelConsequence } from './cancelConsequence.ts';
import { readTyped, type StatusInput, type Typed } from './statusInput.ts';
import layout from '../ui/layout.module.css';
import styles from './StatusDialog.module.css';

interface StatusDialogProps {
  title: string;
  lead?: ReactNode;
  to: Status;
  inputs: readonly TransitionInput[];
  /** Number of requests affected. */
  count: number;
  viewedAs: 'customer' | 'staff';
  paidCents: number | null;
  /** Initial values of the inputs. */
  start: Typed;
  /** Label of the submit button. */
  action: string;
  /** Rejects with an ApiError, which the dialog displays. */
  onSend: (input: StatusInput) => Promise<void>;
  onClose: () => void;
}

/** Whether a status change needs a dialog: it requires input or is final. */
export function needsDialog({ to, inputs }: { to: Status; inputs: readonly TransitionInput[] }): boolean {
  return inputs.length > 0 || to === 'Canceled';
}

/** Asks for the input of a status change (reason, price, date), or for confirmation of a final one. */
export function StatusDialog(props: StatusDialogProps) {
  const { title, lead, to, inputs, count, start, action, onSend, onClose } = props;
  const [typed, setTyped] = useState<Typed>(start);
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const { run, isRunning, refusal } = useCommand(async (input: StatusInput) => {
    await onSend(input);
    onClose();
  });
  const form = useRef<HTMLFormElement>(null);
  // Otherwise the dialog, which opens first, would focus its close button.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), []);
  const isCancel = to === 'Canceled';
  const consequence = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readTyped(typed, inputs);
    setFaults('faults' in read ? read.faults : {});
    if ('faults' in read) {
      const first = inputs.find((name) => read.faults[name]);
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    } else void run(read.input);
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      closeButton
      width={480}
      {...(isCancel ? { role: 'alertdialog' as const, describedBy: consequence } : {})}
    >
      <form ref={form} className={layout.stack4} noValidate onSubmit={submit}>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        {isCancel && (
          <div id={consequence} className={layout.stack4}>
            {cancelConsequence(props).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        )}
        <StatusInputs {...props} typed={typed} faults={faults} onType={(next) => setTyped({ ...typed, ...next })} />
        <div className={styles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {!isCancel ? 'Back' : count === 1 ? 'Keep the request' : 'Keep the requests'}
          </Button>
          <Button type="submit" variant={isCancel ? 'danger' : 'primary'} busy={isRunning}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface StatusInputsProps extends Pick<StatusDialogProps, 'to' | 'inputs' | 'count' | 'viewedAs'> {
  typed: Typed;
  faults: Partial<Typed>;
  onType: (next: Partial<Typed>) => void;
}

function StatusInputs({ to, inputs, count, viewedAs, typed, faults, onType }: StatusInputsProps) {
  return (
    <>
      {inputs.includes('cost') && (
        <TextField
          label={count === 1 ? 'Cost' : 'Cost of each'}
          name="cost"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          error={faults.cost}
          value={typed.cost}
          onChange={({ target }) => onType({ cost: target.value })}
        />
      )}
      {inputs.includes('expectedOn') && (
        <DateField
          label="Expected on"
          name="expectedOn"
          error={faults.expectedOn}
          value={typed.expectedOn}
          onValue={(expectedOn) => onType({ expectedOn })}
        />
      )}
      {inputs.includes('reason') && (
        <TextAreaField
          label={
            to === 'CustomerActionNeeded'
              ? `What the ${count === 1 ? 'customer has' : 'customers have'} to do`
              : 'Reason'
          }
          help={viewedAs === 'staff' ? `The ${count === 1 ? 'customer reads' : 'customers read'} this.` : undefined}
          name="reason"
          maxLength={2000}
          error={faults.reason}
          value={typed.reason}
          onChange={({ target }) => onType({ reason: target.value })}
        />
      )}
    </>
  );
}

/** "Request #7: Submitted to Under review." */
export function transitionLabelOf(id: number, from: Status, to: Status): string {
  return `Request #${id}: ${STATUS_LABELS[from]} to ${STATUS_LABELS[to]}.`;
}
