import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../ui/TextField.tsx';

const TYPING_PAUSE = 300;

interface SearchBoxProps {
  label: string;
  /** What is searched for now. */
  words: string;
  onSearch: (words: string) => void;
}

/** Finds requests by number, form, person and answers: after a pause in typing, or at once by Enter. */
export function SearchBox({ label, words, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(words);
  const [shown, setShown] = useState(words);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (shown !== words) {
    // Cleared or gone back elsewhere: the box follows, unless it is what was just typed.
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
