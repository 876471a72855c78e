import type { Ref } from 'react';
import { TextInput } from './TextField.tsx';
import { useDebouncedInput } from './useDebouncedInput.ts';

export interface SearchBoxProps {
  label: string;
  text: string;
  onSearch: (text: string) => void;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A full-text search: debounced, or immediately on Enter. */
export function SearchBox({ label, text, onSearch, className = '', ref }: SearchBoxProps) {
  const { typed, setTyped, report } = useDebouncedInput(text, onSearch);
  return (
    <TextInput
      {...(ref ? { ref } : {})}
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && report()}
    />
  );
}
