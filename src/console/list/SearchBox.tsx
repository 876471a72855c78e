import { useEffect, useRef, type RefObject } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import { pluralInside } from '../engine/consoleContext.ts';
import styles from './filters.module.css';

/** Full-text search of the list: debounced, or immediately on Enter. */
export function SearchBox({
  resource,
  q,
  onSearch,
}: {
  resource: ClientResource;
  q: string;
  onSearch: (typed: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, report } = useDebouncedInput(q, onSearch);
  useSlash(input);
  return (
    <div className={styles.search}>
      <Icon name="search" size={16} />
      <TextInput
        ref={input}
        type="search"
        className={styles.searchInput}
        aria-label={`Search ${pluralInside(resource)}`}
        placeholder={`Search ${pluralInside(resource)}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && report()}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </div>
  );
}

/** "/" focuses the search box from anywhere outside of an input. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target;
      const isTyping =
        from instanceof HTMLElement && (from.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(from.tagName));
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
