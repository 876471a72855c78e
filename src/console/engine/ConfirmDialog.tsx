import { useState, type ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The verb on the button: "Delete 3 events". */
  confirm: string;
  tone?: 'danger' | 'primary';
  /** Rejects with what went wrong, which is then said in the dialog. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, children, confirm, tone = 'danger', onConfirm, onClose }: ConfirmDialogProps) {
  const [state, setState] = useState<'asking' | 'working' | { failed: string }>('asking');
  const act = async () => {
    setState('working');
    try {
      await onConfirm();
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  };
  const isWorking = state === 'working';
  return (
    <Dialog
      role="alertdialog"
      title={title}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={tone} busy={isWorking} onClick={() => void act()}>
            {confirm}
          </Button>
        </>
      }
    >
      {typeof state === 'object' && (
        <Banner tone="error" title="That did not work">
          {state.failed}
        </Banner>
      )}
      <div>{children}</div>
    </Dialog>
  );
}
