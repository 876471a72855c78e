import { useQueryClient } from '@tanstack/react-query';
import type { DoorTicket } from '../../../domain/calls/door.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './Door.module.css';
import { refreshDoor } from './marks/doorQueries.ts';
import { TermsStep } from './marks/TermsStep.tsx';

export interface AcceptTermsProps {
  ticket: DoorTicket;
  sessionId: number;
  onClose: () => void;
}

export function AcceptTerms({ ticket: { id, name }, sessionId, onClose }: AcceptTermsProps) {
  const client = useQueryClient();
  const record = useCommand(async (version: string) => {
    await callApi('POST /api/events/door/tickets/:id/agreement', { params: { id }, body: { version } });
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
