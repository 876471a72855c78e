import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../ui/TextField.tsx';

const TYPING_PAUSE = 300;

interface SearchBoxProps {
  label: string;
  /** The current search text. */
  words: string;
  onSearch: (words: string) => void;
}

/** Searches requests by number, form, person and answers; debounced, or immediately on Enter. */
export function SearchBox({ label, words, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(words);
  const [shown, setShown] = useState(words);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (shown !== words) {
    // Follows external changes (cleared, navigated back), unless they echo the text just typed.
    setShown(words);
    if (typed.trim() !== words) setTyped(words);
  }
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => search.current(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search.current(typed.trim())}
    />
  );
}
