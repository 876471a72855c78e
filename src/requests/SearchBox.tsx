import { TextInput } from '../ui/TextField.tsx';
import { useDebouncedInput } from '../ui/useDebouncedInput.ts';

interface SearchBoxProps {
  label: string;
  /** The current search text. */
  words: string;
  onSearch: (words: string) => void;
}

/** Searches requests by number, form, person and answers; debounced, or immediately on Enter. */
export function SearchBox({ label, words, onSearch }: SearchBoxProps) {
  const { typed, setTyped, report } = useDebouncedInput(words, onSearch);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && report()}
    />
  );
}
