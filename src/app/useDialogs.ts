import { showModal, type ModalRequest, type ModalResult } from './dialogs/modalQueue.ts';

export interface Dialogs {
  /** Queues a dialog; resolves when it starts to close. */
  show: (request: ModalRequest) => Promise<ModalResult>;
  /** A confirmation; true when the user confirms. */
  confirm: (request: Omit<ModalRequest, 'type'>) => Promise<boolean>;
}

const dialogs: Dialogs = {
  show: showModal,
  confirm: async (request) => (await showModal({ ...request, type: 'Confirmation' })).actionTaken === 'Confirm',
};

export function useDialogs(): Dialogs {
  return dialogs;
}
