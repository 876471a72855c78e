import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DoorTicket } from '../../../domain/door-calls.ts';
import { ApiError } from '../../app/ApiError.ts';
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
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const record = async (version: string): Promise<void> => {
    setFault(null);
    setBusy(true);
    try {
      await agreeAtDoor(id, { version });
      await refreshDoor(client, sessionId);
      showToast(`${name} has agreed`);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Terms for ${name}`} width={520} onClose={onClose} closeButton>
      <div className={styles.add}>
        {fault !== null && <Banner tone="error">{fault}</Banner>}
        <TermsStep
          sessionId={sessionId}
          name={name}
          busy={busy}
          onAgreed={(version) => void record(version)}
          onBack={onClose}
        />
      </div>
    </Dialog>
  );
}
