import type { ReactNode } from 'react';
import { MODAL_AUTO_CLOSE, MODAL_CLOSE_STEPS, MODAL_WIDTH } from '../../../domain/values/constants.ts';
import { createStore } from '../createStore.ts';

export type ModalType = 'Information' | 'Confirmation' | 'Error' | 'Input';
export type ActionTaken = 'Confirm' | 'Cancel' | 'None';

/** Plain text, which may hold anything that people enter, such as a name; HTML, which is sanitized; or rows of two columns. */
export type ModalMessage = string | { html: string } | readonly (readonly [label: string, value: string])[];

/** Options of a modal; the specification's section 3 defines the fields and defaults. */
export interface ModalRequest {
  type?: ModalType;
  header?: string;
  message?: ModalMessage;
  confirmButtonText?: string;
  cancelButtonText?: string;
  /** Called when the user confirms or cancels, before the dialog closes. */
  confirm?: (modal: Modal) => void;
  cancel?: (modal: Modal) => void;
  content?: (close: (action: ActionTaken) => void) => ReactNode;
  /** Address of a PDF of this site, shown below the message. */
  linkToPdf?: string;
  inputLabel?: string;
  inputValue?: string;
  /** Closes automatically after 3 s. */
  autoClose?: boolean;
  hideActions?: boolean;
  /** A close button in the corner, for dialogs without buttons. */
  isClosable?: boolean;
  /** A destructive action: the confirm button is red. */
  isDangerous?: boolean;
  width?: number;
}

export interface Modal
  extends
    Required<
      Pick<
        ModalRequest,
        | 'type'
        | 'header'
        | 'message'
        | 'confirmButtonText'
        | 'cancelButtonText'
        | 'inputValue'
        | 'autoClose'
        | 'hideActions'
        | 'width'
      >
    >,
    Pick<ModalRequest, 'confirm' | 'cancel' | 'content' | 'linkToPdf' | 'inputLabel' | 'isClosable' | 'isDangerous'> {
  id: number;
  actionTaken: ActionTaken;
}

export interface ModalResult {
  actionTaken: ActionTaken;
  inputValue: string;
}

/** The visible dialog: open, inner part hidden, outer part hidden, content cleared. */
export interface ModalState {
  modal: Modal;
  phase: 'open' | 'innerHidden' | 'outerHidden' | 'cleared';
}

export const modalStore = createStore<ModalState | null>(null);

interface Waiting {
  modal: Modal;
  settle: (result: ModalResult) => void;
}

const queue: Waiting[] = [];
let current: Waiting | null = null;
let nextId = 1;
let autoCloseTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a dialog, or queues it. Resolves as soon as it starts to close. */
export function showModal(request: ModalRequest): Promise<ModalResult> {
  return new Promise((settle) => {
    queue.push({
      modal: { ...defaults(), ...request, id: nextId++, actionTaken: 'None' },
      settle,
    });
    if (current === null) showNext();
  });
}

export async function confirmModal(request: Omit<ModalRequest, 'type'>): Promise<boolean> {
  return (await showModal({ ...request, type: 'Confirmation' })).actionTaken === 'Confirm';
}

export function setModalInput(inputValue: string): void {
  const state = modalStore.get();
  if (state === null || current === null) return;
  current.modal = { ...current.modal, inputValue };
  modalStore.set({ ...state, modal: current.modal });
}

export function closeModal(actionTaken: ActionTaken): void {
  const state = modalStore.get();
  if (current === null || state?.phase !== 'open') return;
  clearTimeout(autoCloseTimer);
  const waiting = current;
  waiting.modal = { ...waiting.modal, actionTaken };
  try {
    if (actionTaken === 'Confirm') waiting.modal.confirm?.(waiting.modal);
    if (actionTaken === 'Cancel') waiting.modal.cancel?.(waiting.modal);
  } finally {
    startClosing(waiting.modal);
    waiting.settle({ actionTaken, inputValue: waiting.modal.inputValue });
  }
}

/** Drops all dialogs, with what they say about the person before. Each is answered with None. */
export function clearModals(): void {
  clearTimeout(autoCloseTimer);
  const waiting = [...(current === null ? [] : [current]), ...queue.splice(0)];
  current = null;
  modalStore.set(null);
  for (const { modal, settle } of waiting) settle({ actionTaken: 'None', inputValue: modal.inputValue });
}

function startClosing(modal: Modal): void {
  const step = (work: () => void, delay: number) => {
    setTimeout(() => {
      if (current?.modal.id === modal.id) work();
    }, delay);
  };
  modalStore.set({ modal, phase: 'innerHidden' });
  step(() => modalStore.set({ modal, phase: 'outerHidden' }), MODAL_CLOSE_STEPS.outer);
  step(() => modalStore.set({ modal, phase: 'cleared' }), MODAL_CLOSE_STEPS.content);
  step(showNext, MODAL_CLOSE_STEPS.next);
}

function showNext(): void {
  current = queue.shift() ?? null;
  modalStore.set(current === null ? null : { modal: current.modal, phase: 'open' });
  if (current?.modal.autoClose === true) autoCloseTimer = setTimeout(() => closeModal('None'), MODAL_AUTO_CLOSE);
}

function defaults(): Omit<Modal, 'id' | 'actionTaken'> {
  return {
    type: 'Information',
    header: 'Default Header',
    message: 'default message goes here',
    confirmButtonText: 'Ok',
    cancelButtonText: 'Cancel',
    inputValue: '',
    autoClose: false,
    hideActions: false,
    width: MODAL_WIDTH,
  };
}
