import { useState } from 'react';

/** Text stays as typed while it parses to the value ("12.", "007"), and follows the value when that changes from outside. */
export function useDraftText(value: unknown, read: (text: string) => unknown, write: (value: unknown) => string) {
  const [draft, setDraft] = useState(() => write(value));
  const text = Object.is(read(draft), value ?? undefined) ? draft : write(value);
  return { text, setText: setDraft, tidy: () => setDraft(write(value)) };
}
