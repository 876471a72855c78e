import { useRef, type FormEvent } from 'react';
import { callApi } from '../../app/callApi.ts';
import type { ConversationMessage, SubmissionDetail, TimelineEntry } from '../../../domain/calls/requests.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { When } from '../When.tsx';
import { ComposerFields } from './ComposerFields.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { useComposer, type Sending } from './useComposer.ts';
import styles from './Conversation.module.css';

interface AskCardProps {
  detail: SubmissionDetail;
  entry: TimelineEntry;
  /** `said`: what was sent. */
  onChanged: (next?: SubmissionDetail, said?: string) => void;
}

const TITLES = {
  Question: 'A question for you',
  Confirmation: 'Please confirm',
  Resubmit: 'Please change your answers',
};

/** What is asked of the customer, with the place to answer it. What they wrote for one that is settled meanwhile is not lost. */
export function AskCard({ detail, entry, onChanged }: AskCardProps) {
  const { message } = entry;
  const composer = useComposer(detail.id, `answer-${message?.id}`);
  const form = useRef<HTMLFormElement>(null);
  if (!message) return null;
  const isOpen = message.state === 'open';
  const canWrite = detail.conversation.kinds.length > 0;
  const title = message.kind in TITLES ? TITLES[message.kind as keyof typeof TITLES] : 'A message for you';

  const finish = async (call: (sending: Sending) => Promise<SubmissionDetail>, said: string, about?: string) => {
    let next: SubmissionDetail | undefined;
    const options = { about, canBeEmpty: about !== undefined };
    const isSent = await composer.send(async (sending) => (next = await call(sending)), options);
    // Where it was refused, the request is shown as it is now.
    if (isSent) onChanged(next, said);
    else onChanged();
  };
  const answer = (outcome?: 'confirmed' | 'declined') =>
    finish(
      ({ text, files, by }) =>
        callApi('POST /api/requests/submissions/:id/messages/:messageId/answer', {
          params: { id: detail.id, messageId: message.id },
          body: { text, files, ...(outcome === undefined ? {} : { outcome }) },
          ...by,
        }),
      outcome === undefined ? 'Your answer is sent.' : outcome === 'confirmed' ? 'Confirmed.' : 'Declined.',
      outcome,
    );
  const write = () =>
    finish(
      ({ text, files, by }) =>
        callApi('POST /api/requests/submissions/:id/messages', {
          params: { id: detail.id },
          body: { kind: 'Default', text, files },
          ...by,
        }),
      'Your message is sent.',
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOpen) void (canWrite && write());
    else if (message.kind === 'Question') void answer();
  };
  return (
    <form ref={form} className={styles.ask} aria-label={title} noValidate onSubmit={submit}>
      <h3 className={styles.askTitle}>
        <Icon name="triangle-alert" size={18} />
        {isOpen ? title : 'No answer is needed anymore'}
      </h3>
      <p className={styles.words}>{entry.text}</p>
      <MessageFiles files={message.files} />
      <p className={styles.who}>
        {entry.who}, <When at={entry.at} />
      </p>
      {isOpen && message.kind === 'Resubmit' ? (
        <ButtonLink
          variant="primary"
          icon="pencil"
          to={`/requests/resubmit/${encodeURIComponent(detail.form.name)}/${detail.id}`}
        >
          Change my answers
        </ButtonLink>
      ) : (
        <ComposerFields
          composer={composer}
          label={!isOpen ? 'Your message' : message.kind === 'Question' ? 'Your answer' : 'Your comment'}
          optional={isOpen && message.kind === 'Confirmation'}
          actions={
            isOpen ? (
              <AnswerButtons kind={message.kind} composer={composer} onAnswer={(outcome) => void answer(outcome)} />
            ) : (
              <DraftButtons composer={composer} canWrite={canWrite} onDiscarded={onChanged} />
            )
          }
        />
      )}
    </form>
  );
}

interface AnswerButtonsProps {
  kind: ConversationMessage['kind'];
  composer: ReturnType<typeof useComposer>;
  onAnswer: (outcome: 'confirmed' | 'declined') => void;
}

function AnswerButtons({ kind, composer: { isSending, uploads }, onAnswer }: AnswerButtonsProps) {
  if (kind === 'Question')
    return (
      <Button type="submit" variant="primary" icon="send" busy={isSending || uploads.isBusy}>
        Send answer
      </Button>
    );
  return (
    <>
      <Button icon="x" busy={isSending} onClick={() => onAnswer('declined')}>
        Decline
      </Button>
      <Button variant="primary" icon="check" busy={isSending} onClick={() => onAnswer('confirmed')}>
        Confirm
      </Button>
    </>
  );
}

interface DraftButtonsProps {
  composer: ReturnType<typeof useComposer>;
  canWrite: boolean;
  onDiscarded: () => void;
}

/** For an answer that is no longer expected. */
function DraftButtons({ composer, canWrite, onDiscarded }: DraftButtonsProps) {
  const discard = () => {
    composer.discard();
    onDiscarded();
  };
  return (
    <>
      <Button variant="quiet" onClick={discard}>
        Discard
      </Button>
      {canWrite && (
        <Button type="submit" variant="primary" busy={composer.isSending}>
          Send as a message
        </Button>
      )}
    </>
  );
}
