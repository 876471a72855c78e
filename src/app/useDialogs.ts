import { showModal, type ModalRequest, type ModalResult } from './dialogs/modalQueue.ts';

export interface Dialogs {
  /** Queues a dialog; answers when it begins to close. */
  show: (request: ModalRequest) => Promise<ModalResult>;
  /** A yes-or-no question; true on yes. */
  confirm: (request: Omit<ModalRequest, 'type'>) => Promise<boolean>;
}

const dialogs: Dialogs = {
  show: showModal,
  confirm: async (request) => (await showModal({ ...request, type: 'Confirmation' })).actionTaken === 'Confirm',
};

export function useDialogs(): Dialogs {
  return dialogs;
}
