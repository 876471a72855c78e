import type { ReactNode } from 'react';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The verb on the button: "Delete 3 events". */
  confirm: string;
  tone?: 'danger' | 'primary';
  /** Rejects with the refusal, whose message the dialog shows. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, children, confirm, tone = 'danger', onConfirm, onClose }: ConfirmDialogProps) {
  const { run, isRunning, refusal } = useCommand(onConfirm);
  return (
    <Dialog
      role="alertdialog"
      title={title}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={tone} busy={isRunning} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {refusal && (
        <Banner tone="error" title="That did not work">
          {refusal.message}
        </Banner>
      )}
      <div>{children}</div>
    </Dialog>
  );
}
