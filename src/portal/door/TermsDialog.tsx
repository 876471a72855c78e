import type { Deliberately, DoorTicket } from '../../../domain/calls/door.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { usePrompt } from '../../ui/usePrompt.tsx';
import { promptOverride } from './overrideReason.tsx';
import { TermsStep } from './TermsStep.tsx';

export interface TermsDialogProps {
  ticket: DoorTicket;
  sessionId: number;
  /** Null: the ticket is not marked. */
  onAnswer: (terms: Deliberately | null) => void;
}

/** An attendee accepts the event's terms, or comes in without, for a reason. */
export function TermsDialog({ ticket: { name }, sessionId, onAnswer }: TermsDialogProps) {
  const { prompt, dialogs } = usePrompt();
  const goWithout = async () => {
    const message = `${name} comes in without having agreed to what this event asks of everybody.`;
    const reason = await promptOverride(prompt, message, `Mark ${name} anyway`);
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
      {dialogs}
    </Dialog>
  );
}
