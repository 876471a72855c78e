import type { Deliberately, DoorTicket } from '../../../../domain/calls/door.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { promptOverride } from './overrideReason.tsx';
import { TermsStep } from './TermsStep.tsx';

export interface TermsDialogProps {
  ticket: DoorTicket;
  sessionId: number;
  onAnswer: (terms: Deliberately | null) => void;
}

export function TermsDialog({ ticket: { name }, sessionId, onAnswer }: TermsDialogProps) {
  const goWithout = async () => {
    const message = `${name} has not agreed to the terms of this event.`;
    const reason = await promptOverride(message, `Mark ${name} anyway`);
    if (reason !== null) onAnswer({ withoutTerms: true, reason });
  };
  return (
    <Dialog title={`Terms for ${name}`} width={520} onClose={() => onAnswer(null)} closeButton>
      <TermsStep
        sessionId={sessionId}
        name={name}
        busy={false}
        onAgreed={(agreedTo) => onAnswer({ agreedTo })}
        onWithout={() => void goWithout()}
        onBack={() => onAnswer(null)}
      />
    </Dialog>
  );
}
