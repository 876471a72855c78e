import { useEffect, useRef } from 'react';

/**
 * Keys of a step, while no dialog is open. Letters do nothing in a field, and Enter nothing on a button or in a form, which handle it
 * themselves.
 */
export function useTillKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const act = latest.current[key.length === 1 ? key.toLowerCase() : key];
      if (act === undefined || (target instanceof HTMLElement && handlesItself(target, key))) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function handlesItself(target: HTMLElement, key: string): boolean {
  const isField = target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
  if (key.length === 1) return isField;
  return key === 'Enter' && target.closest('form, button, a') !== null;
}
