import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReasonStep } from '../../ui/ReasonStep.tsx';
import { TermsStep } from './TermsStep.tsx';
import type { AskedTerms } from './useDoorMarks.ts';

export interface TermsOfMarkProps {
  asked: AskedTerms;
  sessionId: number;
}

/** Who comes agrees to the event's terms, or comes in without, for a reason. */
export function TermsOfMark({ asked: { ticket, answer }, sessionId }: TermsOfMarkProps) {
  const [isWithout, setIsWithout] = useState(false);
  const { name } = ticket;
  return (
    <Dialog title={`Terms for ${name}`} width={520} onClose={() => answer(null)} closeButton>
      {isWithout ? (
        <ReasonStep
          words={`${name} comes in without having agreed to what this event asks of everybody.`}
          action={`Mark ${name} anyway`}
          busy={false}
          onGiven={(reason) => answer({ withoutTerms: true, reason })}
          onBack={() => setIsWithout(false)}
        />
      ) : (
        <TermsStep
          sessionId={sessionId}
          name={name}
          busy={false}
          onAgreed={(agreedTo) => answer({ agreedTo })}
          onWithout={() => setIsWithout(true)}
          onBack={() => answer(null)}
        />
      )}
    </Dialog>
  );
}
