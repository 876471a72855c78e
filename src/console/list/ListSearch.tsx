import { useEffect, useRef, type RefObject } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import styles from './filters.module.css';

interface ListSearchProps {
  resource: ClientResource;
  q: string;
  onSearch: (text: string) => void;
}

export function ListSearch({ resource, q, onSearch }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  return (
    <div className={styles.search}>
      <Icon name="search" size={16} />
      <SearchBox
        ref={input}
        label={`Search ${pluralInside(resource)}`}
        text={q}
        onSearch={onSearch}
        className={styles.searchInput}
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
