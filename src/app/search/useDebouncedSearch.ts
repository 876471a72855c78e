import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE } from '../../../domain/values/constants.ts';
import { isSearchable } from '../../../domain/content/documentation-search.ts';

/** The search text, trimmed and debounced by 300 ms; empty immediately when it is too short. */
export function useDebouncedSearch(text: string): string {
  const wanted = isSearchable(text) ? text.trim() : '';
  const [searched, setSearched] = useState('');
  useEffect(() => {
    if (wanted === '') return;
    const timer = setTimeout(() => setSearched(wanted), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted === '' ? '' : searched;
}
