import { useState } from 'react';

/**
 * The text of an input with a non-text value. Text stays as typed while it still parses to the value ("12.", "007"); when the value
 * changes from outside, the text follows.
 */
export function useDraftText(value: unknown, read: (text: string) => unknown, write: (value: unknown) => string) {
  const [draft, setDraft] = useState(() => write(value));
  const text = Object.is(read(draft), value ?? undefined) ? draft : write(value);
  return { text, setText: setDraft, tidy: () => setDraft(write(value)) };
}
