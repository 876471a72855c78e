import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { AllowedTransition } from '../../../../domain/workflow.ts';
import { STATUS_LABELS } from '../../../../domain/workflow.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/DateInput.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/TextField.tsx';
import { formatCount } from '../../values/formats.ts';
import { readTyped } from './statusInput.ts';
import type { StatusInput, Typed } from './statusInput.ts';
import styles from './submissions.module.css';

interface BulkStatusDialogProps {
  transition: AllowedTransition;
  count: number;
  onSend: (input: StatusInput) => Promise<void>;
  onClose: () => void;
}

/** Asks once for what the change needs of every selected request. */
export function BulkStatusDialog({ transition, count, onSend, onClose }: BulkStatusDialogProps) {
  const [typed, setTyped] = useState<Typed>({ reason: '', cost: '', expectedOn: '' });
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { asks, to } = transition;
  const isCancel = to === 'Canceled';
  const requests = formatCount(count, 'request', 'requests');
  const type = (ask: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [ask]: event.target.value });
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const read = readTyped(typed, asks);
    if ('faults' in read) {
      setFaults(read.faults);
      form.current?.querySelector<HTMLElement>(`[name="${Object.keys(read.faults)[0]}"]`)?.focus();
      return;
    }
    setIsSending(true);
    await onSend(read.input).then(onClose, (error: unknown) => {
      setRefusal(error instanceof Error ? error.message : 'It did not work. Try again.');
      setIsSending(false);
    });
  };

  return (
    <Dialog
      title={isCancel ? `Cancel ${requests}` : `${transition.label}: ${requests}`}
      onClose={onClose}
      closeButton
      width={480}
    >
      <form ref={form} className={styles.dialog} noValidate onSubmit={(event) => void send(event)}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        {asks.length === 0 && (
          <p>
            {isCancel
              ? 'They are canceled for good; their customers see it at once.'
              : `They move to ${STATUS_LABELS[to]}.`}
          </p>
        )}
        {asks.includes('cost') && (
          <TextField
            label="Cost of each"
            name="cost"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            error={faults.cost}
            value={typed.cost}
            onChange={type('cost')}
          />
        )}
        {asks.includes('expectedOn') && (
          <DateField
            label="Expected on"
            name="expectedOn"
            type="date"
            error={faults.expectedOn}
            value={typed.expectedOn}
            onValue={(expectedOn) => setTyped({ ...typed, expectedOn })}
          />
        )}
        {asks.includes('reason') && (
          <TextAreaField
            label={to === 'CustomerActionNeeded' ? 'What the customers have to do' : 'Reason'}
            help="The customers read this."
            name="reason"
            maxLength={2000}
            error={faults.reason}
            value={typed.reason}
            onChange={type('reason')}
          />
        )}
        <div className={styles.dialogActions}>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" variant={isCancel ? 'danger' : 'primary'} busy={isSending}>
            {isCancel ? `Cancel ${requests}` : transition.label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
