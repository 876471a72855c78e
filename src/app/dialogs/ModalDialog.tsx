import type { FormEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { closeModal, setModalInput, type Modal, type ModalState } from './modalQueue.ts';
import { PdfFrame } from './PdfFrame.tsx';
import styles from './ModalDialog.module.css';

export function ModalDialog({ state: { modal, phase } }: { state: ModalState }) {
  return (
    <Dialog
      key={modal.id}
      title={modal.header}
      width={modal.width}
      phase={phase === 'cleared' ? 'outerHidden' : phase}
      role={modal.type === 'Error' || modal.type === 'Confirmation' ? 'alertdialog' : 'dialog'}
      closeButton={modal.isClosable === true}
      onClose={() => closeModal('Cancel')}
      {...(modal.hideActions ? {} : buttonsOf(modal))}
    >
      {phase !== 'cleared' && <ModalBody modal={modal} />}
    </Dialog>
  );
}

function ModalBody({ modal }: { modal: Modal }) {
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    closeModal('Confirm');
  };
  return (
    <div className={styles.stack}>
      <ModalMessage message={modal.message} />
      {modal.type === 'Input' && (
        <form onSubmit={confirm}>
          <TextField
            label={modal.inputLabel ?? modal.header}
            hideLabel={modal.inputLabel === undefined}
            value={modal.inputValue}
            onChange={(event) => setModalInput(event.target.value)}
          />
        </form>
      )}
      {modal.content?.(closeModal)}
      {modal.linkToPdf !== undefined && <PdfFrame link={modal.linkToPdf} title={modal.header} />}
    </div>
  );
}

function buttonsOf({ type, confirmButtonText, cancelButtonText, isDangerous }: Modal): Partial<DialogProps> {
  const confirm = () => closeModal('Confirm');
  if (type !== 'Confirmation' && type !== 'Input')
    return {
      actions: (
        <Button variant={isDangerous === true ? 'danger' : 'primary'} onClick={confirm}>
          {confirmButtonText}
        </Button>
      ),
    };
  const variant = isDangerous === true ? 'danger' : 'primary';
  return { cancel: cancelButtonText, answer: { label: confirmButtonText, variant, onAnswer: confirm } };
}

function ModalMessage({ message }: { message: Modal['message'] }) {
  if (message === '') return null;
  if (typeof message === 'string') return <p className={styles.message}>{message}</p>;
  if ('html' in message) return <RichText className={styles.message ?? ''} html={message.html} />;
  if (message.length === 0) return null;
  return (
    <table className={styles.table}>
      <tbody>
        {message.map(([label, value], index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
