import { useEffect, useRef, type RefObject } from 'react';

export interface ListKeys {
  isOpen: boolean;
  /** Number of options, and `index` (-1 for none) and id of the active one. */
  count: number;
  index: number;
  activeId: string | undefined;
  onMove: (index: number) => void;
  onOpen: () => void;
  onClose: () => void;
}

/** Keys of a combobox: arrows move the active option, Enter selects it, Escape closes the list. Focus stays in the input. */
export function useListKeys(input: RefObject<HTMLInputElement | null>, keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const element = input.current;
    const onKeyDown = (event: KeyboardEvent) => handle(event, latest.current);
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

function handle(event: KeyboardEvent, { isOpen, count, index, activeId, onMove, onOpen, onClose }: ListKeys): void {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!isOpen) onOpen();
    else if (count > 0)
      onMove(event.key === 'ArrowDown' ? (index >= count - 1 ? -1 : index + 1) : index < 0 ? count - 1 : index - 1);
  } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(event.key)) {
    // They move the caret: the attention is back in the text.
    if (index >= 0) onMove(-1);
  } else if (event.key === 'Enter' && isOpen && activeId !== undefined) {
    event.preventDefault();
    const option = document.getElementById(activeId);
    option?.click();
  } else if (event.key === 'Escape' && isOpen) {
    event.preventDefault();
    // On a phone, Escape must not collapse the search field as well.
    event.stopPropagation();
    onClose();
  }
}
