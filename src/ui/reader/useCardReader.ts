import { useEffect, useRef } from 'react';
import { isTextInput, setFieldValue, type TextInput } from '../fieldText.ts';
import { KeyReader } from './keyReader.ts';

export interface CardReaderOptions {
  /** As typed, with sentinels: `parseCardText` knows what it is. It must not be logged or stored. */
  onRead: (text: string) => void;
  /** Default: true. */
  isActive?: boolean;
  /** What is typed into a field is left to it. */
  ignoresFields?: boolean;
}

/** Scanners and card readers that type as a keyboard. What they type reaches no field, button or shortcut of the page. */
export function useCardReader({ onRead, isActive = true, ignoresFields = false }: CardReaderOptions): void {
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (!isActive) return;
    return listenToReader((text) => latest.current(text), ignoresFields);
  }, [isActive, ignoresFields]);
}

/** Until the returned function is called. */
export function listenToReader(onRead: (text: string) => void, ignoresFields: boolean): () => void {
  const reader = new KeyReader(onRead);
  /** The focused field as it was before the first key. */
  let before: { field: TextInput; value: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveBack = (): void => {
    clearTimeout(timer);
    const left = reader.pause(performance.now());
    // Typed by a person whose fingers are that fast.
    if (left !== '' && before?.field.isConnected === true) setFieldValue(before.field, before.value + left);
    before = null;
    timer = setTimeout(() => reader.forget(), 3_000);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (ignoresFields && isTyped(event.target)) return;
    if (reader.isPaused(event.key, event.timeStamp)) giveBack();
    const field = isTextInput(event.target) ? event.target : null;
    const value = field?.value ?? '';
    const outcome = reader.key(event.key, event.timeStamp);
    clearTimeout(timer);
    timer = setTimeout(giveBack, reader.patience);
    if (outcome === 'start') before = field === null ? null : { field, value };
    if (outcome !== 'swallow') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (before !== null && before.field.value !== before.value) setFieldValue(before.field, before.value);
  };
  // Before the page's own shortcuts, and before a focused button takes the reader's Enter for a press.
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
