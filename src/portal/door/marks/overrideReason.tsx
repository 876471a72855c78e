import { useState } from 'react';
import { ApiError } from '../../../app/ApiError.ts';
import { prompt } from '../../../app/dialogs/prompts.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** What goes beyond the usual is done deliberately, with a reason. `action`: "Move Ada anyway". */
export function promptOverride(message: string, action: string): Promise<string | null> {
  return prompt<string>((onAnswer) => <ReasonDialog {...{ message, action, onAnswer }} />);
}

/** Writes again with a reason where the server requires one. Null where the user cancels. */
export async function withReason<Result>(
  action: string,
  write: (reason?: string) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'events.reason-needed') throw error;
    const reason = await promptOverride(error.message, action);
    return reason === null ? null : write(reason);
  }
}

interface ReasonDialogProps {
  message: string;
  action: string;
  onAnswer: (reason: string | null) => void;
}

function ReasonDialog({ message, action, onAnswer }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = () => {
    if (isMissing) setIsChecked(true);
    else onAnswer(reason.trim());
  };
  return (
    <Dialog
      title={`${action}?`}
      width={520}
      cancel="Back"
      answer={{ label: action, form: true, onAnswer: submit }}
      onClose={() => onAnswer(null)}
    >
      <Banner tone="warning">{message} Give a reason to continue anyway.</Banner>
      <TextField
        required
        label="Reason"
        help="Stored with the ticket."
        maxLength={500}
        autoComplete="off"
        value={reason}
        error={isChecked && isMissing ? 'Give a reason.' : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}
