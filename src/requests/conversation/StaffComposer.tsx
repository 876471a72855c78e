import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { CannedReply } from '../../../domain/generated/resources.ts';
import { filledReply } from '../../../domain/requests/conversation.ts';
import type { StaffKind } from '../../../domain/messages/messages.ts';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import { callApi } from '../../app/callApi.ts';
import { readRows } from '../../app/rows.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { showToast } from '../../ui/toasts.ts';
import layout from '../../ui/layout.module.css';
import { ComposerFields } from './ComposerFields.tsx';
import { useComposer, type Composer } from './useComposer.ts';
import { useConversationLink } from './useConversationLink.ts';
import styles from './Conversation.module.css';

interface StaffComposerProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
  onNoted: () => void;
}

type Mode = 'message' | 'note';

const KINDS: Record<StaffKind, { label: string; help: string; action: string; done: string }> = {
  Default: {
    label: 'Message, no answer needed',
    help: 'The status does not change.',
    action: 'Send message',
    done: 'The message is sent.',
  },
  Question: {
    label: 'Question',
    help: 'The request waits for an answer and then returns to its current status.',
    action: 'Ask',
    done: 'The question is sent. The request waits for the customer.',
  },
  Confirmation: {
    label: 'Ask to confirm',
    help: 'The customer confirms or declines. The request waits until then.',
    action: 'Ask to confirm',
    done: 'Confirmation requested. The request waits for the customer.',
  },
  Resubmit: {
    label: 'Ask for changed answers',
    help: 'The customer edits and resubmits the form. The request waits until then and starts over.',
    action: 'Ask for changes',
    done: 'Sent. The request waits for the changed answers.',
  },
};

/** Staff write to the customer, or a note that only staff see. Each keeps a text of its own: nothing is carried from one to the other. */
export function StaffComposer({ detail, onChanged, onNoted }: StaffComposerProps) {
  const [mode, setMode] = useState<Mode>('message');
  const message = useComposer(detail.id, 'message');
  const note = useComposer(detail.id, 'note');
  const area = useRef<HTMLTextAreaElement>(null);
  useConversationLink(() => area.current?.focus());
  if (detail.conversation.as !== 'staff') return null;
  const other = mode === 'message' ? note : message;
  return (
    <div className={classNames(styles.staff, mode === 'note' && styles.isNote)}>
      {detail.conversation.hasNotes && (
        <div className={styles.modes}>
          <SegmentedChoice
            label="What to write"
            choices={[
              { value: 'message', label: 'Message to the customer' },
              { value: 'note', label: 'Internal note' },
            ]}
            value={mode}
            onChange={setMode}
          />
          {!other.isEmpty && (
            <span className={styles.who}>
              {mode === 'message' ? 'An unsaved note' : 'An unsent message'} is still in the other tab.
            </span>
          )}
        </div>
      )}
      {mode === 'message' ? (
        <MessageForm detail={detail} composer={message} area={area} onChanged={onChanged} />
      ) : (
        <NoteForm detail={detail} composer={note} onNoted={onNoted} />
      )}
    </div>
  );
}

function MessageForm({
  detail,
  composer,
  area,
  onChanged,
}: {
  detail: SubmissionDetail;
  composer: Composer;
  area: RefObject<HTMLTextAreaElement | null>;
  onChanged: StaffComposerProps['onChanged'];
}) {
  const [chosen, setChosen] = useState<StaffKind>('Default');
  const { kinds } = detail.conversation;
  const after = Math.max(0, ...detail.timeline.map(({ message }) => message?.id ?? 0));
  const kind = kinds.includes(chosen) ? chosen : 'Default';
  const customer = detail.submittedBy.name;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    let next: SubmissionDetail | undefined;
    const isSent = await composer.send(
      async ({ text, files, by }) =>
        (next = await callApi('POST /api/requests/submissions/:id/messages', {
          params: { id: detail.id },
          body: { kind, text, files, after },
          ...by,
        })),
      { about: kind },
    );
    if (isSent) {
      showToast(KINDS[kind].done);
      setChosen('Default');
    }
    onChanged(isSent ? next : undefined);
  };
  const insert = (reply: CannedReply) => {
    const filled = filledReply(reply.text, { customer, number: String(detail.id), form: detail.form.title });
    const { text } = composer;
    if (text.trim() === '' && kinds.includes(reply.kind)) setChosen(reply.kind);
    const at = area.current?.selectionEnd ?? text.length;
    const gap = text.trim() === '' ? '' : '\n';
    composer.setText(`${text.slice(0, at)}${gap}${filled}${text.slice(at)}`);
    area.current?.focus();
  };
  return (
    <form
      className={layout.stack3}
      aria-label="Write to the customer"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <SelectField
        label="Kind of message"
        help={KINDS[kind].help}
        options={kinds.map((value) => ({ value, label: KINDS[value].label }))}
        value={kind}
        onChange={(event) => setChosen(event.target.value as StaffKind)}
      />
      <ComposerFields
        composer={composer}
        textRef={area}
        label={`Message to ${customer}`}
        tools={<CannedReplies onInsert={insert} />}
        actions={
          <Button
            type="submit"
            // The next action is the page's main button until there is something to send.
            variant={composer.isEmpty ? 'secondary' : 'primary'}
            icon="send"
            busy={composer.isSending || composer.uploads.isBusy}
          >
            {KINDS[kind].action}
          </Button>
        }
      />
    </form>
  );
}

function NoteForm({
  detail,
  composer,
  onNoted,
}: {
  detail: SubmissionDetail;
  composer: Composer;
  onNoted: () => void;
}) {
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (
      await composer.send(({ text, by }) =>
        callApi('POST /api/requests/submissions/:id/notes', { params: { id: detail.id }, body: { text }, ...by }),
      )
    )
      showToast('The internal note is saved.');
    onNoted();
  };
  return (
    <form aria-label="Write an internal note" noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.private}>
        <Icon name="lock" size={16} />
        Only staff see this. It is never sent to {detail.submittedBy.name}.
      </p>
      <ComposerFields
        composer={composer}
        label="Internal note"
        hasFiles={false}
        actions={
          <Button type="submit" icon="lock" busy={composer.isSending}>
            Save internal note
          </Button>
        }
      />
    </form>
  );
}

/** Texts that are kept ready. They are inserted with their placeholders filled in, and can be changed before they are sent. */
function CannedReplies({ onInsert }: { onInsert: (reply: CannedReply) => void }) {
  const replies = useQuery({
    queryKey: ['requests', 'cannedReplies'],
    queryFn: () => readRows('cannedReplies', { filter: { active: true }, sort: 'order', limit: 200 }),
  });
  if (!replies.data?.length) return null;
  return (
    <Menu
      label="Canned replies"
      items={replies.data.map((reply) => ({
        key: String(reply.id),
        label: reply.title,
        hint: KINDS[reply.kind].label,
        onSelect: () => onInsert(reply),
      }))}
      look="wide"
      trigger={(props) => (
        <Button {...props} size="small" variant="quiet" iconAfter="chevron-down">
          Insert a reply
        </Button>
      )}
    />
  );
}
