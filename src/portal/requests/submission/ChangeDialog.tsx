import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/DateInput.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/TextField.tsx';
import type { ChangeStatus, SubmissionDetail } from '../../../../domain/request-calls.ts';
import { STATUS_LABELS } from '../../../../domain/workflow.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { answersOf, emptyInputs, faultsOf } from './changeInputs.ts';
import type { InputFaults } from './changeInputs.ts';
import type { PossibleChange } from './nextSteps.ts';
import styles from './SubmissionPage.module.css';

interface ChangeDialogProps {
  detail: SubmissionDetail;
  change: PossibleChange;
  onClose: () => void;
  onSend: (answers: Partial<ChangeStatus>) => Promise<void>;
}

/** Asks for what the change of status needs: a reason, a price, a date. */
export function ChangeDialog({ detail, change, onClose, onSend }: ChangeDialogProps) {
  const [inputs, setInputs] = useState(() => emptyInputs(detail));
  const [faults, setFaults] = useState<InputFaults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const asks = (what: PossibleChange['asks'][number]) => change.asks.includes(what);
  const form = useRef<HTMLFormElement>(null);
  // The dialog, which opens first, would leave the focus on its close button.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const isCancel = change.to === 'Canceled';

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsOf(inputs, change.asks);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      const first = change.asks.find((ask) => found[ask]);
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setIsSending(true);
    setRefusal(null);
    try {
      await onSend(answersOf(inputs, change.asks));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
      setIsSending(false);
    }
  };
  const verb = change.isOverride ? `Set to ${STATUS_LABELS[change.to]}` : change.label;

  return (
    <Dialog title={verb} onClose={onClose} closeButton width={480}>
      <form ref={form} className={styles.dialogForm} noValidate onSubmit={(event) => void send(event)}>
        <p className={styles.quiet}>
          Request #{detail.id}: {STATUS_LABELS[detail.status]} to {STATUS_LABELS[change.to]}.
          {change.isOverride && ' This goes against the usual steps and moves no money.'}
        </p>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        {asks('cost') && (
          <TextField
            label="Cost"
            name="cost"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            error={faults.cost}
            value={inputs.cost}
            onChange={(event) => setInputs({ ...inputs, cost: event.target.value })}
          />
        )}
        {asks('expectedOn') && (
          <DateField
            label="Expected on"
            name="expectedOn"
            type="date"
            error={faults.expectedOn}
            value={inputs.expectedOn}
            onValue={(expectedOn) => setInputs({ ...inputs, expectedOn })}
          />
        )}
        {asks('reason') && (
          <TextAreaField
            label={change.to === 'CustomerActionNeeded' ? 'What the customer has to do' : 'Reason'}
            help={detail.viewedAs === 'staff' ? 'The customer reads this.' : undefined}
            name="reason"
            maxLength={2000}
            error={faults.reason}
            value={inputs.reason}
            onChange={(event) => setInputs({ ...inputs, reason: event.target.value })}
          />
        )}
        <div className={styles.dialogActions}>
          <Button variant="quiet" onClick={onClose}>
            {isCancel ? 'Keep the request' : 'Back'}
          </Button>
          <Button type="submit" variant={isCancel ? 'danger' : 'primary'} busy={isSending}>
            {isCancel && !change.isOverride ? 'Cancel the request' : verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
