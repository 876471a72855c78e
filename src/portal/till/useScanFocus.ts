import { useEffect, type RefObject } from 'react';

/** A scanner types wherever the focus is: what is typed outside of fields goes to the scan field, and Enter in another field leads there. */
export function useScanFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (target === field.current || document.querySelector('dialog[open]') !== null) return;
      const isField = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
      if (isField ? key !== 'Enter' : key.length > 1 || key === ' ') return;
      // The key itself would submit the form of the scan field.
      if (isField) event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field]);
}
