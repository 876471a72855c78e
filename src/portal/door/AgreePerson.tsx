import { useQueryClient } from '@tanstack/react-query';
import type { DoorTicket } from '../../../domain/calls/door.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './Door.module.css';
import { agreeAtDoor, refreshDoor } from './doorCalls.ts';
import { TermsStep } from './TermsStep.tsx';

export interface AgreePersonProps {
  ticket: DoorTicket;
  sessionId: number;
  onClose: () => void;
}

/** Records that somebody in the list agrees to the event's terms. */
export function AgreePerson({ ticket: { id, name }, sessionId, onClose }: AgreePersonProps) {
  const client = useQueryClient();
  const record = useCommand(async (version: string) => {
    await agreeAtDoor(id, version);
    await refreshDoor(client, sessionId);
    showToast(`${name} has agreed`);
    onClose();
  });
  return (
    <Dialog title={`Terms for ${name}`} width={520} onClose={onClose} closeButton>
      <div className={styles.add}>
        {record.refusal !== null && <Banner tone="error">{record.refusal.message}</Banner>}
        <TermsStep
          sessionId={sessionId}
          name={name}
          busy={record.isRunning}
          onAgreed={(version) => void record.run(version)}
          onBack={onClose}
        />
      </div>
    </Dialog>
  );
}
