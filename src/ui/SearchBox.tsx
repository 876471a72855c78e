import { useEffect, useRef, type RefObject } from 'react';
import { classNames } from './classNames.ts';
import styles from './SearchBox.module.css';
import { TextInput } from './TextField.tsx';
import { useDebouncedInput } from './useDebouncedInput.ts';

export interface SearchBoxProps {
  label: string;
  text: string;
  onSearch: (text: string) => void;
  className?: string | undefined;
}

/** The full-text search of a page: debounced, or immediately on Enter. "/" leads to it. */
export function SearchBox({ label, text, onSearch, className }: SearchBoxProps) {
  const { typed, setTyped, report } = useDebouncedInput(text, onSearch);
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  return (
    <div className={classNames(styles.search, className)}>
      <TextInput
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        maxLength={200}
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
