import { useState } from 'react';
import type { Deliberately, DoorTicket } from '../../../domain/calls/door.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReasonStep } from '../../ui/ReasonStep.tsx';
import { TermsStep } from './TermsStep.tsx';

export interface TermsDialogProps {
  ticket: DoorTicket;
  sessionId: number;
  /** Null: the ticket is not marked. */
  onAnswer: (terms: Deliberately | null) => void;
}

/** An attendee accepts the event's terms, or comes in without, for a reason. */
export function TermsDialog({ ticket: { name }, sessionId, onAnswer }: TermsDialogProps) {
  const [isWithout, setIsWithout] = useState(false);
  return (
    <Dialog title={`Terms for ${name}`} width={520} onClose={() => onAnswer(null)} closeButton>
      {isWithout ? (
        <ReasonStep
          words={`${name} comes in without having agreed to what this event asks of everybody.`}
          action={`Mark ${name} anyway`}
          busy={false}
          onGiven={(reason) => onAnswer({ withoutTerms: true, reason })}
          onBack={() => setIsWithout(false)}
        />
      ) : (
        <TermsStep
          sessionId={sessionId}
          name={name}
          busy={false}
          onAgreed={(agreedTo) => onAnswer({ agreedTo })}
          onWithout={() => setIsWithout(true)}
          onBack={() => onAnswer(null)}
        />
      )}
    </Dialog>
  );
}
