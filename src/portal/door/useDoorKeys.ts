import { useEffect, useRef } from 'react';

/** Shortcuts of one key, while no field is chosen and no dialog is open. */
export function useDoorKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const act = latest.current[key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
