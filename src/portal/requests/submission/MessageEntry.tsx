import { useRef } from 'react';
import type { AskState, MessageKind } from '../../../../domain/messages/messages.ts';
import type {
  ConversationMessage,
  SubmissionDetail,
  TimelineEntry as Event,
} from '../../../../domain/calls/requests.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { TimelineEntry } from '../../../ui/Timeline.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { MessageFiles } from '../../../requests/conversation/MessageFiles.tsx';
import { When } from '../../../requests/When.tsx';
import styles from './RequestTimeline.module.css';

const KINDS: Partial<Record<MessageKind, string>> = {
  Question: 'Question',
  Confirmation: 'To be confirmed',
  Resubmit: 'Changes requested',
};
const STATES: Record<AskState, { label: string; tone: Tone }> = {
  open: { label: 'Waiting for an answer', tone: 'orange' },
  answered: { label: 'Answered', tone: 'green' },
  confirmed: { label: 'Confirmed', tone: 'green' },
  declined: { label: 'Declined', tone: 'red' },
  withdrawn: { label: 'Withdrawn', tone: 'grey' },
  closed: { label: 'Closed without an answer', tone: 'grey' },
};

interface MessageEntryProps {
  detail: SubmissionDetail;
  entry: Event;
  message: ConversationMessage;
  onChanged: (next?: SubmissionDetail) => void;
}

/** A message of the timeline, with what has become of what it asks. */
export function MessageEntry({ detail, entry, message, onChanged }: MessageEntryProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  const question = detail.timeline.find((other) => other.message?.id === message.answerTo)?.message;
  return (
    <TimelineEntry icon={message.answerTo === null ? 'message-square' : 'redo'}>
      <p ref={heading} tabIndex={-1} className={styles.what}>
        {message.answerTo === null ? (KINDS[message.kind] ?? 'Message') : answerLabel(question)}
        {message.state && <Chip tone={STATES[message.state].tone}>{STATES[message.state].label}</Chip>}
        {entry.to && <StatusChip status={entry.to} />}
      </p>
      {entry.text !== '' && (
        <blockquote className={message.authorKind === 'Customer' ? styles.fromCustomer : styles.fromStaff}>
          {entry.text}
        </blockquote>
      )}
      <MessageFiles files={message.files} />
      <p className={styles.who}>
        {message.isOwn ? 'You' : entry.who}
        {message.authorKind === 'Customer' ? ' (customer)' : ' (staff)'}, <When at={entry.at} />
      </p>
      {message.state === 'open' && detail.conversation.as === 'staff' && (
        <Withdraw
          submissionId={detail.id}
          messageId={message.id}
          onChanged={(next) => {
            // The button goes.
            heading.current?.focus({ preventScroll: true });
            onChanged(next);
          }}
        />
      )}
    </TimelineEntry>
  );
}

function answerLabel(question: ConversationMessage | undefined): string {
  if (question?.state === 'confirmed') return 'Confirmed';
  return question?.state === 'declined' ? 'Declined' : 'Answer';
}

interface WithdrawProps {
  submissionId: number;
  messageId: number;
  onChanged: MessageEntryProps['onChanged'];
}

function Withdraw({ submissionId, messageId, onChanged }: WithdrawProps) {
  const { run, isRunning } = useCommand(
    async () => {
      onChanged(
        await callApi('POST /api/requests/submissions/:id/messages/:messageId/withdraw', {
          params: { id: submissionId, messageId },
        }),
      );
      showToast('Withdrawn. No answer is needed.');
    },
    ({ message }) => {
      showToast(message, { tone: 'error' });
      onChanged();
    },
  );
  return (
    <Button size="small" variant="quiet" busy={isRunning} onClick={() => void run()}>
      Withdraw
    </Button>
  );
}
