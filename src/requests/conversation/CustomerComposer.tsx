import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import { callApi } from '../../app/callApi.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ComposerFields } from './ComposerFields.tsx';
import { useComposer } from './useComposer.ts';
import { useConversationLink } from './useConversationLink.ts';

interface CustomerComposerProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

export function CustomerComposer({ detail, onChanged }: CustomerComposerProps) {
  const composer = useComposer(detail.id, 'message');
  const [isOpen, setIsOpen] = useState(!composer.isEmpty);
  const area = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) (isOpen ? area : opener).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { as, kinds, open } = detail.conversation;
  // What is asked is answered above.
  useConversationLink(() => open.length === 0 && (isOpen ? area : opener).current?.focus());
  if (as !== 'customer' || (kinds.length === 0 && composer.isEmpty)) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    let next: SubmissionDetail | undefined;
    const isSent = await composer.send(
      async ({ text, files, by }) =>
        (next = await callApi('POST /api/requests/submissions/:id/messages', {
          params: { id: detail.id },
          body: { kind: 'Default', text, files },
          ...by,
        })),
    );
    if (isSent) {
      showToast('Your message is sent.');
      setIsOpen(false);
    }
    onChanged(isSent ? next : undefined);
  };
  if (!isOpen) {
    return (
      <Button ref={opener} icon="message-square" onClick={() => setIsOpen(true)}>
        Write to the staff
      </Button>
    );
  }
  return (
    <form aria-label="Write to the staff" noValidate onSubmit={(event) => void submit(event)}>
      <ComposerFields
        composer={composer}
        textRef={area}
        label="Message to the staff"
        actions={
          <>
            {composer.isEmpty && (
              <Button variant="quiet" onClick={() => setIsOpen(false)}>
                Close
              </Button>
            )}
            <Button type="submit" variant="primary" icon="send" busy={composer.isSending || composer.uploads.isBusy}>
              Send message
            </Button>
          </>
        }
      />
    </form>
  );
}
