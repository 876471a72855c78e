import { useEffect, useRef, useState } from 'react';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import { useSession } from '../../app/useSession.ts';
import { Banner } from '../../ui/Banner.tsx';
import layout from '../../ui/layout.module.css';
import { AskCard } from './AskCard.tsx';
import { hasDraft } from './useComposer.ts';
import { useConversationLink } from './useConversationLink.ts';

interface CustomerAsksProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

/** What is asked of the customer, and what they wrote for something that has been settled before they sent it. */
export function CustomerAsks({ detail, onChanged }: CustomerAsksProps) {
  const { userName } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<string | null>(null);
  // The card that had the focus is gone.
  useEffect(() => {
    if (said !== null) notice.current?.focus();
  }, [said]);
  const { as, open } = detail.conversation;
  const asks =
    as !== 'customer'
      ? []
      : detail.timeline.filter(
          ({ message }) =>
            message &&
            (open.includes(message.id) ||
              (message.state !== null && hasDraft(userName, detail.id, `answer-${message.id}`))),
        );
  useConversationLink(() => place.current?.querySelector<HTMLElement>('textarea, a, button')?.focus());
  if (asks.length === 0 && said === null) return null;
  const changed = (next?: SubmissionDetail, sent?: string) => {
    setSaid(sent ?? null);
    onChanged(next);
  };
  return (
    <div ref={place} className={layout.stack4}>
      {said !== null && (
        <Banner ref={notice} tone="success" title={said} onDismiss={() => setSaid(null)}>
          {asks.length > 0 ? 'Another question is waiting for you.' : 'Staff are notified.'}
        </Banner>
      )}
      {asks.map((entry) => (
        <AskCard key={entry.id} detail={detail} entry={entry} onChanged={changed} />
      ))}
    </div>
  );
}
