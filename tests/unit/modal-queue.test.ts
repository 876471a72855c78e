import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeModal, modalStore, setModalInput, showModal } from '../../src/app/dialogs/modalQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  while (modalStore.get() !== null) {
    closeModal('None');
    vi.runAllTimers();
  }
  vi.useRealTimers();
});

const phase = () => modalStore.get()?.phase ?? 'gone';
const header = () => modalStore.get()?.modal.header;

test('a modal without options has the specification’s defaults', () => {
  void showModal({});
  expect(modalStore.get()?.modal).toMatchObject({
    type: 'Information',
    header: 'Default Header',
    message: 'default message goes here',
    confirmButtonText: 'Ok',
    cancelButtonText: 'Cancel',
    actionTaken: 'None',
    inputValue: '',
    autoClose: false,
    hideActions: false,
    width: 400,
  });
});

test('closing hides the inner part immediately, the outer after 500 ms, clears at 525 and ends at 550', () => {
  void showModal({});
  closeModal('Confirm');
  expect(phase()).toBe('innerHidden');
  vi.advanceTimersByTime(499);
  expect(phase()).toBe('innerHidden');
  vi.advanceTimersByTime(1);
  expect(phase()).toBe('outerHidden');
  vi.advanceTimersByTime(24);
  expect(phase()).toBe('outerHidden');
  vi.advanceTimersByTime(1);
  expect(phase()).toBe('cleared');
  vi.advanceTimersByTime(24);
  expect(phase()).toBe('cleared');
  vi.advanceTimersByTime(1);
  expect(phase()).toBe('gone');
});

test('a second modal waits for the first and comes 550 ms after it', () => {
  void showModal({ header: 'First' });
  void showModal({ header: 'Second' });
  void showModal({ header: 'Third' });
  expect(header()).toBe('First');
  closeModal('Confirm');
  vi.advanceTimersByTime(549);
  expect(header()).toBe('First');
  vi.advanceTimersByTime(1);
  expect([header(), phase()]).toEqual(['Second', 'open']);
  closeModal('Cancel');
  vi.advanceTimersByTime(550);
  expect(header()).toBe('Third');
});

test('a modal that is opened while another closes waits too', () => {
  void showModal({ header: 'First' });
  closeModal('Confirm');
  vi.advanceTimersByTime(300);
  void showModal({ header: 'Second' });
  expect(header()).toBe('First');
  vi.advanceTimersByTime(250);
  expect([header(), phase()]).toEqual(['Second', 'open']);
});

test('a modal that closes itself does so 3 s after it opened, not after it was queued', () => {
  void showModal({ header: 'First' });
  void showModal({ header: 'Second', autoClose: true });
  vi.advanceTimersByTime(10_000);
  closeModal('Confirm');
  vi.advanceTimersByTime(550);
  vi.advanceTimersByTime(2999);
  expect(phase()).toBe('open');
  vi.advanceTimersByTime(1);
  expect([phase(), modalStore.get()?.modal.actionTaken]).toEqual(['innerHidden', 'None']);
});

test('confirming records it, runs the callback with the modal, and answers', async () => {
  const confirm = vi.fn();
  const cancel = vi.fn();
  const answer = showModal({ type: 'Input', confirm, cancel });
  setModalInput('12 posters');
  closeModal('Confirm');
  expect(confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ actionTaken: 'Confirm', inputValue: '12 posters' }),
  );
  expect(cancel).not.toHaveBeenCalled();
  await expect(answer).resolves.toEqual({ actionTaken: 'Confirm', inputValue: '12 posters' });
});

test('canceling records it and runs its own callback', async () => {
  const cancel = vi.fn();
  const answer = showModal({ cancel });
  closeModal('Cancel');
  expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ actionTaken: 'Cancel' }));
  await expect(answer).resolves.toMatchObject({ actionTaken: 'Cancel' });
});

test('a second press while it closes changes nothing', () => {
  const confirm = vi.fn();
  void showModal({ confirm });
  closeModal('Confirm');
  closeModal('Confirm');
  expect(confirm).toHaveBeenCalledOnce();
});

test('a callback that throws does not leave the dialog open', () => {
  void showModal({
    confirm: () => {
      throw new Error('no');
    },
  });
  expect(() => closeModal('Confirm')).toThrow('no');
  vi.advanceTimersByTime(550);
  expect(phase()).toBe('gone');
});
