import type { OwnSession } from '../../../../domain/calls/tickets.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { canJoin, type Answering } from './useAnswering.ts';

/** What else can be told beside signing up, or after it. */
export function AnswerButton({ own, answering: { isOpen, open } }: { own: OwnSession; answering: Answering }) {
  const { formVersionId, wishes, isMissing, canAnswer } = own.asks;
  if (isOpen) return formVersionId !== null && canJoin(own) ? <p>Answer the questions, then sign up.</p> : null;
  if (canJoin(own))
    return formVersionId === null && wishes && own.otherSeats.length === 0 ? (
      <Button block variant="quiet" onClick={() => open()}>
        Add accessibility needs
      </Button>
    ) : null;
  if (!canAnswer) return null;
  if (isMissing)
    return (
      <>
        <Banner narrow tone="warning" title="Answers are missing" role="none">
          This event has questions for every attendee.
        </Banner>
        <Button block variant="primary" onClick={() => open()}>
          Answer the questions
        </Button>
      </>
    );
  return (
    <Button block icon="pencil" onClick={() => open()}>
      {formVersionId === null ? 'Accessibility needs' : 'Change my answers'}
    </Button>
  );
}
