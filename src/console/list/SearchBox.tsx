import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ClientResource } from '../../../domain/client-model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { pluralInside } from '../engine/consoleContext.ts';
import styles from './filters.module.css';

/** Debounce of the search in milliseconds. */
const TYPING_PAUSE = 300;

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
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    setTyped(q);
  }
  useSlash(input);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => search.current(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, q]);
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
        onKeyDown={(event) => event.key === 'Enter' && search.current(typed.trim())}
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
