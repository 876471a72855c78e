import type { MailAction, MailState } from '../../../../domain/messages/mails.ts';
import { showToast } from '../../../ui/toasts.ts';
import { ConfirmDialog } from '../../engine/ConfirmDialog.tsx';
import { formatCount } from '../../values/formats.ts';
import { useActOnMails } from './mailCalls.ts';

export interface QuestionedMail {
  id: number;
  state: MailState;
}

interface MailQuestionProps {
  action: MailAction;
  mails: readonly QuestionedMail[];
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before mails are sent again or cancelled, and does it. */
export function MailQuestion({ action, mails, onDone, onClose }: MailQuestionProps) {
  const act = useActOnMails();
  const isOne = mails.length === 1;
  const which = isOne ? 'this mail' : formatCount(mails.length, 'mail', 'mails');
  const confirm = async () => {
    const changed = await act(
      action,
      mails.map(({ id }) => id),
    );
    const done = action === 'cancel' ? 'cancelled' : 'sent again';
    const left = mails.length - changed;
    showToast(
      `${formatCount(changed, 'mail is', 'mails are')} ${done}.` +
        (left === 0 ? '' : ` ${formatCount(left, 'mail has', 'mails have')} moved on meanwhile.`),
    );
    onClose();
    onDone?.();
  };
  if (action === 'cancel') {
    return (
      <ConfirmDialog
        title={`Cancel ${which}?`}
        confirm={isOne ? 'Cancel mail' : `Cancel ${which}`}
        onConfirm={confirm}
        onClose={onClose}
      >
        {isOne ? 'It is' : 'They are'} not sent, unless you send {isOne ? 'it' : 'them'} again. What it says stays in
        the portal, where its reader finds it.
      </ConfirmDialog>
    );
  }
  const doubtful = mails.filter(({ state }) => state === 'unknown').length;
  // What was refused may have put its address on the list.
  const mayBeSuppressed = mails.some(({ state }) => state === 'suppressed' || state === 'refused');
  return (
    <ConfirmDialog
      title={`Send ${which} again?`}
      confirm={isOne ? 'Send again' : `Send ${which} again`}
      tone="primary"
      onConfirm={confirm}
      onClose={onClose}
    >
      {doubtful === 0 ? (
        <p>The same mail goes out at once, with all its attempts.</p>
      ) : (
        <p>
          {isOne
            ? 'Nobody knows whether this mail has arrived'
            : doubtful === 1
              ? 'Of one nobody knows whether it has arrived'
              : `Of ${doubtful} nobody knows whether they have arrived`}
          : {doubtful === 1 ? 'it' : 'they'} may arrive twice. Both have the same Message-ID, by which many mail
          programs show one only.
        </p>
      )}
      {mayBeSuppressed && <p>An address that is suppressed is taken off that list.</p>}
    </ConfirmDialog>
  );
}
