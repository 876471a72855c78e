import { useEffect, useRef } from 'react';
import { KeyReader } from './keyReader.ts';

/** Scanners and card readers that type as a keyboard: what they type while no text field is focused. */
export function useKeyReader(onText: (text: string) => void): void {
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    const reader = new KeyReader((text) => latest.current(text));
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyped(event.target)) return;
      if (reader.key(event.key, event.timeStamp)) event.preventDefault();
    };
    // Before the page's own shortcuts, and before a focused button takes the reader's Enter for a press.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
